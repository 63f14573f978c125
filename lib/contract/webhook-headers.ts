/** What a receiver reads from the headers of a delivery (Standard Webhooks). */
export const WEBHOOK_HEADERS = {
  "webhook-id":
    "The event's id: the same at every attempt. If you have already handled this id, respond with 2xx and do nothing.",
  "webhook-timestamp":
    "When this attempt was sent, in Unix seconds. Refuse a timestamp that differs from your clock by more than 5 minutes.",
  "webhook-signature":
    "`v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`. After a rotation there are two signatures, separated by a space: one valid signature is enough.",
} as const;
