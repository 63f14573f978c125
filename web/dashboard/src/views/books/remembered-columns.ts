import { headerKey } from "../../statements/columns.ts";
import type { Grid, Mapping } from "../../statements/table.ts";
import type { BookAccount } from "./statement.ts";

/** Under which a device keeps the columns of an account's statements. They hold no data of the statement. */
const keyOf = ({ provider, account_number }: BookAccount) =>
  `statement-columns:${provider}:${account_number}`;

/** The columns that a member has confirmed before, for a file whose columns have the same names; null otherwise. */
export function rememberedColumns(
  account: BookAccount,
  grid: Grid,
  header: number,
): Mapping | null {
  try {
    const text = localStorage.getItem(keyOf(account));
    const kept = JSON.parse(text ?? "null") as {
      readonly names: string;
      readonly mapping: Mapping;
    } | null;
    return kept?.names === headerKey(grid, header) ? { ...kept.mapping, headerRow: header } : null;
  } catch {
    // A device without storage, or with another version's.
    return null;
  }
}

export function rememberColumns(account: BookAccount, grid: Grid, mapping: Mapping): void {
  const names = headerKey(grid, mapping.headerRow);
  try {
    localStorage.setItem(keyOf(account), JSON.stringify({ names, mapping }));
  } catch {
    // It is asked again next time.
  }
}
