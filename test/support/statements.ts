import { createHash } from "node:crypto";
import { bankingDayAfter, dayAfter } from "../../lib/domain/banking-days.ts";
import { compareStatement } from "../../lib/domain/statement.ts";
import type {
  BookPayment,
  StatementFacts,
  StatementRow,
} from "../../lib/domain/statement-facts.ts";

/** What happened to a payment, so that a test knows the right answer. */
export type Fate = "agreed" | "fee inside" | "reversed" | "absent";

export interface Month {
  readonly rows: readonly StatementRow[];
  readonly payments: readonly BookPayment[];
  readonly fates: ReadonlyMap<string, Fate>;
  /** Lines of incoming rows that belong to no payment. */
  readonly strays: ReadonlySet<number>;
  readonly facts: StatementFacts;
}

interface Shares {
  readonly reversed: number;
  readonly absent: number;
  readonly feeInside: number;
  readonly strays: number;
  /** Of the rows that name the payment's reference. */
  readonly referenced: number;
}

export const GOAL_SHARES: Shares = {
  reversed: 0.02,
  absent: 0.01,
  feeInside: 0.01,
  strays: 0.03,
  referenced: 0.9,
};

const FROM = "2026-10-01";
const DAYS = 31;
const PRICES = [15_000, 25_000, 45_000, 50_000, 99_900, 120_000, 150_000];

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
export function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Makes a month of invented payments and the statement of their account: reversals with and without a reference, payments
 * that never arrived, money from elsewhere, fees inside the sum and as rows of their own, and bookings on the next banking
 * day. The statement covers the days around the month completely.
 */
export function makeMonth(count: number, seed: number, shares = GOAL_SHARES): Month {
  const random = numbersOf(seed);
  const payments = Array.from({ length: count }, (_, index) => makePayment(index, random));
  const fates = new Map(payments.map(({ id }) => [id, fateOf(random(), shares)]));
  const booked = payments.flatMap((payment) =>
    bookings(payment, fates.get(payment.id) ?? "absent", random() < shares.referenced, random),
  );
  const foreign = Array.from({ length: Math.round(count * shares.strays) }, () => ({
    day: anyDay(random),
    amount: 10_000 + Math.floor(random() * 900_000),
    direction: "in" as const,
    text: `Transfer FT26999${letters(random, 5)}`,
  }));
  const rows = [...booked, ...foreign].map((row, index) => {
    return { ...row, line: index + 2, reference: null };
  });
  const strays = new Set(rows.slice(booked.length).map(({ line }) => line));
  const complete = [{ from: dayAfter(FROM, -2), to: dayAfter(FROM, DAYS + 4) }];
  const facts = {
    complete,
    confirmed: new Set<string>(),
    lessFeesBefore: new Set<string>(),
    rowsBefore: new Map<string, StatementRow>(),
    today: dayAfter(FROM, DAYS + 14),
    saleOf: saleReference,
  };
  return { rows, payments, fates, strays, facts };
}

/** Half of the amounts are prices that many customers pay, the others are odd. */
function makePayment(index: number, random: () => number): BookPayment {
  const reference = `FT26${String(index).padStart(3, "0")}${letters(random, 5)}`;
  const price = PRICES[Math.floor(random() * PRICES.length * 2)];
  return {
    id: `co_${String(index).padStart(6, "0")}:${reference}`,
    reference,
    amount: price ?? 10_000 + Math.floor(random() * 900_000),
    day: anyDay(random),
    isAccountKnown: true,
  };
}

type Booking = Omit<StatementRow, "line" | "reference">;

/** The rows of a payment: itself, perhaps a charge, and its reversal. */
function bookings(
  { reference, amount, day: paid }: BookPayment,
  fate: Fate,
  isNamed: boolean,
  random: () => number,
): Booking[] {
  if (fate === "absent") return [];
  const day = random() < 0.2 ? bankingDayAfter(paid) : paid;
  const text =
    isNamed || fate !== "agreed"
      ? `Transfer ${reference}\\BNK from ${letters(random, 6)}`
      : "Transfer";
  const fee = fate === "fee inside" ? Math.max(100, Math.round(amount * 0.01)) : 0;
  const rows: Booking[] = [{ day, amount: amount - fee, direction: "in", text }];
  if (random() < 0.05) rows.push({ day, amount: 575, direction: "out", text: "Service charge" });
  if (fate === "reversed") {
    // Of a price that many pay, no one could tell which payment is meant.
    const named = PRICES.includes(amount) || random() < 0.5 ? ` ${reference}` : "";
    rows.push({ day: dayAfter(day, 1), amount, direction: "out", text: `Reversal${named}` });
  }
  return rows;
}

function anyDay(random: () => number): string {
  return dayAfter(FROM, Math.floor(random() * DAYS));
}

function fateOf(draw: number, { reversed, absent, feeInside }: Shares): Fate {
  if (draw < reversed) return "reversed";
  if (draw < reversed + absent) return "absent";
  return draw < reversed + absent + feeInside ? "fee inside" : "agreed";
}

function letters(random: () => number, count: number): string {
  const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  return Array.from({ length: count }, () => alphabet[Math.floor(random() * 32)]).join("");
}

/** A copy in another order. */
export function shuffled<T>(things: readonly T[], random: () => number): T[] {
  const copy = [...things];
  for (let at = copy.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [copy[at], copy[other]] = [copy[other] as T, copy[at] as T];
  }
  return copy;
}

/** A Monday; no holiday is near. */
export const DAY = "2026-11-16";
/** Everything is covered, and long ago. */
const ALL: StatementFacts = {
  complete: [{ from: "2026-10-01", to: "2026-12-31" }],
  confirmed: new Set(),
  lessFeesBefore: new Set(),
  rowsBefore: new Map(),
  today: "2027-01-30",
  saleOf: saleReference,
};
let lines = 0;

/** The reference of a sale of a row: as the service's, whose digest also has the account. */
export function saleReference(rowName: string): string {
  const digest = createHash("sha256").update(rowName).digest("hex").slice(0, 12);
  return `ROW-20261116-${digest.toUpperCase()}`;
}

/** An incoming row of its own line. */
export function row(change: Partial<StatementRow> = {}): StatementRow {
  lines += 1;
  const plain = { line: lines, day: DAY, amount: 150_000, text: "Transfer", reference: null };
  return { ...plain, direction: "in", ...change };
}

export function payment(id: string, change: Partial<BookPayment> = {}): BookPayment {
  return {
    id,
    reference: `FT26320${id.padStart(5, "X")}`,
    amount: 150_000,
    day: DAY,
    isAccountKnown: true,
    ...change,
  };
}

export function compare(
  rows: readonly StatementRow[],
  payments: readonly BookPayment[],
  facts: Partial<StatementFacts> = {},
) {
  return compareStatement(rows, payments, { ...ALL, ...facts });
}

export function idsOf(pairs: readonly { readonly payment: BookPayment }[]): string[] {
  return pairs.map((pair) => pair.payment.id).sort();
}
