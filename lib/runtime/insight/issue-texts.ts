/** What each kind of trouble is called, and what to do about it. */
const TEXTS: Readonly<Record<string, { readonly title: string; readonly advice: string }>> = {
  delivery_failed: {
    title: "Webhooks that were given up",
    advice: "Look at what your server answered, mend it, then send them again.",
  },
  endpoint_failing: {
    title: "Webhook endpoints that keep failing",
    advice: "Mend your server before the endpoint is disabled; nothing is lost until then.",
  },
  endpoint_disabled: {
    title: "Webhook endpoints that were disabled",
    advice: "Enable the endpoint again, then recover what it missed.",
  },
  provider_outage: {
    title: "Banks that do not answer as they should",
    advice: "Nothing to do: waiting payments are tried again by themselves.",
  },
  parked_checkout: {
    title: "Payments that wait",
    advice: "Those that wait for credits go on as soon as you have some; the others by themselves.",
  },
  unreadable_receipt: {
    title: "Receipts that could not be read",
    advice: "Look into your account at the bank, then approve or reject the checkout.",
  },
  underpaid: {
    title: "Payments that were too small",
    advice: "Approve the checkout if it is enough, or ask the customer for the rest.",
  },
  receiver_shared: {
    title: "Receiving accounts that others use too",
    advice: "Check that the number is yours and spelled right.",
  },
};

/** Kinds without a text are shown under their own name, so that none is ever hidden. */
export function issueText(kind: string) {
  return TEXTS[kind] ?? { title: kind.replaceAll("_", " "), advice: "Look at the objects below." };
}
