/** Why an attempt failed, as the API names it. */
export const DELIVERY_ERROR_CODES = [
  "http_status",
  "dns_error",
  "connection_refused",
  "connection_reset",
  "timeout",
  "tls_error",
  "redirect",
  "ssrf_blocked",
] as const;

export type DeliveryErrorCode = (typeof DELIVERY_ERROR_CODES)[number];

/** The codes of attempts without a response. */
export type OutboundErrorCode = Exclude<DeliveryErrorCode, "http_status" | "redirect">;

/** The result of one POST. Header names are lower-case. */
export type AttemptResult =
  | {
      readonly kind: "response";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: "error"; readonly code: OutboundErrorCode };

/**
 * `retry`: try again as scheduled. `fail`: end this delivery. `disable`: end this delivery and disable the
 * endpoint, because the receiver asked for it.
 */
export type Verdict =
  | { readonly verdict: "success"; readonly errorCode: null }
  | { readonly verdict: "retry" | "fail" | "disable"; readonly errorCode: DeliveryErrorCode };

/** The header with which a receiver disables its endpoint: value `disable`, with any status. */
export const DISABLE_HEADER = "webhook-delivery";

/** Judges one attempt by its status. A redirect is a failure, because it is never followed. */
export function judgeAttempt(result: AttemptResult): Verdict {
  if (result.kind === "error") {
    const verdict = result.code === "ssrf_blocked" ? "fail" : "retry";
    return { verdict, errorCode: result.code };
  }
  if (wantsNoMore(result)) return { verdict: "disable", errorCode: "http_status" };
  if (result.status >= 200 && result.status <= 299) return { verdict: "success", errorCode: null };
  const redirected = result.status >= 300 && result.status <= 399;
  return { verdict: "retry", errorCode: redirected ? "redirect" : "http_status" };
}

function wantsNoMore(answer: Extract<AttemptResult, { kind: "response" }>): boolean {
  return (
    answer.status === 410 || answer.headers[DISABLE_HEADER]?.trim().toLowerCase() === "disable"
  );
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The three forms of a date in HTTP (RFC 9110, section 5.6.7); the last two are obsolete but legal. */
const IMF_FIXDATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) GMT$/;
const RFC_850 =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) GMT$/;
const ASCTIME =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<h>\d{2}):(?<m>\d{2}):(?<s>\d{2}) (?<year>\d{4})$/;

/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3): whole seconds, or a date.
 * Returns the wait in ms from `now` (unix ms): never negative, possibly huge, so the caller bounds it.
 * Null for anything that is not exactly one of the valid forms.
 */
export function parseRetryAfter(value: string | null | undefined, now: number): number | null {
  if (value === null || value === undefined) return null;
  const text = value.trim();
  // Any run of digits is a valid number of seconds, so a huge one means "very long", not "nothing".
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  const at = parseHttpDate(text, now);
  return at === null ? null : Math.max(0, at - now);
}

function parseHttpDate(text: string, now: number): number | null {
  const fixed = IMF_FIXDATE.exec(text) ?? ASCTIME.exec(text);
  const parts = fixed?.groups ?? RFC_850.exec(text)?.groups;
  if (parts === undefined) return null;
  const month = MONTHS.indexOf(parts.month ?? "");
  const day = Number(parts.day);
  const [h, m, s] = [Number(parts.h), Number(parts.m), Number(parts.s)];
  if (h > 23 || m > 59 || s > 60) return null;
  const year = fixed === null ? nearestYear(Number(parts.year), now) : Number(parts.year);
  const midnight = new Date(Date.UTC(year, month, day));
  // A day that the month lacks is one of another month, and no date is of the unknown month -1.
  if (midnight.getUTCMonth() !== month) return null;
  return midnight.getTime() + ((h * 60 + m) * 60 + s) * 1000;
}

/** A two-digit year more than 50 years ahead means the previous century (same section). */
function nearestYear(twoDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + twoDigits;
  return year > thisYear + 50 ? year - 100 : year;
}
