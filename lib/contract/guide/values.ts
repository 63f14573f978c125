import type { AttemptOutcome } from "../../domain/attempt.ts";
import type { CheckoutException, ReviewReason, ShownStatus } from "../../domain/checkout.ts";

/** One value of a field: what it means, and what a shop does about it. */
interface ValueText {
  readonly meaning: string;
  readonly advice: string;
}

/** The values of one field, told once for the documentation page and the OpenAPI document. */
export interface ValueGuide {
  /** Anchor on the documentation page. */
  readonly anchor: string;
  readonly title: string;
  readonly values: Readonly<Record<string, ValueText>>;
}

const says = (meaning: string, advice: string): ValueText => ({ meaning, advice });

export const STATUS_GUIDE = {
  anchor: "statuses",
  title: "Statuses of a checkout",
  values: {
    open: says("Nobody has proved a payment yet.", "Send the customer to `pay_url` and wait."),
    verifying: says(
      "Open, and a reference is being looked up at the bank.",
      "Wait: it becomes `verified`, `review`, or `open` again.",
    ),
    verified: says(
      "The bank's own receipt proves the payment. Final.",
      "Look at `exceptions`, then deliver.",
    ),
    review: says(
      "A payment came that a person has to decide about; `review.reason` says why.",
      "Do not deliver yet. Approve or reject it in the dashboard.",
    ),
    expired: says(
      "Nobody paid in time.",
      "Free the goods. For 24 hours after `expires_at` a payment can still be proved, so `verified` or `review` may follow.",
    ),
    canceled: says("You canceled it. Final.", "Nothing. Create a new checkout for a new try."),
    rejected: says("A person rejected the payment in review. Final.", "Do not deliver."),
  } satisfies Record<ShownStatus, ValueText>,
} satisfies ValueGuide;

export const EXCEPTION_GUIDE = {
  anchor: "exceptions",
  title: "Exceptions of a checkout",
  values: {
    overpaid: says(
      "More than `amount` was paid; `amount_received` says how much.",
      "Deliver, and settle the difference with your customer.",
    ),
    paid_late: says(
      "It was paid after `expires_at`.",
      "Check that you can still deliver. With `late_policy` `review` you are asked first.",
    ),
    possible_duplicate: says(
      "A payment of the same amount into the same account was counted minutes before: this may be a second receipt of one transfer.",
      "Compare both payments in your account before you approve.",
    ),
    receiver_unconfirmed: says(
      "The receipt hides too much of the receiver to be sure that it is you.",
      "Look whether the money is in your account.",
    ),
    time_unconfirmed: says(
      "The receipt shows only the day, so it may be older than the checkout.",
      "Look whether the money came after the checkout was created.",
    ),
    approved_by_hand: says("A person approved it; no rule did.", "Deliver."),
  } satisfies Record<CheckoutException, ValueText>,
} satisfies ValueGuide;

export const REVIEW_GUIDE = {
  anchor: "review-reasons",
  title: "Reasons of a review",
  values: {
    possible_duplicate: EXCEPTION_GUIDE.values.possible_duplicate,
    receiver_unconfirmed: EXCEPTION_GUIDE.values.receiver_unconfirmed,
    time_unconfirmed: EXCEPTION_GUIDE.values.time_unconfirmed,
    paid_late: EXCEPTION_GUIDE.values.paid_late,
    provider_unavailable: says(
      "The bank gave no answer until the grace period was over.",
      "Look into your account yourself, then approve or reject.",
    ),
    unreadable: says(
      "The bank's receipt could not be read with certainty.",
      "Look into your account yourself, then approve or reject.",
    ),
    insufficient_credits: says(
      "The payment is proved, but no credits were left until the grace period was over.",
      "Buy credits, then approve.",
    ),
    amount_mismatch: says(
      "Less came than was asked, and a person approved it nevertheless.",
      "Deliver; `amount_received` says what came.",
    ),
    manual: says(
      "It was paid by a method that only a person can check.",
      "Look into your account, then approve or reject.",
    ),
  } satisfies Record<ReviewReason, ValueText>,
} satisfies ValueGuide;

const TRY_AGAIN = "Nothing: the checkout stays open and the customer may give another reference.";

export const OUTCOME_GUIDE = {
  anchor: "outcomes",
  title: "Outcomes of an attempt",
  values: {
    pending: says("It is still being tried.", "Wait for the webhook, or read the checkout again."),
    matched: says(
      "The receipt fits.",
      "Read the checkout: it is `verified`, or in `review` where something is to be decided.",
    ),
    not_found: says("The bank knows no such reference.", TRY_AGAIN),
    not_completed: says("The payment is not finished, or was reversed.", TRY_AGAIN),
    receiver_mismatch: says("Somebody else was paid.", TRY_AGAIN),
    currency_mismatch: says("It was paid in another currency.", TRY_AGAIN),
    already_used: says("The payment was counted for another checkout.", TRY_AGAIN),
    too_old: says("It was paid before the checkout was created.", TRY_AGAIN),
    amount_mismatch: says(
      "Less than `amount` was paid; `found.amount` says how much.",
      "Ask for the rest by a new checkout, give the money back, or approve it in the dashboard.",
    ),
    unreadable: says(
      "The bank's receipt could not be read.",
      "Look into your account; a person can approve it in the dashboard.",
    ),
    provider_unavailable: says(
      "The bank gave no answer for as long as we may ask.",
      "Look into your account; a person can approve it in the dashboard.",
    ),
    insufficient_credits: says(
      "The payment is proved, but no credits are left to count it.",
      "Buy credits. Never ask the customer to pay again.",
    ),
    superseded: says("Another reference proved the payment first.", "Nothing."),
  } satisfies Record<AttemptOutcome, ValueText>,
} satisfies ValueGuide;
