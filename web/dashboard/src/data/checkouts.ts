import { checkouts } from "virtual:endpoints";
import type { Answer } from "../../../../lib/contract/client-types.ts";
import { formatCount, formatMoney } from "../format.ts";
import { useLivemode } from "../layout/mode.tsx";
import { useApi } from "../query.ts";
import type { Tone } from "../ui/badge.tsx";

export type Checkout = Exclude<Answer<typeof checkouts.listCheckouts>, string>["data"][number];
export type CheckoutHistory = Answer<typeof checkouts.readCheckout>;
export type Attempt = CheckoutHistory["attempts"][number];
export type CheckoutStatus = Checkout["status"];

export const STATUS_TONES: Readonly<Record<CheckoutStatus, Tone>> = {
  open: "info",
  verifying: "info",
  verified: "good",
  review: "warn",
  expired: "plain",
  canceled: "plain",
  rejected: "bad",
};

export const STATUS_WORDS: Readonly<Record<CheckoutStatus, string>> = {
  open: "Open",
  verifying: "Verifying",
  verified: "Verified",
  review: "In review",
  expired: "Expired",
  canceled: "Canceled",
  rejected: "Rejected",
};

/** What an attempt came to, in a sentence. */
export const OUTCOME_WORDS: Readonly<Record<Attempt["outcome"], string>> = {
  pending: "Still being checked",
  matched: "The payment was found",
  not_found: "The bank knows no such reference",
  not_completed: "The payment is not completed",
  receiver_mismatch: "It was paid to somebody else",
  currency_mismatch: "It was paid in another currency",
  already_used: "The reference was used before",
  too_old: "It was paid before the checkout was made",
  amount_mismatch: "Less was paid than asked",
  unreadable: "The receipt could not be read",
  provider_unavailable: "The bank does not answer",
  insufficient_credits: "Proved, but no credits are left",
  superseded: "Another payment was faster",
};

export const EXCEPTION_WORDS: Readonly<Record<Checkout["exceptions"][number], string>> = {
  overpaid: "More was paid than asked",
  paid_late: "Paid after the checkout expired",
  possible_duplicate: "May be the second receipt of one transfer",
  receiver_unconfirmed: "The receiver could not be confirmed",
  time_unconfirmed: "The time of payment could not be confirmed",
  approved_by_hand: "Approved by hand",
};

const REVIEW_WORDS: Readonly<Record<string, string>> = {
  possible_duplicate:
    "The same amount came to the same account minutes apart by two banks: perhaps one transfer with two receipts.",
  receiver_unconfirmed:
    "The receipt does not show enough of the receiver to be sure that it was you.",
  time_unconfirmed: "The receipt shows no time, and it may have been paid before the checkout.",
  paid_late: "It was paid after the checkout had expired.",
  provider_unavailable: "The bank has not answered for a day.",
  unreadable: "The bank’s receipt could not be read.",
  insufficient_credits: "The payment is proved, but no credits were left to verify it.",
  manual: "Payments by this method are confirmed by you.",
};

/** Why a person has to decide, and what to look at. */
export function reviewWords(reason: string): string {
  return REVIEW_WORDS[reason] ?? reason.replaceAll("_", " ");
}

/** The newest payment that came short and whose receiver is known: the one that an approval is about. */
export function shortPayment({ status, attempts }: CheckoutHistory): Attempt | undefined {
  if (status !== "open" && status !== "expired") return undefined;
  return attempts.find(({ outcome, found }) => outcome === "amount_mismatch" && found !== null);
}

/** What came of what was asked, as far as the bank's receipt shows it to this merchant; else null. */
export function cameWords(checkout: CheckoutHistory): string | null {
  const { amount, currency, amount_received: received } = checkout;
  const found =
    shortPayment(checkout)?.found ?? (received === null ? null : { amount: received, currency });
  return (
    found &&
    `${formatMoney(found.amount, found.currency)} of ${formatMoney(amount, currency)} came.`
  );
}

const COUNTED = 100;

/** How many wait for a person's decision now, of this mode; undefined while it is read. */
export function useInReview() {
  const query = {
    status: "review",
    livemode: useLivemode() ? "true" : "false",
    limit: COUNTED,
  } as const;
  const { data } = useApi(checkouts.listCheckouts, { query }, { refetchEveryMs: 30_000 });
  if (data === undefined || typeof data === "string") return undefined;
  const count = data.data.length;
  return { count, shown: `${formatCount(count)}${data.has_more ? "+" : ""}` };
}
