/** Bounds of a checkout's amount, in minor units. */
export const MIN_AMOUNT_MINOR = 1;
export const MAX_AMOUNT_MINOR = 1_000_000_000_000;

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Whether `value` is a valid amount of a checkout: an integer of 1..10^12 minor units. */
export function isAmountMinor(value: unknown): value is number {
  return (
    typeof value === "number" &&
    Number.isSafeInteger(value) &&
    value >= MIN_AMOUNT_MINOR &&
    value <= MAX_AMOUNT_MINOR
  );
}

/** Whether `text` is an upper-case ISO 4217 code that `Intl` supports. */
export function isCurrency(text: string): boolean {
  return CURRENCIES.has(text);
}

/**
 * Decimal places of a currency (ISO 4217): ETB 2, JPY 0, KWD 3.
 *
 * @throws RangeError for an unknown code: assuming 2 would be wrong by a factor of 100 for the yen
 */
export function currencyExponent(currency: string): number {
  if (!isCurrency(currency)) throw new RangeError("unknown currency");
  const options = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return options.maximumFractionDigits ?? 2;
}

/**
 * Formats minor units as an exact decimal without grouping: 150000 ETB is `1500.00`.
 *
 * @throws RangeError unless `minor` is a safe integer
 */
export function decimalOf(minor: number, currency: string): `${number}` {
  if (!Number.isSafeInteger(minor)) throw new RangeError("money is an integer in minor units");
  const exponent = currencyExponent(currency);
  const sign = minor < 0 ? "-" : "";
  const digits = String(Math.abs(minor)).padStart(exponent + 1, "0");
  const point = digits.length - exponent;
  const fraction = exponent === 0 ? "" : `.${digits.slice(point)}`;
  return `${sign}${digits.slice(0, point)}${fraction}` as `${number}`;
}

/**
 * Formats money for display, e.g. `ETB 1,500.00`, without floating-point rounding. `locale` is a BCP 47 tag;
 * one that `Intl` does not support becomes English.
 */
export function formatMoney(minor: number, currency: string, locale: string): string {
  const decimal = decimalOf(minor, currency);
  return new Intl.NumberFormat([locale, "en"], { style: "currency", currency }).format(decimal);
}

/** Something with a day, such as `2026-11-20`. */
interface Dated {
  readonly day: string;
}

/**
 * Pairs payments with rows of the same amount, as many as possible, and those of the same day first. Where the rows of one
 * day could belong to payments of several days, the pairs are moved until none can be added: a payment stays alone only if
 * no assignment has a row for it. The lists must be sorted by day; equal ones pair in their order.
 *
 * @param fits whether a payment of one day may be booked on another
 */
export function pairByDay<P extends Dated, R extends Dated>(
  payments: readonly P[],
  rows: readonly R[],
  fits: (paid: string, booked: string) => boolean,
): readonly (readonly [payment: P, row: R])[] {
  const flow = new DayFlow(counts(payments), counts(rows), fits);
  flow.fill();
  const left = { payments: Map.groupBy(payments, dayOf), rows: Map.groupBy(rows, dayOf) };
  return flow.pairs().flatMap(([paid, booked, count]) => {
    const some = (left.payments.get(paid) ?? []).splice(0, count);
    const theirs = (left.rows.get(booked) ?? []).splice(0, count);
    return some.map((payment, index) => [payment, theirs[index] as R] as const);
  });
}

const dayOf = ({ day }: Dated) => day;

function counts(things: readonly Dated[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { day } of things) found.set(day, (found.get(day) ?? 0) + 1);
  return found;
}

/** How many payments of each day are paired with rows of each day. Days are few, so paths are short. */
class DayFlow {
  readonly #paid: Map<string, number>;
  readonly #booked: Map<string, number>;
  readonly #options: ReadonlyMap<string, readonly string[]>;
  readonly #paired = new Map<string, Map<string, number>>();

  constructor(
    paid: Map<string, number>,
    booked: Map<string, number>,
    fits: (paid: string, booked: string) => boolean,
  ) {
    this.#paid = paid;
    this.#booked = booked;
    const days = [...booked.keys()];
    this.#options = new Map(
      [...paid.keys()].map((day) => {
        const fitting = days.filter((one) => fits(day, one));
        // The same day first, then in their order.
        return [day, fitting.sort((a, b) => Number(b === day) - Number(a === day))];
      }),
    );
  }

  fill(): void {
    for (const day of this.#paid.keys()) {
      const count = Math.min(this.#paid.get(day) ?? 0, this.#booked.get(day) ?? 0);
      if (count > 0 && this.#options.get(day)?.includes(day)) this.#add(day, day, count);
    }
    for (const day of this.#paid.keys()) {
      while ((this.#paid.get(day) ?? 0) > 0) {
        const path = this.#pathFrom(day);
        if (path === null) break;
        this.#apply(path);
      }
    }
  }

  pairs(): readonly (readonly [paid: string, booked: string, count: number])[] {
    return [...this.#paired].flatMap(([paid, rows]) =>
      [...rows].flatMap(([booked, count]) => (count > 0 ? [[paid, booked, count] as const] : [])),
    );
  }

  #add(paid: string, booked: string, count: number): void {
    this.#change(paid, booked, count);
    this.#paid.set(paid, (this.#paid.get(paid) ?? 0) - count);
    this.#booked.set(booked, (this.#booked.get(booked) ?? 0) - count);
  }

  #change(paid: string, booked: string, count: number): void {
    const rows = this.#paired.get(paid) ?? new Map<string, number>();
    this.#paired.set(paid, rows.set(booked, (rows.get(booked) ?? 0) + count));
  }

  /** The shortest way to a free row: days of payments and rows in turn (an augmenting path). */
  #pathFrom(start: string): readonly string[] | null {
    const paths: string[][] = [[start]];
    const seen = new Set([start]);
    for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
      const options = this.#options.get(path.at(-1) ?? "") ?? [];
      const free = options.find((booked) => (this.#booked.get(booked) ?? 0) > 0);
      if (free !== undefined) return [...path, free];
      for (const booked of options) {
        const others = this.#holders(booked).filter((paid) => !seen.has(paid));
        for (const paid of others) seen.add(paid);
        paths.push(...others.map((paid) => [...(path ?? []), booked, paid]));
      }
    }
    return null;
  }

  /** Days of payments that are paired with rows of a day. */
  #holders(booked: string): readonly string[] {
    return [...this.#paired].flatMap(([paid, rows]) => ((rows.get(booked) ?? 0) > 0 ? [paid] : []));
  }

  /** Pairs the first payment with the first row, and each further one with the next, which gives up its own. */
  #apply(path: readonly string[]): void {
    const pick = (at: number) => path[at] ?? "";
    for (let at = 0; at + 2 < path.length; at += 2) {
      this.#change(pick(at), pick(at + 1), 1);
      this.#change(pick(at + 2), pick(at + 1), -1);
    }
    this.#change(pick(path.length - 2), pick(path.length - 1), 1);
    this.#paid.set(pick(0), (this.#paid.get(pick(0)) ?? 0) - 1);
    this.#booked.set(pick(path.length - 1), (this.#booked.get(pick(path.length - 1)) ?? 0) - 1);
  }
}
