/** Response headers that the OpenAPI document declares. */
export const RESPONSE_HEADERS = {
  "X-Request-Id": "The request's id. Quote it when you contact us.",
  "Retry-After": "Seconds to wait before the next request.",
  RateLimit: "For each limit: `r` requests left, and `t` seconds until it resets.",
  "RateLimit-Policy": "Each limit: `q` requests in `w` seconds.",
  "Idempotent-Replayed":
    "`true` where this is the response of an earlier request with the same key.",
  "WWW-Authenticate": "The kind of credential that is missing or not valid: `Bearer`.",
  "Set-Cookie":
    "Sets or removes an HttpOnly cookie: the refresh token, the pay page's unsent input, or the checkout that was created from a link.",
  Location: "The page to go to.",
  ETag: "Version of the page, for `If-None-Match`.",
  "Content-Disposition": "The name of the file.",
  Link: 'Of a CSV file that leaves rows out: the URL of the next part, `<…>; rel="next"`.',
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
