/** Response headers that the OpenAPI document declares. */
export const RESPONSE_HEADERS = {
  "X-Request-Id": "The request's id. Quote it when you contact us.",
  "Retry-After": "Seconds to wait before the next request.",
  RateLimit: "For each limit: `r` requests left, and `t` seconds until it resets.",
  "RateLimit-Policy": "Each limit: `q` requests in `w` seconds.",
  "Idempotent-Replayed": "`true` if this is the response to an earlier request with the same key.",
  "WWW-Authenticate":
    "`Bearer`, if a request to the dashboard's API has no `Authorization`. Other refusals lack it.",
  "Set-Cookie":
    "Sets or removes an HttpOnly cookie: the refresh token, the pay page's unsent input, or the checkout that was created from a link.",
  Location: "The page to go to.",
  ETag: "Version of the page, for `If-None-Match`.",
  "Content-Disposition": "The name of the file.",
  Link: 'If the CSV file leaves rows out, the URL of the next part: `<…>; rel="next"`.',
} as const;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** Header objects of the document. */
export function headerObjects(names: readonly ResponseHeader[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The components that `headerObjects` refers to. */
export function headerComponents(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(RESPONSE_HEADERS).map(([name, description]) => [
      name,
      { description, schema: { type: "string" } },
    ]),
  );
}

/**
 * Headers between our CloudFront distribution and the API, set there whatever a client sent. They are
 * believed only together: the address counts for nothing without the secret.
 */

/** Carries the value of the secret `cloudfront-origin`; the web ACL refuses requests without it. */
export const ORIGIN_SECRET_HEADER = "x-origin-secret";

/** The address of the client, without a port. */
export const VIEWER_ADDRESS_HEADER = "x-viewer-address";

/** Whose requests the firewall counts together: the address, or the first four groups of an IPv6 one. */
export const VIEWER_NETWORK_HEADER = "x-viewer-network";

/** What a receiver reads from the headers of a delivery (Standard Webhooks). */
export const WEBHOOK_HEADERS = {
  "webhook-id":
    "The event's id, the same in every attempt. If you have already handled this id, respond with 2xx and do nothing.",
  "webhook-timestamp":
    "When this attempt was sent, in Unix seconds. Reject a timestamp that differs from your clock by more than 5 minutes.",
  "webhook-signature":
    "`v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`. After a rotation there are two signatures, separated by a space: one valid signature is enough.",
} as const;
