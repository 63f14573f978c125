import type { apps as appRoutes, gateway } from "virtual:endpoints";
import type { Answer } from "../../../../lib/contract/client-types.ts";
import { grantOf } from "../../../../lib/contract/roles.ts";
import type { Session } from "../api-client.ts";
import { type TextKey, t } from "../texts/t.ts";

/** What a member sells with. */
export interface Desk {
  readonly user: Pick<Session["user"], "id" | "account_id" | "role">;
  readonly livemode: boolean;
  readonly apps: Answer<typeof appRoutes.listApps>["data"];
  /** Whether the member works with some apps only. */
  readonly isLimited: boolean;
  /** Why this member cannot sell here; null if they can. */
  readonly refusal: "role" | "test-only" | "no-app" | null;
}

/** Whether this member can add what an app needs for a sale, and does not have to ask for it. */
export function mayPrepare({ user }: Desk): boolean {
  return grantOf(user.role, "settings") === true;
}

/** A checkout as its pay page sees it. */
export type Sale = Omit<Answer<typeof gateway.readPublicCheckout>, "payments">;

const WORDS: Readonly<Record<Sale["status"], TextKey>> = {
  open: "counter.waiting",
  verifying: "counter.checking",
  verified: "counter.paid",
  review: "counter.needsDecision",
  expired: "dataCheckouts.expired",
  canceled: "dataCheckouts.canceled",
  rejected: "dataCheckouts.rejected",
};

/** The state of a sale, in words: "partly paid" comes before the status, except while the next payment is being checked. */
export function statusText(sale: Sale): string {
  const isPartly = isPartlyPaid(sale) && sale.status !== "verifying";
  return t(isPartly ? "checkouts.partiallyPaid" : WORDS[sale.status]);
}

/** Whether a part of the amount has arrived, and the rest is missing. */
export function isPartlyPaid({ status, amount_received, amount_due }: Sale): boolean {
  return status !== "verified" && amount_received > 0 && amount_due > 0;
}
