import type { Adapter } from "../adapter.ts";
import { reviewLinkAdapter } from "../input/review-link.ts";
import { zemenFacts } from "./facts.ts";

/** The link is four digits, the last four of an account, and the reference of 16 characters. */
export const zemen: Adapter = reviewLinkAdapter(zemenFacts, ({ reference = "" }) =>
  reference.slice(8).toUpperCase(),
);
