import type { BankAnswer } from "./answer.ts";
import type { BankTransfer } from "./transfer.ts";

/** What a line of a receipt is about, so that a test can leave out a group by one word. */
export type Role =
  | "payer"
  | "receiver"
  | "amount"
  | "date"
  | "reference"
  | "status"
  | "fee"
  | "note";

export interface Row {
  readonly role: Role;
  readonly label: string;
  readonly value: string;
}

/** A transfer on its way to paper. `relabel` renames labels when the page was re-designed. */
export interface Sheet {
  readonly transfer: BankTransfer;
  readonly variant: string;
  readonly relabel: (label: string) => string;
}

export interface Variant {
  readonly name: string;
  /** Facts of the transfer that cannot be read back from this variant. */
  readonly loses: readonly ("receiver" | "time" | "seconds" | "reference")[];
}

/** One way a provider prints receipts, and what it says when there is none. */
export interface Layout {
  readonly variants: readonly Variant[];
  /** True where the page itself states pending, reversed or failed. */
  readonly showsStatus: boolean;
  readonly render: (sheet: Sheet) => BankAnswer | Promise<BankAnswer>;
  /** The variant tells which of several desks was asked, where there are several. */
  readonly notFound: (variant: string) => BankAnswer;
}

/** Rows less those the transfer leaves out, by role or by label. */
export function keptRows(sheet: Sheet, rows: readonly Row[]): Row[] {
  const omitted = sheet.transfer.omit.map((word) => word.toLowerCase());
  return rows
    .filter((row) => !omitted.includes(row.role) && !omitted.includes(plain(row.label)))
    .map((row) => ({ ...row, label: sheet.relabel(row.label) }));
}

function plain(label: string): string {
  return label.replace(/:$/, "").toLowerCase();
}
