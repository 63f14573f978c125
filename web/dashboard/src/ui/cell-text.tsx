import { Fragment } from "react";
import { formatMoney } from "../format.ts";

/** A name without spaces, which breaks after a dot or an underscore where its column is narrow. */
export function Breakable({ name }: { readonly name: string }) {
  return name.split(/(?<=[._])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part may occur twice
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ));
}

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
