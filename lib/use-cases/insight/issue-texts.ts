/** The title of each kind of issue, and what to do about it. */
const TEXTS: Readonly<Record<string, { readonly title: string; readonly advice: string }>> = {
  delivery_failed: {
    title: "Failed webhooks",
    advice: "Check what your server answered, fix it, then resend them.",
  },
  endpoint_failing: {
    title: "Failing webhook endpoints",
    advice:
      "Fix your server before we disable the endpoint, then recover the webhooks that failed.",
  },
  endpoint_disabled: {
    title: "Disabled webhook endpoints",
    advice: "Enable the endpoint again, then recover the webhooks that it missed.",
  },
  provider_outage: {
    title: "Bank outages",
    advice: "You don't need to do anything. We'll keep checking waiting payments automatically.",
  },
  parked_checkout: {
    title: "Waiting payments",
    advice:
      "If you have no credits, buy some. We check payments that wait for a bank again automatically.",
  },
  unreadable_receipt: {
    title: "Unreadable receipts",
    advice:
      "We'll try again automatically. If that fails, the checkout goes to review 24 hours after it expires: check your bank account, then approve or reject it.",
  },
  phone_silent: {
    title: "Phones that forward no bank messages",
    advice:
      "Check that the phone is switched on, has network and still runs the forwarding app. Customers can pay as usual meanwhile.",
  },
  payment_missing: {
    title: "Payments that the bank does not show",
    advice:
      "Look for the payment in your bank account. If it was reversed, ask the customer; then settle the point in Books.",
  },
  payment_reversed: {
    title: "Reversed payments",
    advice: "The bank took the money back. Ask the customer; then settle the point in Books.",
  },
  notice_contradicted: {
    title: "Urgent: payments that a bank message proved and the receipt does not",
    advice:
      "Check your bank account at once, and hold the order if you still can. Then rotate the phone's secret.",
  },
  receiver_shared: {
    title: "Accounts that another merchant uses too",
    advice: "Check that the account number is yours and correct.",
  },
};

/** Kinds without a text are shown under their own name, so that none is hidden. */
export function issueText(kind: string) {
  return TEXTS[kind] ?? { title: kind.replaceAll("_", " "), advice: "Check the objects below." };
}
