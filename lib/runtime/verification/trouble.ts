import type { Checkout } from "../../domain/checkout-terms.ts";
import { resolveIssueWrite } from "../../store/issues.ts";
import type { Write } from "../../store/transact.ts";

/** Kinds of entries in Errors that one checkout can have; each at most once. */
const KINDS = ["parked_checkout", "underpaid"] as const;

/** Takes a checkout's entries off Errors once it is decided. */
export function overIssueWrites(checkout: Checkout): readonly Write[] {
  const { accountId, id } = checkout;
  return KINDS.map((kind) => resolveIssueWrite({ accountId, kind, objectId: id }));
}
