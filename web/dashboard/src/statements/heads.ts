import { isPhone } from "../../../../lib/contract/typed-amount.ts";
import { columnsOf, headerKey, roleOf } from "./columns.ts";
import { writtenDay } from "./dates.ts";
import { type Cell, folded, type Grid, type Mapping, type Role, textOf } from "./table.ts";

/** Currencies other than birr, by their codes, names and signs. */
const OTHERS: readonly (readonly [code: string, name: RegExp])[] = [
  ...[
    ...["USD", "EUR", "GBP", "AED", "SAR", "CNY", "CHF", "CAD", "AUD", "JPY", "INR", "KES", "DJF"],
    ...["SEK", "NOK", "DKK", "KWD", "QAR", "ZAR"],
  ].map((code) => [code, new RegExp(`\\b${code}\\b`)] as const),
  ["USD", /\b(?:usd|(?:us )?dollars?)\b|\$|ዶላር/i],
  ["EUR", /\b(?:eur|euros?)\b|€|ዩሮ/i],
  ["GBP", /\b(?:gbp|pounds?(?: sterling)?)\b|£|ፓውንድ/i],
];
const BIRR = /\bETB\b|\bbirr\b|ብር/i;
const OF_CURRENCY = /\bcurrency\b|\bccy\b|የገንዘብ አይነት|ምንዛሬ/i;
/** What stands beside the currency of an account; names of people and firms may have a currency's name in them. */
const OF_ACCOUNT = /\b(?:account|acct|a\/c|balance|statement)\b|ሂሳብ|ሒሳብ|ቀሪ/i;
const OF_OTHERS = /\b(?:name|holder|title|owner|branch|address|rates?|exchange)\b|ስም|ቅርንጫፍ/i;

/** The code of a currency other than birr in a text that does not name birr; null for none. */
export function otherCodeIn(text: string): string | null {
  if (/^[\d\s.,()+-]*$/.test(text) || BIRR.test(text)) return null;
  return OTHERS.find(([, name]) => name.test(text))?.[0] ?? null;
}

/**
 * A currency other than birr, from the rows above the columns or the names of the amounts; null for none. A part of the file
 * whose currency is given as birr is in birr, whatever else it mentions.
 */
export function otherCurrencyIn(grid: Grid, mapping: Mapping): string | null {
  const { headerRow, roles } = mapping;
  const names = Object.entries(roles)
    .filter(([, role]) => ["amount", "credit", "debit", "balance"].includes(role))
    .map(([column]) => textOf(grid[headerRow]?.[Number(column)]));
  const named = names.map(otherCodeIn).find((code) => code !== null);
  if (named !== undefined) return named;
  const isBirr = names.some((name) => BIRR.test(name));
  const heads = [grid.slice(0, Math.max(0, headerRow)), ...laterHeads(grid, mapping)];
  return heads.map((head) => currencyOf(head, isBirr)).find((code) => code !== null) ?? null;
}

/** The other currency that rows above the columns name, e.g. `Currency: USD`, `1000123456 (USD)` and `Balance 5.00 USD`. */
function currencyOf(head: Grid, isBirr: boolean): string | null {
  const rows = head.map((row) => row.map(textOf).filter((text) => text !== ""));
  const said = rows.map((row) => row.join(" ")).filter((text) => OF_CURRENCY.test(text));
  const code = said.map(otherCodeIn).find((one) => one !== null);
  if (code !== undefined || isBirr || said.some((text) => BIRR.test(text))) return code ?? null;
  const cells = rows.flatMap((row) =>
    row.flatMap((cell, at) => {
      const before = row[at - 1] ?? "";
      const isOthers = OF_OTHERS.test(cell) || (OF_OTHERS.test(before) && !/\d/.test(before));
      const isOfAccount = OF_ACCOUNT.test(cell) || OF_ACCOUNT.test(before);
      return !isOthers && (isOfAccount || LONE_CODE.test(cell)) ? [cell] : [];
    }),
  );
  return cells.map(otherCodeIn).find((one) => one !== null) ?? null;
}

/** A code alone, in brackets or beside a number. */
const LONE_CODE = /^[A-Za-z]{3}$|\([A-Z]{3}\)|\d\s*[A-Z]{3}$|^[A-Z]{3}\s*\d/;

