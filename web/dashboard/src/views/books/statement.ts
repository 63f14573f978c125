import type { books } from "virtual:endpoints";
import type { Answer } from "../../../../../lib/contract/client-types.ts";

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
