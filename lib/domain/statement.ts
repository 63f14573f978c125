import {
  bankingDayAfter,
  bookingDays,
  dayAfter,
  daysBetween,
  mayBeBooked,
} from "./banking-days.ts";
import {
  type BookPayment,
  byPayment,
  byRow,
  type Comparison,
  coverage,
  indexReferences,
  isSaleReference,
  mayReverse,
  nameOfAlike,
  nameRows,
  type Pair,
  type ReferenceIndex,
  type Reversal,
  type StatementFacts,
  type StatementRow,
  saysReversal,
  textOf,
  type WaitingReason,
} from "./statement-facts.ts";

/** Largest part of a payment that may be a fee if no reference shows that row and payment belong together. */
const MOST_FEE = 0.03;
/** Part of the payments that must be found by reference before a row with another reference is no other payment's. */
const REFERENCED = 0.5;

/**
 * Compares a statement with the payments to its account: by reference first, then each sale of a row with its row, then by
 * exact amount and day, then by amount less a small fee. Each payment matches one row at most, the best first. The result
 * does not depend on the order of the lists, and is sorted by day. Everything is in one currency.
 */
export function compareStatement(
  rows: readonly StatementRow[],
  payments: readonly BookPayment[],
  facts: StatementFacts,
): Comparison {
  const found = new Matches(rows.toSorted(byRow), payments.toSorted(byPayment));
  found.pairByReference();
  found.pairSales(facts);
  found.pairAsBefore(facts);
  found.pairByAmount();
  found.pairLessFees();
  found.findReversals();
  return found.result(facts);
}

/** Which row belongs to which payment, as far as one step after the other finds it. */
class Matches {
  readonly #rows: readonly StatementRow[];
  readonly #payments: readonly BookPayment[];
  /** Payments that are not sales of a row: such a sale belongs to its own row or to none. */
  readonly #unsold: readonly BookPayment[];
  readonly #references: ReferenceIndex<BookPayment>;
  readonly #pairs = new Map<BookPayment, StatementRow>();
  /** Paired by their reference. */
  readonly #proven = new Set<BookPayment>();
  readonly #taken = new Set<StatementRow>();
  readonly #named = new Map<StatementRow, readonly BookPayment[]>();
  readonly #paymentOf = new Map<StatementRow, BookPayment>();
  readonly #reversals: Reversal[] = [];
  readonly #lessFees: Pair[] = [];
  readonly #names: ReadonlyMap<StatementRow, string>;
  /** Days of the rows of sales, which members make on any day. */
  readonly #soldOn = new Map<BookPayment, string>();
  #isReferenced = false;

  constructor(rows: readonly StatementRow[], payments: readonly BookPayment[]) {
    this.#rows = rows;
    this.#payments = payments;
    this.#unsold = payments.filter(({ reference }) => !isSaleReference(reference));
    this.#references = indexReferences(this.#unsold, ({ reference }) => reference);
    for (const row of rows) this.#named.set(row, this.#references.find(textOf(row)));
    this.#names = nameRows(this.#incoming());
  }

