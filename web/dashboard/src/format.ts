import { breakable } from "../../../lib/contract/breakable-money.ts";
import { TIME_ZONE } from "../../../lib/contract/days.ts";
import { language, t } from "./texts/t.ts";

/** How values are written for people, in the language of the dashboard. */

const exponents = new Map<string, number>();

/** Decimal places of a currency, e.g. 2 for ETB. */
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
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "code",
  });
  return breakable(format.format(amount / 10 ** exponentOf(currency)));
}

const isAmharic = language() === "am";
const inZone = { timeZone: TIME_ZONE } as const;
const day = new Intl.DateTimeFormat("en-GB", { ...inZone, dateStyle: "medium" });
const gregorian = new Intl.DateTimeFormat("en-GB", { ...inZone, dateStyle: "short" });
const ethiopian = new Intl.DateTimeFormat("am-ET-u-ca-ethiopic", {
  ...inZone,
  day: "numeric",
  month: "long",
  year: "numeric",
});
const dayOfYear = new Intl.DateTimeFormat(isAmharic ? "am-ET-u-ca-ethiopic" : "en-GB", {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});
const clock = new Intl.DateTimeFormat("en-GB", { ...inZone, timeStyle: "medium" });
const relative = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
const STEPS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/**
 * An instant by the clock of Addis Ababa, e.g. `21 Nov 2026, 15:04:05`. In Amharic the day comes by the
 * Ethiopian calendar, with the Gregorian one beside it: `ኅዳር 12, 2019 ዓ.ም. (21/11/2026), 15:04:05`.
 */
export function formatTime(at: string): string {
  return `${formatDate(new Date(at))}, ${clock.format(new Date(at))}`;
}

function formatDate(at: Date): string {
  if (!isAmharic) return day.format(at);
  // The era that Intl adds is Latin in this locale.
  const parts = new Map(ethiopian.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.get("month")} ${parts.get("day")}, ${parts.get("year")} ዓ.ም. (${gregorian.format(at)})`;
}

/** A day such as `2026-11-21` without its year, e.g. `21 Nov` or `ኅዳር 12`. */
export function formatDay(day: string): string {
  return dayOfYear.format(new Date(`${day}T00:00:00Z`));
}

/** A span in its largest whole unit, e.g. 7200 s → `2 hours`. */
export function formatSpan(seconds: number): string {
  const [unit, length] = STEPS.find(([, length]) => seconds % length === 0) ?? ["second", 1];
  const format = new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "long" });
  return format.format(seconds / length);
}

/** E.g. `3 minutes ago`, `in 2 hours`. */
export function formatRelative(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1000);
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  // What has just happened is up to 15 s ahead of the page's time.
  const isNow = seconds > -10 && seconds <= 15;
  return isNow ? t("common.justNow") : relative.format(seconds, "second");
}

/** A time span to the second (ms), e.g. `in 1 h 4 min 9 s`. */
export function formatUntil(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const parts = [
    [Math.floor(seconds / 3600), t("common.h")],
    [Math.floor((seconds % 3600) / 60), t("common.min")],
    [seconds % 60, t("common.s")],
  ] as const;
  const first = Math.max(
    0,
    parts.findIndex(([count]) => count > 0),
  );
  const shown = parts.slice(first).map(([count, unit]) => `${count} ${unit}`);
  return t("common.in", { time: shown.join(" ") });
}

/** E.g. `webhook.secret_revealed` → `Webhook secret revealed`. */
export function humanize(code: string): string {
  const words = code.replace(/[._-]+/g, " ").replace(/\bapi\b/g, "API");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Shortens a long id to its prefix and its last characters. */
export function shorten(id: string, tail = 6): string {
  const end = id.indexOf("_") + 1;
  return id.length <= end + tail + 4 ? id : `${id.slice(0, end)}…${id.slice(-tail)}`;
}