/** The rows between a booking and each later row that repeats the names of the columns. */
function laterHeads(grid: Grid, { headerRow, roles }: Mapping): Grid[] {
  const names = grid[headerRow]?.map(textOf);
  if (names === undefined) return [];
  const days = columnsOf(roles, "date", "valueDate");
  const isBooking = (row: readonly Cell[]) => days.some((at) => writtenDay(row[at]) !== null);
  const heads: Grid[] = [];
  const below = grid.slice(headerRow + 1);
  let start = 0;
  for (const [at, row] of below.entries()) {
    if (names.every((name, column) => name === textOf(row[column])))
      heads.push(below.slice(start, at));
    else if (isBooking(row)) start = at + 1;
  }
  return heads;
}

/** Roles of days and amounts: in a second table, other columns may have them. */
const READ: readonly (Role | undefined)[] = [
  "date",
  "valueDate",
  "credit",
  "debit",
  "amount",
  "balance",
];

/**
 * Tells the rows of further tables with other columns: those below a line that names a day and has days or amounts in other
 * columns, until the names of the first table are repeated. `at` is the index of a row.
 */
export function otherTables(grid: Grid, { headerRow, roles }: Mapping): (at: number) => boolean {
  const names = grid[headerRow]?.map((cell) => folded(textOf(cell)));
  if (names === undefined) return () => false;
  const keys = [headerRow - 1, headerRow].map((at) => headerKey(grid, at));
  const isOther = (row: readonly Cell[]) => {
    // First, as it tells almost all rows at once.
    if (row.some((cell) => /\p{N}/u.test(textOf(cell)))) return false;
    const filled = row.filter((cell) => textOf(cell) !== "");
    const own = row.map((cell) => (typeof cell === "string" ? roleOf(cell)?.role : undefined));
    const hasDay = own.some((role) => role === "date" || role === "valueDate");
    const hasSides = own.includes("debit") && own.includes("credit");
    if (!hasSides && (!hasDay || filled.length < 3)) return false;
    return row.some((cell, column) => {
      const name = folded(textOf(cell));
      const [role, first] = [own[column], roles[column]];
      if (name === "" || name === names[column] || role === first) return false;
      return READ.includes(role) || READ.includes(first);
    });
  };
  const found = new Set<number>();
  let isInside = false;
  for (const [index, row] of grid.slice(headerRow + 1).entries()) {
    const at = headerRow + 1 + index;
    // An empty line has the same key as none above the names.
    const isText = typeof row.find((cell) => textOf(cell) !== "") === "string";
    if (isText && keys.includes(headerKey(grid, at))) isInside = false;
    else if (isText && isOther(row)) isInside = true;
    if (isInside) found.add(at);
  }
  return (at) => found.has(at);
}

/** Whether the names of the columns are repeated below the number of another account: an export of several accounts. */
export function hasSeveralAccounts(grid: Grid, mapping: Mapping): boolean {
  const own = accountsIn(grid, mapping.headerRow);
  return laterHeads(grid, mapping).some((head) => areOthers(own, accountsIn(head, head.length)));
}

/** Whether two parts of a file name accounts, and none of the same. A phone may be that of the branch. */
export function areOthers(one: readonly string[], other: readonly string[]): boolean {
  const isAccount = (number: string) => !isPhone(number);
  const found = other.filter(isAccount);
  return one.some(isAccount) && found.length > 0 && !found.some((number) => one.includes(number));
}

/** Account numbers above the columns, as the file shows them: digits, and masks. */
export function accountsIn(grid: Grid, headerRow: number): readonly string[] {
  const texts = grid.slice(0, Math.max(0, headerRow)).flatMap((row) => {
    const cells = row.map(textOf).filter((text) => text !== "");
    return cells.flatMap((text, at) => (namesAccount(text) ? cells.slice(at, at + 2) : []));
  });
  const numbers = texts.flatMap((text) => text.match(/\+?[0-9][0-9 *xX-]{7,24}[0-9]/g) ?? []);
  return [...new Set(numbers.map((number) => number.replaceAll(/[ -]/g, "")))];
}

function namesAccount(text: string): boolean {
  return /\b(?:account|acct|a c|wallet|msisdn|phone|short ?code)\b|ሂሳብ|ስልክ/.test(folded(text));
}
