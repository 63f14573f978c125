import type { Adapter } from "../adapter.ts";
import { reviewLinkAdapter } from "../input/review-link.ts";
import { ebirrFacts } from "./facts.ts";

/** Ahadu Bank's own links name no tenant. */
export const ebirr: Adapter = reviewLinkAdapter(
  ebirrFacts,
  ({ tenant = "ahadu", token, ahadu = token }) => `${tenant.toLowerCase()}-${ahadu}`,
);
