import { isPhone } from "../../../../lib/contract/typed-amount.ts";
import { columnsOf } from "./columns.ts";
import { writtenDay } from "./dates.ts";
import { type Cell, folded, type Grid, type Mapping, textOf } from "./table.ts";

const OTHER_CURRENCY = /\b(USD|EUR|GBP|AED|SAR|CNY|CHF|CAD|AUD|JPY|INR|KES|DJF|SEK|NOK|DKK)\b/;

/** Another currency than birr that the rows above the columns, or the names of the amounts, say; null for none. */
export function otherCurrencyIn(grid: Grid, mapping: Mapping): string | null {
  const { headerRow, roles } = mapping;
  const above = [grid.slice(0, Math.max(0, headerRow)), ...laterHeads(grid, mapping)]
    .flat()
    .map((row) => row.map(textOf).join(" "))
    .filter(
      (text) =>
        /\bcurrency\b|\bccy\b|የገንዘብ አይነት|ምንዛሬ/i.test(text) && !/\bETB\b|\bbirr\b/i.test(text),
    );
  const names = Object.entries(roles)
    .filter(([, role]) => ["amount", "credit", "debit"].includes(role))
    .map(([column]) => textOf(grid[headerRow]?.[Number(column)]));
  const found = [...above, ...names].map((text) => OTHER_CURRENCY.exec(text)?.[1] ?? null);
  return found.find((code) => code !== null) ?? null;
}

/** The rows between a booking and each later row that repeats the names of the columns. */
function laterHeads(grid: Grid, { headerRow, roles }: Mapping): Grid[] {
  const names = (grid[headerRow] ?? []).map(textOf);
  const days = columnsOf(roles, "date", "valueDate");
  const isBooking = (row: readonly Cell[]) => days.some((at) => writtenDay(row[at]) !== null);
  const heads: Grid[] = [];
  let start = headerRow + 1;
  for (const [at, row] of grid.entries()) {
    if (headerRow < 0 || at <= headerRow) continue;
    if (names.every((name, column) => name === textOf(row[column])))
      heads.push(grid.slice(start, at));
    else if (isBooking(row)) start = at + 1;
  }
  return heads;
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
