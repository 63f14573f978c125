import { parseAmount, type ShownAmount } from "./amounts.ts";
import { parseTime, type ShownTime } from "./dates.ts";
import type { LabelValues } from "./label-values.ts";
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