  /** Equal amounts before others, near days before far ones. */
  pairByReference(): void {
    const pairs = this.#incoming().flatMap((row) =>
      this.#namedBy(row).map((payment) => ({
        row,
        payment,
        off: Math.abs(row.amount - payment.amount),
        days: Math.abs(daysBetween(payment.day, row.day)),
      })),
    );
    pairs.sort((a, b) => a.off - b.off || a.days - b.days);
    for (const { payment, row } of pairs) this.#pair(payment, row);
    for (const payment of this.#pairs.keys()) this.#proven.add(payment);
    const [first = "", last = ""] = [this.#rows[0]?.day, this.#rows.at(-1)?.day];
    const due = this.#unsold.filter(({ day }) => day >= first && day <= last);
    this.#isReferenced = this.#pairs.size > 0 && this.#pairs.size >= due.length * REFERENCED;
  }

  /**
   * Not proven: the customer may still enter the reference of the same money. A sale whose own row is another payment's takes
   * an equal row: in a file with another order, or with more rows of the day, equal rows have other numbers.
   */
  pairSales({ saleOf }: StatementFacts): void {
    if (this.#unsold.length === this.#payments.length) return;
    const rows = new Map([...this.#names].map(([row, name]) => [saleOf(name), row]));
    const sold = this.#payments.filter(({ reference }) => rows.has(reference));
    const alike = Map.groupBy(this.#names.keys(), nameOfAlike);
    for (const isOwn of [true, false]) {
      for (const payment of this.#alone(sold)) {
        const own = rows.get(payment.reference) as StatementRow;
        const able = isOwn ? [own] : (alike.get(nameOfAlike(own)) ?? []);
        const row = able.find((one) => !this.#taken.has(one) && this.#namedBy(one).length === 0);
        if (row === undefined) continue;
        this.#pair(payment, row);
        this.#soldOn.set(payment, row.day);
      }
    }
  }

  /** Another statement matched these by their amount; beside rows that are found by reference, they would be sold as well. */
  pairAsBefore({ rowsBefore }: StatementFacts): void {
    for (const payment of this.#alone(this.#unsold)) {
      const row = rowsBefore.get(payment.id);
      if (row !== undefined && this.#namesOther(row)) this.#pair(payment, row);
    }
  }

  pairByAmount(): void {
    // A payment that may have gone to another account must not take the row of one that has not.
    for (const isKnown of [true, false]) {
      const rows = Map.groupBy(this.#anonymous(), ({ amount }) => amount);
      const alone = this.#alone(this.#unsold).filter(
        ({ isAccountKnown }) => isAccountKnown === isKnown,
      );
      for (const [amount, some] of Map.groupBy(alone, (payment) => payment.amount)) {
        const pairs = pairByDay(some, rows.get(amount) ?? []);
        for (const [payment, row] of pairs) this.#pair(payment, row);
      }
    }
  }

  pairLessFees(): void {
    const rows = this.#anonymous().toSorted((a, b) => b.amount - a.amount);
    for (const payment of this.#alone(this.#unsold)) {
      const row = rows.find((one) => this.#isLessFee(payment, one));
      if (row === undefined) continue;
      this.#pair(payment, row);
      this.#lessFees.push({ payment, row });
      rows.splice(rows.indexOf(row), 1);
    }
  }

  /** Whether a row may be a payment less a fee. */
  #isLessFee(payment: BookPayment, { amount, day }: StatementRow): boolean {
    const isLower = amount < payment.amount && amount >= payment.amount * (1 - MOST_FEE);
    return isLower && mayBeBooked(payment.day, day);
  }

  findReversals(): void {
    const outgoing = this.#rows.filter(({ direction }) => direction === "out");
    const reversed = new Set<BookPayment>();
    const take = (row: StatementRow, payment: BookPayment | undefined, among: number) => {
      if (payment === undefined) return;
      this.#reversals.push({ payment, row, among });
      reversed.add(payment);
    };
    // A row with a reference reverses that payment, before others are matched by amount.
    for (const row of outgoing) {
      const named = this.#namedBy(row).filter((payment) => !reversed.has(payment));
      const isSame = ({ amount }: BookPayment) => amount === row.amount;
      take(row, named.find(isSame) ?? (saysReversal(textOf(row)) ? named[0] : undefined), 1);
    }
    for (const row of outgoing) {
      if (!saysReversal(textOf(row)) || this.#namesOther(row)) continue;
      const able = this.#payments.filter(
        (payment) => mayReverse(row, payment) && !reversed.has(payment),
      );
      // The latest one that came in, or else the latest one.
      const latest = able.findLast((payment) => this.#pairs.has(payment)) ?? able.at(-1);
      take(row, latest, able.length);
    }
  }

  result({ complete, confirmed, lessFeesBefore, today }: StatementFacts): Comparison {
    const pairs = this.#rows.flatMap((row) => {
      const payment = this.#paymentOf.get(row);
      return payment === undefined ? [] : [{ payment, row }];
    });
    const agreed = pairs.filter(({ payment, row }) => payment.amount === row.amount);
    const reversed = new Set(this.#reversals.map(({ payment }) => payment));
    const reversals = new Set(this.#reversals.map(({ row }) => row));
    const alone = this.#alone().filter((payment) => !reversed.has(payment));
    const among = this.#amounts();
    const covered = coverage(complete);
    const reasonOf = (payment: BookPayment): WaitingReason | null => {
      if (payment.isSoldRow || confirmed.has(payment.id)) return "confirmed_before";
      if (!payment.isAccountKnown) return "account_unknown";
      if (!covered(bookingDays(payment.day))) return "not_covered";
      return today > bankingDayAfter(payment.day, 2) ? null : "too_soon";
    };
    const judged = alone.map((payment) => ({ payment, reason: reasonOf(payment) }));
    return {
      agreed,
      byAmount: agreed.filter(({ payment }) => !this.#proven.has(payment)),
      differing: pairs.filter(({ payment, row }) => payment.amount !== row.amount),
      lessFees: this.#lessFees,
      reversed: this.#reversals.toSorted((a, b) => byRow(a.row, b.row)),
      unknown: this.#incoming().filter((row) => !this.#taken.has(row)),
      other: this.#rows.filter((row) => row.direction === "out" && !reversals.has(row)),
      missing: judged.flatMap(({ payment, reason }) =>
        reason === null ? [{ payment, among: among(payment) }] : [],
      ),
      waiting: judged.flatMap(({ payment, reason }) =>
        reason === null ? [] : [{ payment, reason }],
      ),
      lessFeesBefore: alone.filter(({ id }) => lessFeesBefore.has(id)),
      names: this.#names,
    };
  }

  #pair(payment: BookPayment, row: StatementRow): void {
    if (this.#pairs.has(payment) || this.#taken.has(row)) return;
    this.#pairs.set(payment, row);
    this.#paymentOf.set(row, payment);
    this.#taken.add(row);
  }

  #incoming(): readonly StatementRow[] {
    return this.#rows.filter(({ direction }) => direction === "in");
  }

  /** Payments whose reference a row has. */
  #namedBy(row: StatementRow): readonly BookPayment[] {
    return this.#named.get(row) ?? [];
  }

  /** Payments without a row. */
  #alone(payments = this.#payments): readonly BookPayment[] {
    return payments.filter((payment) => !this.#pairs.has(payment));
  }

  /** Incoming rows without a payment that name none, so that amount and day decide. */
  #anonymous(): readonly StatementRow[] {
    return this.#incoming().filter((row) => !this.#taken.has(row) && !this.#namesOther(row));
  }

  /** Whether a row's reference says that it is about another payment than those it could match by amount. */
  #namesOther(row: StatementRow): boolean {
    if (this.#namedBy(row).length > 0) return true;
    return this.#isReferenced && this.#references.hasOther(textOf(row));
  }

  /** Counts the payments that could have had the same rows, because no reference decided. */
  #amounts(): (payment: BookPayment) => number {
    const counts = { alone: new Map<string, number>(), byAmount: new Map<string, number>() };
    const keyOf = (amount: number, day: string) => `${amount} ${day}`;
    for (const payment of this.#payments) {
      if (this.#proven.has(payment)) continue;
      const kind = this.#pairs.has(payment) ? counts.byAmount : counts.alone;
      const key = keyOf(payment.amount, this.#soldOn.get(payment) ?? payment.day);
      kind.set(key, (kind.get(key) ?? 0) + 1);
    }
    return (payment) => {
      const { amount, day } = payment;
      const near = [-2, -1, 0, 1, 2].map((days) => keyOf(amount, dayAfter(day, days)));
      const paired = near.reduce((sum, key) => sum + (counts.byAmount.get(key) ?? 0), 0);
      const lessFees = this.#lessFees.filter(
        (other) => other.payment.amount !== amount && this.#isLessFee(payment, other.row),
      );
      const others = paired + lessFees.length;
      // If none of the payments has a row, all are missing.
      return others === 0 ? 1 : others + (counts.alone.get(keyOf(amount, day)) ?? 1);
    };
  }
}

/**
 * Pairs payments with rows of the same amount, as many as possible, and those of the same day first. Where the rows of one
 * day could belong to payments of several days, the pairs are moved until none can be added: a payment stays alone only if
 * no assignment has a row for it. The lists are sorted by day; equal ones pair in their order.
 */
function pairByDay(
  payments: readonly BookPayment[],
  rows: readonly StatementRow[],
): readonly (readonly [payment: BookPayment, row: StatementRow])[] {
  const paid = Map.groupBy(payments, dayOf);
  const booked = Map.groupBy(rows, dayOf);
  const days = new DayPairs(countsOf(paid), countsOf(booked));
  return days.made().flatMap(([paidOn, bookedOn, count]) => {
    const theirs = booked.get(bookedOn)?.splice(0, count);
    return (paid.get(paidOn) ?? []).splice(0, count).flatMap((payment, index) => {
      const row = theirs?.[index];
      return row === undefined ? [] : [[payment, row] as const];
    });
  });
}

/** A payment's day on the way to a free row. All but the first give up a row of `via.booked` for the step before. */
interface Step {
  readonly paid: string;
  readonly via: { readonly step: Step; readonly booked: string } | null;
}

/** How many payments of each day are paired with rows of each day. Days are few, so ways are short. */
class DayPairs {
  readonly #paid: Counts;
  readonly #booked: Counts;
  readonly #pairs = new Map<string, Counts>();

  /** @param paid payments of each day, and `booked` rows of each day; both are used up */
  constructor(paid: Counts, booked: Counts) {
    this.#paid = paid;
    this.#booked = booked;
    for (const [day, count] of paid) {
      const same = Math.min(count, countIn(booked, day));
      this.#change(day, day, same);
      add(paid, day, -same);
      add(booked, day, -same);
    }
    for (const day of paid.keys()) while (countIn(paid, day) > 0 && this.#addOne(day));
  }

  made(): readonly (readonly [paid: string, booked: string, count: number])[] {
    return [...this.#pairs].flatMap(([paid, rows]) =>
      [...rows].map(([booked, count]) => [paid, booked, count] as const),
    );
  }

  #change(paid: string, booked: string, count: number): void {
    const rows = this.#pairs.get(paid) ?? new Map<string, number>();
    this.#pairs.set(paid, rows);
    add(rows, booked, count);
  }

  /** Pairs one more payment of a day, by the shortest way to a free row (an augmenting path). */
  #addOne(day: string): boolean {
    const steps: Step[] = [{ paid: day, via: null }];
    const seen = new Set([day]);
    for (const step of steps) {
      const fitting = [...this.#booked.keys()].filter((booked) => mayBeBooked(step.paid, booked));
      const free = fitting.find((booked) => countIn(this.#booked, booked) > 0);
      if (free !== undefined) {
        add(this.#booked, free, -1);
        this.#take(step, free);
        return true;
      }
      for (const booked of fitting) {
        for (const [paid, rows] of this.#pairs) {
          if (seen.has(paid) || countIn(rows, booked) === 0) continue;
          seen.add(paid);
          steps.push({ paid, via: { step, booked } });
        }
      }
    }
    return false;
  }
  #take({ paid, via }: Step, booked: string): void {
    this.#change(paid, booked, 1);
    if (via === null) {
      add(this.#paid, paid, -1);
      return;
    }
    this.#change(paid, via.booked, -1);
    this.#take(via.step, via.booked);
  }
}

type Counts = Map<string, number>;

function countsOf(byDay: ReadonlyMap<string, readonly unknown[]>): Counts {
  return new Map([...byDay].map(([day, { length }]) => [day, length]));
}

function countIn(counts: Counts, day: string): number {
  return counts.get(day) ?? 0;
}

function add(counts: Counts, day: string, count: number): void {
  counts.set(day, countIn(counts, day) + count);
}

const dayOf = ({ day }: BookPayment | StatementRow) => day;
