import type { books } from "virtual:endpoints";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { dayOf, startOfDay } from "../../../../../lib/contract/days.ts";
import { formatDay, formatTime } from "../../format.ts";
import { headerKey } from "../../statements/columns.ts";
import type { FileFault, Grid, Mapping, UnusableFile } from "../../statements/table.ts";
import { language, type TextKey, t } from "../../texts/t.ts";

export type Statement = Answer<typeof books.listStatements>["data"][number];
export type Point = Exclude<Answer<typeof books.readStatement>, string>["points"][number];
export type BookAccount = Answer<typeof books.listBookAccounts>["data"][number];
export type Sheet = Answer<typeof books.listBookDays>["days"][number]["sheets"][number];

/** Texts of the rows of statements that were compared in this page, by statement and line. The service does not have them. */
const rowTexts = new Map<string, ReadonlyMap<number, string>>();

export function keepRowTexts(id: string, texts: ReadonlyMap<number, string>): void {
  rowTexts.set(id, texts);
}

export function rowTextOf(id: string, line: number | null): string | null {
  return line === null ? null : (rowTexts.get(id)?.get(line) ?? null);
}

/** A day such as `2026-11-20` with its year, in Amharic by both calendars. */
export function formatDate(day: string): string {
  const midnight = formatTime(new Date(startOfDay(day)).toISOString());
  return midnight.replace(", 00:00:00", "");
}

/** Days as a range, e.g. `1 Nov – 18 Nov`; with years where one is not of this year. */
export function shownDays(from: string, to: string): string {
  const thisYear = dayOf(Date.now()).slice(0, 5);
  const format = [from, to].every((day) => day.startsWith(thisYear)) ? formatDay : formatDate;
  return from === to ? format(from) : `${format(from)} – ${format(to)}`;
}

/** A day by both calendars, e.g. `20 Nov 2026 · 11/03/2019`. In Amharic, `formatDate` has both. */
export function bothCalendars(day: string, ethiopian: string): string {
  const [year, month, date] = ethiopian.split("-");
  return language() === "am" ? formatDate(day) : `${formatDate(day)} · ${date}/${month}/${year}`;
}

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

const TEXTS: Readonly<Record<FileFault, TextKey>> = {
  too_large: "books.faultTooLarge",
  empty: "books.faultEmpty",
  old_excel: "books.faultOldExcel",
  web_page: "books.faultWebPage",
  macros: "books.faultMacros",
  formulas: "books.faultFormulas",
  zip_bomb: "books.faultZipBomb",
  several_sheets: "books.faultSeveralSheets",
  broken: "books.faultBroken",
  password: "books.faultPassword",
  unclosed_quote: "books.faultUnclosedQuote",
  picture_pdf: "books.faultPicturePdf",
  unknown_kind: "books.faultUnknownKind",
  too_slow: "books.faultTooSlow",
  not_loaded: "layout.thisPageCouldNot",
};

/** Why a file can't be used, and what to do about it. */
export function faultText({ fault, line }: UnusableFile): string {
  const text = t(TEXTS[fault]);
  return line === null ? text : `${text} ${t("books.line", { line })}`;
}
