/** Messages to owners by event type, short enough for an SMS. Other events are only in the dashboard. */
const TEXTS: Readonly<Record<string, string>> = {
  "credits.low": "Your credits are running low. Buy more so that payments don't have to wait.",
  "credits.exhausted":
    "Your credits are used up. New checkouts are refused and found payments wait until you buy more.",
  "webhook.disabled":
    "A webhook endpoint was disabled and sends no more events. Fix your server, then enable it.",
  "receiving_account.changed":
    "A receiving account of your shop is being added, changed or removed. If this was not you, check it now.",
  "checkout.review": "A payment is waiting for you to approve or reject it.",
  "books.difference": "Your bank's statement and the verified payments differ.",
};

/** Dashboard path per event type; `/` for all others. */
const PATHS: Readonly<Record<string, string>> = {
  "checkout.review": "/checkouts?status=review",
  "books.difference": "/books",
  "receiving_account.changed": "/apps",
};

/** Whether owners are notified of events of this kind. */
export function hasNotice(type: string): boolean {
  return Object.hasOwn(TEXTS, type);
}

/** The message about an event of this kind, or null where none is sent. */
export function noticeText(type: string, dashboardUrl: string): string | null {
  const text = TEXTS[type];
  return text === undefined ? null : `${text} ${dashboardUrl}${PATHS[type] ?? "/"}`;
}
