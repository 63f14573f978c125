/** What an owner is told of by message, in the words of an SMS. The rest is in the dashboard. */
const TEXTS: Readonly<Record<string, string>> = {
  "credits.low": "Your credits are running low. Buy more before payments have to wait.",
  "credits.exhausted": "Your credits are used up. Payments wait until you buy more.",
  "webhook.disabled": "A webhook endpoint was disabled: your server is told of payments no more.",
  "checkout.review": "A payment waits for you to approve or reject it.",
};

/** Where in the dashboard it is decided; the overview leads to the rest. */
const PATHS: Readonly<Record<string, string>> = { "checkout.review": "/checkouts?status=review" };

/** The message about an event of this kind, or null where none is sent. */
export function noticeText(type: string, dashboardUrl: string): string | null {
  const text = TEXTS[type];
  return text === undefined ? null : `${text} ${dashboardUrl}${PATHS[type] ?? "/"}`;
}
