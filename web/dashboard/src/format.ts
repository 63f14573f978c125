/** How values are written for people; the browser's own language decides the details. */

const exponents = new Map<string, number>();

/** Digits after the point that the currency has, e.g. 2 for ETB. */
export function exponentOf(currency: string): number {
  let exponent = exponents.get(currency);
  if (exponent === undefined) {
    const format = new Intl.NumberFormat("en", { style: "currency", currency });
    exponent = format.resolvedOptions().maximumFractionDigits ?? 2;
    exponents.set(currency, exponent);
  }
  return exponent;
}

/** Money in minor units, e.g. 150000 ETB → `ETB 1,500.00`. */
export function formatMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "code",
  }).format(amount / 10 ** exponentOf(currency));
}

/** Thousands may be set apart by commas. `12,50` may mean two amounts, a hundredfold apart: it is none. */
const AMOUNT = /^([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]+))?$/;

/** Minor units of what was typed, e.g. `1,500.5` → 150050; null where it is no such amount. */
export function parseMoney(text: string, currency: string): number | null {
  const match = AMOUNT.exec(text.trim());
  const exponent = exponentOf(currency);
  if (match === null || (match[2]?.length ?? 0) > exponent) return null;
  const amount = Number(
    `${match[1]?.replaceAll(",", "")}${(match[2] ?? "").padEnd(exponent, "0")}`,
  );
  return amount >= 1 && amount <= 1e12 ? amount : null;
}

export function formatCount(value: number): string {
  return new Intl.NumberFormat("en").format(value);
}

const absolute = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const shortTime = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const STEPS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

export function formatTime(at: string, form: "long" | "short" = "long"): string {
  return (form === "long" ? absolute : shortTime).format(new Date(at));
}

/** E.g. `3 minutes ago`, `in 2 hours`. */
export function formatRelative(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1000);
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return Math.abs(seconds) < 10 ? "just now" : relative.format(seconds, "second");
}

/** E.g. `webhook.secret_revealed` → `Webhook secret revealed`. */
export function humanise(code: string): string {
  const words = code.replace(/[._-]+/g, " ").replace(/\bapi\b/g, "API");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A long id by its two ends. */
export function shorten(id: string, tail = 6): string {
  const end = id.indexOf("_") + 1;
  return id.length <= end + tail + 4 ? id : `${id.slice(0, end)}…${id.slice(-tail)}`;
}
