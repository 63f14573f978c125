import type { Adapter } from "../adapter.ts";
import { reviewLinkAdapter } from "../input/review-link.ts";
import { ebirrFacts } from "./facts.ts";

export const ebirr: Adapter = reviewLinkAdapter(ebirrFacts, ({ tenant, token, ahadu }) =>
  ahadu === undefined ? `${tenant?.toLowerCase()}-${token}` : `ahadu-${ahadu}`,
);
