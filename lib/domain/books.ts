import { maskNumber } from "./account-number.ts";
import type { ProviderId } from "./provider.ts";

/** What happened to money: a checkout was verified, by its receipts or by a person, or its payments were rejected or released. */
export type EntryKind = "verified" | "approved" | "rejected" | "released";

/** A payment in the books. Money in minor units. */
export interface BookedPayment {
  readonly provider: ProviderId;
  readonly reference: string;
  /** The provider of the receiving account: another one than that of the receipt if a wallet paid into a bank. */
  readonly accountProvider: ProviderId;
  /** The receiving account; null if no receipt showed it and the checkout showed several of this provider. */
  readonly accountNumber: string | null;
  /** Masked. */
  readonly payerName: string | null;
  /** Where no receipt was read, what the person who approved it took it for. */
  readonly amount: number;
  readonly paidAt: number | null;
}

/** An entry of the books: one event of one checkout. */
export interface BookEntry {
  /** The event's. */
  readonly id: string;
  readonly kind: EntryKind;
  /** ms since the epoch. */
  readonly at: number;
  readonly livemode: boolean;
  readonly appId: number;
  readonly checkoutId: string;
  /** What the checkout asked for. */
  readonly amount: number;
  readonly currency: string;
  /** The merchant's own reference. */
  readonly order: string | null;
  /** Id of the member who decided; null if nobody had to. */
  readonly member: string | null;
  readonly note: string | null;
  readonly payments: readonly BookedPayment[];
}

export interface Total {
  readonly count: number;
  readonly amount: number;
}

/** The sums of one app, receiving account and currency. */
export interface Sheet {
  readonly appId: number;
  readonly provider: ProviderId | null;
  readonly accountNumber: string | null;
  readonly currency: string;
  /** Verified and approved payments. */
  readonly payments: Total;
  /** Money above what checkouts asked for. */
  readonly overpaid: Total;
  /** Money below it, in approved checkouts. */
  readonly underpaid: Total;
  /** Payments of checkouts that a person approved. They are among `payments`. */
  readonly approved: Total;
  readonly rejected: Total;
  readonly released: Total;
  /** One for each verified checkout in live mode. */
  readonly creditsSpent: number;
}

/** Whether an entry's payments are money of the shop. */
export function isIncome({ kind }: Pick<BookEntry, "kind">): boolean {
  return kind === "verified" || kind === "approved";
}

/**
 * Keeps the entries of released payments until all others are known. If a payment has moved to another checkout and its first
 * one is canceled later, the events alone look as if that released it.
 */
export class Releases {
  readonly #entries: BookEntry[] = [];
  /** Entries of income, by payment. */
  readonly #incomeIds = new Map<string, string>();

  /** Keeps those of released payments. @returns the others */
  othersOf(entries: readonly BookEntry[]): readonly BookEntry[] {
    for (const { id, payments } of entries.filter(isIncome))
      for (const payment of payments) this.#incomeIds.set(keyOf(payment), id);
    this.#entries.push(...entries.filter(({ kind }) => kind === "released"));
    return entries.filter(({ kind }) => kind !== "released");
  }

  /** The entries that are kept, without payments that were income before. */
  entries(): readonly BookEntry[] {
    const isReleased = (id: string) => (payment: BookedPayment) =>
      id < (this.#incomeIds.get(keyOf(payment)) ?? "~");
    return this.#entries
      .map((entry) => ({ ...entry, payments: entry.payments.filter(isReleased(entry.id)) }))
      .filter(({ payments }) => payments.length > 0);
  }
}

const keyOf = ({ provider, reference }: BookedPayment) => `${provider}#${reference}`;

/**
 * Sums entries by app, receiving account and currency, sorted by them. A checkout paid to two accounts counts in both
 * sheets with its payments; its surplus, shortfall and credit count with its last payment.
 */
export class SheetBook {
  readonly #sheets = new Map<string, MutableSheet>();

  add(entry: BookEntry): void {
    const last = entry.payments.at(-1) ?? null;
    for (const payment of entry.payments) {
      const sheet = this.#sheetOf(entry, payment);
      if (isIncome(entry)) add(sheet.payments, payment.amount);
      if (entry.kind !== "verified") add(sheet[entry.kind], payment.amount);
    }
    if (!isIncome(entry)) return;
    const sheet = this.#sheetOf(entry, last);
    const received = entry.payments.reduce((sum, { amount }) => sum + amount, 0);
    if (received > entry.amount) add(sheet.overpaid, received - entry.amount);
    if (received < entry.amount) add(sheet.underpaid, entry.amount - received);
    if (entry.livemode) sheet.creditsSpent += 1;
  }

  sheets(): readonly Sheet[] {
    return [...this.#sheets].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sheet]) => sheet);
  }

  #sheetOf({ appId, currency }: BookEntry, payment: BookedPayment | null): MutableSheet {
    const { accountProvider: provider = null, accountNumber = null } = payment ?? {};
    const key = JSON.stringify([
      String(appId).padStart(16, "0"),
      provider,
      accountNumber,
      currency,
    ]);
    const known = this.#sheets.get(key);
    if (known !== undefined) return known;
    const made = {
      ...{ appId, provider, accountNumber, currency, creditsSpent: 0 },
      ...{ payments: none(), overpaid: none(), underpaid: none() },
      ...{ approved: none(), rejected: none(), released: none() },
    };
    this.#sheets.set(key, made);
    return made;
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type MutableSheet = {
  -readonly [K in keyof Sheet]: Sheet[K] extends Total ? Mutable<Total> : Sheet[K];
};

const none = (): Mutable<Total> => ({ count: 0, amount: 0 });

function add(total: Mutable<Total>, amount: number): void {
  total.count += 1;
  total.amount += amount;
}

/** An entry for a member who does not see the whole numbers of receiving accounts. */
export function withMaskedNumbers(entry: BookEntry): BookEntry {
  const payments = entry.payments.map((payment) => ({
    ...payment,
    accountNumber: maskNumber(payment.accountNumber),
  }));
  return { ...entry, payments };
}
