import type { insight } from "virtual:endpoints";
import type { Answer } from "../../../../../lib/contract/client-types.ts";

export type IssueGroup = Answer<typeof insight.listErrors>["data"][number];
export type IssueItem = IssueGroup["objects"][number];
