import type { links } from "virtual:endpoints";
import type { Answer } from "../../../../../lib/contract/client-types.ts";

export type PaymentLink = Answer<typeof links.listReusableLinks>["data"][number];
