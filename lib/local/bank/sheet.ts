import type { BankAnswer } from "./answer.ts";
import type { BankTransfer } from "./transfer.ts";

/** The subject of a receipt's line, so that a test can leave out a group by one word. */
export type Role =
  | "payer"
  | "receiver"
  | "amount"
  | "date"
  | "reference"
  | "status"
  | "institution"
  | "type"
  | "alias"
  | "fee"
  | "note";

export interface Row {
  readonly role: Role;
  readonly label: string;
  readonly value: string;
}

/** A transfer to print. `relabel` renames labels when the page was redesigned. */
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

/** How a provider prints receipts, and how it answers when none exists. */
export interface Layout {
  readonly variants: readonly Variant[];
  /** The variant of a transfer for which none was chosen; the first one by default. */
  readonly variantFor?: (transfer: Pick<BankTransfer, "receiverBank" | "linkForm">) => string;
  /** True where the receipt in this variant states pending, reversed or failed. */
  readonly showsStatus: boolean | ((variant: string) => boolean);
  readonly render: (sheet: Sheet) => BankAnswer | Promise<BankAnswer>;
  /** The variant tells which of several hosts was asked, where several exist. */
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
