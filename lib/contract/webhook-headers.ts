/** What a receiver reads from the headers of a delivery (Standard Webhooks). */
export const WEBHOOK_HEADERS = {
  "webhook-id":
    "The event's id: the same at every attempt. Seen before means handled before: answer 2xx and do nothing.",
  "webhook-timestamp":
    "When this attempt was sent, in Unix seconds. Refuse what is more than 5 minutes away from your clock.",
  "webhook-signature":
    "`v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`. After a rotation there are two, with a space between: one that fits is enough.",
} as const;
