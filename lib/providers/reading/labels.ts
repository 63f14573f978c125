import type { Party } from "../../domain/receipt.ts";
import { parseAmount, type ShownAmount } from "./amounts.ts";
import { parseTime, type ShownTime } from "./dates.ts";
import { Unreadable } from "./unreadable.ts";

/** The amount under a label. Throws `Unreadable`, which names the label. */
export function amountAt(page: LabelValues, ...labels: readonly string[]): ShownAmount {
  const amount = parseAmount(page.required(...labels));
  if (amount === null) throw new Unreadable(`${labels[0]}: not an amount`);
  return amount;
}

/** The time under a label, by exactly the given luxon formats. Throws `Unreadable`, which names the label. */
export function timeAt(
  page: LabelValues,
  formats: readonly string[],
  ...labels: readonly string[]
): ShownTime {
  const time = parseTime(page.required(...labels), formats);
  if (time === null) throw new Unreadable(`${labels[0]}: not a known date format`);
  return time;
}

/** Collapses every kind of white space (NBSP too) to single spaces. */
export function tidyText(text: string): string {
  return text.replace(/[\s\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]+/g, " ").trim();
}

const LATIN = /[A-Za-z]/;

/**
 * The form in which labels are compared: lower-case, no colon at the end, and only the English half of `የከፋይ ስም/Payer
 * Name`. The Amharic half may be missing, or unreadable in a PDF: halves without Latin letters do not count.
 */
export function labelKey(text: string): string {
  const halves = tidyText(text)
    .split("/")
    .map((half) => half.trim());
  const english = halves.filter((half) => LATIN.test(half));
  return (english.length > 0 ? english : halves)
    .join("/")
    .replace(/[\s:]+$/, "")
    .toLowerCase();
}

/** The values of a page by label. A label may occur several times. */
export class LabelValues {
  readonly #values = new Map<string, Set<string>>();

  add(label: string, value: string): void {
    const known = this.#values.get(label) ?? new Set<string>();
    known.add(value);
    this.#values.set(label, known);
  }

  /** Whether one of the labels is printed, with or without a value. */
  has(...labels: readonly string[]): boolean {
    return labels.some((label) => this.#values.has(label));
  }

  /** All different values under any of the labels. */
  all(...labels: readonly string[]): ReadonlySet<string> {
    return new Set(labels.flatMap((label) => [...(this.#values.get(label) ?? [])]));
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /**
   * The value under any of the labels, which mean the same; null where all are missing or blank.
   * Throws `Unreadable` where two differ: free text that the payer wrote can look like a label.
   */
  optional(...labels: readonly string[]): string | null {
    const values = this.all(...labels);
    if (values.size > 1) throw new Unreadable("two values for one label");
    const value = values.values().next().value ?? "";
    return BLANK.test(value) ? null : value;
  }

  /** As `optional`, but a missing or blank value is `Unreadable`. */
  required(...labels: readonly string[]): string {
    const value = this.optional(...labels);
    if (value === null) throw new Unreadable(`no ${labels[0]}`);
    return value;
  }
}

/** M-Pesa prints `- - -`. */
const BLANK = /^(?:[- ]*|n\/a|null|none)$/i;

/** An account field may name its holder too: `2519… - NAME`. */
export function partyOf(field: string | null): Party {
  const both = field?.match(/^([+0-9][0-9*]{3,19}) ?- ?(.{1,100})$/);
  return { account: both?.[1] ?? field, name: both?.[2] ?? null };
}
