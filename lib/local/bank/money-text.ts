/** Minor units as text with two decimals, `2047500` → `20,475.00`. */
export function grouped(minor: number): string {
  const [whole = "0", cents = "00"] = ungrouped(minor).split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${cents}`;
}

/** `2047500` → `20475.00`. */
export function ungrouped(minor: number): string {
  const digits = String(minor).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** As few decimals as the value needs: `300000` → `3,000`, `305050` → `3,050.50`. */
export function shortest(minor: number): string {
  const text = grouped(minor);
  return text.endsWith(".00") ? text.slice(0, -3) : text;
}

/** One decimal where that is exact: `0` → `0.0`, `30050` → `300.5`, `30055` → `300.55`. */
export function oneDecimal(minor: number): string {
  const text = ungrouped(minor);
  return text.endsWith("0") ? text.slice(0, -1) : text;
}

/** `Birr` where the currency is Ethiopia's, else its code. */
export function spokenCurrency(currency: string): string {
  return currency === "ETB" ? "Birr" : currency;
}

/** 15 % VAT on a fee, rounded to the minor unit. */
export function vatOn(feeMinor: number): number {
  return Math.round(feeMinor * 0.15);
}
