import { formatMoney } from "../format.ts";

/** Characters for which a phone's column has room, e.g. `ETB 9,999,999.99`. */
const ONE_LINE = 16;

/** An amount in a cell: on one line, or with a break after the currency where it is too long for a phone. */
export function Money({
  amount,
  currency,
}: {
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
}) {
  const shown = formatMoney(amount, currency);
  if (shown.length > ONE_LINE) return <>{shown.replace("\u00a0", " ")}</>;
  return <span className="whitespace-nowrap narrow:whitespace-normal">{shown}</span>;
}
