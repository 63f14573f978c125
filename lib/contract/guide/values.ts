import type { AttemptOutcome, WaitingFor } from "../../domain/attempt.ts";
import type { CheckoutException, ReviewReason, ShownStatus } from "../../domain/checkout.ts";

/** One value of a field: its meaning, and what the shop should do. */
interface ValueText {
  readonly meaning: string;
  readonly advice: string;
}

/** The values of one field, for both the documentation and the OpenAPI document. */
export interface ValueGuide {
  /** Anchor on the documentation page. */
  readonly anchor: string;
  readonly title: string;
  readonly values: Readonly<Record<string, ValueText>>;
}

const value = (meaning: string, advice: string): ValueText => ({ meaning, advice });

export const STATUS_GUIDE = {
  anchor: "statuses",
  title: "Statuses of a checkout",
  values: {
    open: value(
      "The amount, or part of it, has not arrived yet: `amount_due` says how much is missing.",
      "Send the customer to `pay_url`, and wait for the webhook.",
    ),
    verifying: value(
      "We are looking up a reference at the bank, or will do so again. This can take until 24 hours after `expires_at`.",
      "Wait: any other status can follow.",
    ),
    verified: value(
      "The payment is verified: by the bank's receipt, by a person (`approved_by_hand`) or, up to the app's `notice_limit`, by the bank's message (`evidence` is `notice`). Final.",
      "Check `exceptions`, then deliver.",
    ),
    review: value(
      "A person must decide on the payment; `review.reason` says why.",
      "Do not deliver yet. Approve or reject the payment in the dashboard.",
    ),
    expired: value(
      "The checkout was not paid in time.",
      "Put reserved goods back in stock. For 24 hours after `expires_at` a payment can still be verified, so `verified` or `review` may follow.",
    ),
    canceled: value(
      "You canceled the checkout. Final.",
      "Nothing. To try again, create a new checkout.",
    ),
    rejected: value(
      "A person rejected the payments, which were in review or below the amount. Final.",
      "Do not deliver.",
    ),
  } satisfies Record<ShownStatus, ValueText>,
} satisfies ValueGuide;

export const EXCEPTION_GUIDE = {
  anchor: "exceptions",
  title: "Exceptions of a checkout",
  values: {
    overpaid: value(
      "The customer paid more than `amount`; `amount_received` says how much.",
      "Deliver, and settle the difference with your customer.",
    ),
    paid_late: value(
      "The customer paid after `expires_at`.",
      "Check that you can still deliver. With the `late_policy` `review`, you decide first.",
    ),
    possible_duplicate: value(
      "Another payment of the same amount to the same account arrived minutes before or after, or on the same day, if nobody could read one of the receipts: both may be the same transfer.",
      "Compare both payments in your account before you approve.",
    ),
    receiver_unconfirmed: value(
      "The receipt masks the receiver too much to confirm that it is you.",
      "Check that the money is in your account.",
    ),
    notice_contradicted: value(
      "The bank's message on the merchant's phone shows a different amount or receiver than the receipt, or says that the payment was reversed.",
      "Check what your account shows.",
    ),
    time_unconfirmed: value(
      "The receipt shows only a date, so the payment may be older than the checkout.",
      "Check that the money arrived after the checkout was created.",
    ),
    approved_by_hand: value("A person approved the payment.", "Deliver."),
  } satisfies Record<CheckoutException, ValueText>,
} satisfies ValueGuide;

export const REVIEW_GUIDE = {
  anchor: "review-reasons",
  title: "Reasons for a review",
  values: {
    possible_duplicate: EXCEPTION_GUIDE.values.possible_duplicate,
    notice_contradicted: EXCEPTION_GUIDE.values.notice_contradicted,
    receiver_unconfirmed: EXCEPTION_GUIDE.values.receiver_unconfirmed,
    time_unconfirmed: EXCEPTION_GUIDE.values.time_unconfirmed,
    paid_late: EXCEPTION_GUIDE.values.paid_late,
    provider_unavailable: value(
      "The bank did not respond before the grace period ended.",
      "Check your account, then approve or reject the payment.",
    ),
    unreadable: value(
      "We could not read the bank's receipt reliably.",
      "Check your account, then approve or reject the payment.",
    ),
    insufficient_credits: value(
      "The receipt matches, but you had no credits before the grace period ended.",
      "Buy credits, then approve.",
    ),
    partially_paid: value(
      "Part of the amount has arrived, but the rest did not arrive before `expires_at`, or five payments have not reached the amount.",
      "`amount_due` says how much is missing. Approve the checkout if what has arrived is enough, or reject it and settle with the customer.",
    ),
    manual: value(
      "Only a person can check this payment method.",
      "Check your account, then approve or reject the payment.",
    ),
  } satisfies Record<ReviewReason, ValueText>,
} satisfies ValueGuide;

export const WAITING_GUIDE = {
  anchor: "waiting-for",
  title: "Why an attempt is pending",
  values: {
    provider: value(
      "The bank does not respond, or we cannot read its receipt yet.",
      "Nothing: we keep checking until 24 hours after `expires_at`. The [status of the banks](#public-read-status) shows which ones are down.",
    ),
    credits: value(
      "The receipt matches, but you have no credits left.",
      "Buy credits. Never ask the customer to pay again.",
    ),
    receipt: value(
      "The bank does not know the reference yet.",
      "Nothing: we check twice more before the outcome becomes `not_found`.",
    ),
  } satisfies Record<WaitingFor, ValueText>,
} satisfies ValueGuide;

const TRY_AGAIN = "Nothing: the checkout stays open, and the customer can enter another reference.";

export const OUTCOME_GUIDE = {
  anchor: "outcomes",
  title: "Outcomes of an attempt",
  values: {
    pending: value("We are still checking.", "Wait for the webhook, or read the checkout again."),
    matched: value(
      "The receipt matches.",
      "Read the checkout: it is `verified`, or in `review` if a person must decide.",
    ),
    counted: value(
      "The receipt matches and counts toward the amount, but the rest is still due. Sending the same reference again returns the same attempt and counts once.",
      "Nothing: the hosted page asks the customer for the rest. On your own page, a repeated attempt `id` means that nothing new has arrived.",
    ),
    not_found: value("The bank does not know the reference.", TRY_AGAIN),
    not_completed: value("The payment is incomplete or was reversed.", TRY_AGAIN),
    receiver_mismatch: value("The payment went to another account.", TRY_AGAIN),
    currency_mismatch: value("The payment is in another currency.", TRY_AGAIN),
    already_used: value("The payment belongs to another checkout.", TRY_AGAIN),
    too_old: value("The payment was made before the checkout was created.", TRY_AGAIN),
    unreadable: value(
      "We could not read the bank's receipt.",
      "Check your account; you can approve the payment in the dashboard.",
    ),
    provider_unavailable: value(
      "The bank did not respond in time.",
      "Check your account; you can approve the payment in the dashboard.",
    ),
    insufficient_credits: value(
      "The receipt matches, but you had no credits before the grace period ended.",
      "Buy credits, then approve the payment in the dashboard. Never ask the customer to pay again.",
    ),
    superseded: value(
      "The checkout was verified by another reference, canceled or decided first, or already has its maximum number of payments.",
      "Nothing.",
    ),
  } satisfies Record<AttemptOutcome, ValueText>,
} satisfies ValueGuide;
