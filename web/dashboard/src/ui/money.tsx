import { formatMoney } from "../format.ts";

/** Characters for which a phone's column has room, e.g. `ETB 9,999,999.99`. */
const ONE_LINE = 16;

/** An amount in a cell, on one line. One that is too long for a phone breaks after the currency there. */
export function Money({
  amount,
  currency,
}: {
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
}) {
  const shown = formatMoney(amount, currency);
  const isLong = shown.length > ONE_LINE;
  return (
    <span
      className={`narrow:whitespace-normal ${isLong ? "sm:whitespace-nowrap" : "whitespace-nowrap"}`}
    >
      {isLong ? shown.replace("\u00a0", " ") : shown}
    </span>
  );
}
