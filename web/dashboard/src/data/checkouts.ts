import { checkouts } from "virtual:endpoints";
import type { Answer } from "../../../../lib/contract/client-types.ts";
import { formatMoney } from "../format.ts";
import { useLivemode } from "../layout/mode.tsx";
import { useApi } from "../query.ts";
import { formatCount, t } from "../texts/t.ts";
import type { Tone } from "../ui/badge.tsx";

export type Checkout = Exclude<Answer<typeof checkouts.listCheckouts>, string>["data"][number];
export type CheckoutHistory = Answer<typeof checkouts.readCheckout>;
export type Attempt = CheckoutHistory["attempts"][number];
export type Payment = CheckoutHistory["payments"][number];
export type CheckoutStatus = Checkout["status"];

export const STATUS_TONES: Readonly<Record<CheckoutStatus, Tone>> = {
  open: "plain",
  verifying: "info",
  verified: "good",
  review: "warn",
  expired: "plain",
  canceled: "plain",
  rejected: "bad",
};

export const STATUS_WORDS: Readonly<Record<CheckoutStatus, string>> = {
  open: t("dataCheckouts.open"),
  verifying: t("dataCheckouts.verifying"),
  verified: t("dataCheckouts.verified"),
  review: t("dataCheckouts.inReview"),
  expired: t("dataCheckouts.expired"),
  canceled: t("dataCheckouts.canceled"),
  rejected: t("dataCheckouts.rejected"),
};

/** The outcome of an attempt. */
export const OUTCOME_WORDS: Readonly<Record<Attempt["outcome"], string>> = {
  pending: t("dataCheckouts.stillChecking"),
  matched: t("dataCheckouts.paymentFound"),
  counted: t("dataCheckouts.partOfTheAmount"),
  not_found: t("dataCheckouts.theBankDoesNot2"),
  not_completed: t("dataCheckouts.thePaymentIsNot"),
  receiver_mismatch: t("dataCheckouts.paidToADifferent"),
  currency_mismatch: t("dataCheckouts.paidInAnotherCurrency"),
  already_used: t("dataCheckouts.referenceAlreadyUsed"),
  too_old: t("dataCheckouts.paidBeforeTheCheckout"),
  unreadable: t("dataCheckouts.receiptCouldNotBe"),
  provider_unavailable: t("dataCheckouts.theBankDoesNot"),
  insufficient_credits: t("dataCheckouts.foundButYouHave"),
  superseded: t("dataCheckouts.anotherPaymentMatchedFirst"),
};

/** What a pending attempt waits for. */
export const WAITING_WORDS: Readonly<Record<NonNullable<Attempt["waiting_for"]>, string>> = {
  provider: t("dataCheckouts.waitsForBank"),
  credits: t("dataCheckouts.waitsForCredits"),
  receipt: t("dataCheckouts.waitsForReceipt"),
};

export const EXCEPTION_WORDS: Readonly<Record<Checkout["exceptions"][number], string>> = {
  overpaid: t("dataCheckouts.moreWasPaidThan"),
  paid_late: t("dataCheckouts.paidAfterTheCheckout"),
  notice_contradicted: t("dataCheckouts.noticeContradicted"),
  possible_duplicate: t("dataCheckouts.possibleDuplicateMaybeThe"),
  receiver_unconfirmed: t("dataCheckouts.receiverNotConfirmed"),
  time_unconfirmed: t("dataCheckouts.paymentTimeNotConfirmed"),
  approved_by_hand: t("dataCheckouts.approvedManually"),
};

const REVIEW_WORDS: Readonly<Record<string, string>> = {
  notice_contradicted: t("dataCheckouts.yourBankToldYourPhone"),
  possible_duplicate: t("dataCheckouts.twoBanksShowThe"),
  receiver_unconfirmed: t("dataCheckouts.theReceiptDoesNot"),
  time_unconfirmed: t("dataCheckouts.theReceiptShowsNo"),
  paid_late: t("dataCheckouts.theCustomerPaidAfter"),
  provider_unavailable: t("dataCheckouts.theBankHasNot"),
  unreadable: t("dataCheckouts.weCouldNotRead"),
  insufficient_credits: t("dataCheckouts.weFoundThePayment"),
  manual: t("dataCheckouts.youConfirmPaymentsBy"),
  partially_paid: t("dataCheckouts.aPartIsMissing"),
};

/** Why the user has to decide, and what to check. */
export function reviewWords(reason: string): string {
  return REVIEW_WORDS[reason] ?? reason.replaceAll("_", " ");
}

/** Whether nobody has decided about the checkout, and no bank. */
export function isUndecided({ status }: Pick<Checkout, "status">): boolean {
  return status !== "verified" && status !== "canceled" && status !== "rejected";
}

/** Whether a person can approve or reject the checkout: it is undecided and has a payment. */
export function isDecidable(checkout: CheckoutHistory): boolean {
  return isUndecided(checkout) && checkout.payments.length > 0;
}

/** Whether a part of the amount has arrived at an undecided checkout, and the rest is missing. */
export function isPartlyPaid(checkout: Omit<Checkout, "object">): boolean {
  return isUndecided(checkout) && checkout.amount_received > 0 && checkout.amount_due > 0;
}

/** What proves a payment. */
export const EVIDENCE_WORDS: Readonly<Record<NonNullable<Payment["evidence"]>, string>> = {
  receipt: t("checkouts.theBanksReceipt"),
  notice: t("checkouts.bankMessage"),
};

/** E.g. `Received ETB 900 of ETB 1,500`; null while nothing is counted. */
export function cameWords({ amount, currency, amount_received }: CheckoutHistory): string | null {
  if (amount_received === 0) return null;
  return t("dataCheckouts.receivedOf", {
    currency: formatMoney(amount_received, currency),
    currency2: formatMoney(amount, currency),
  });
}

const COUNTED = 100;

/** The number of checkouts in review, in the current mode; undefined while it loads. */
export function useInReview() {
  return useReviews().inReview;
}

/** As `useInReview`, with what went wrong where they cannot be counted. */
export function useReviews() {
  const query = {
    status: "review",
    livemode: useLivemode() ? "true" : "false",
    limit: COUNTED,
  } as const;
  const { data, error } = useApi(checkouts.listCheckouts, { query }, { refetchEveryMs: 30_000 });
  if (data === undefined || typeof data === "string") return { inReview: undefined, error };
  const count = data.data.length;
  return { inReview: { count, shown: `${formatCount(count)}${data.has_more ? "+" : ""}` }, error };
}
