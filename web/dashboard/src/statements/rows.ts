import { columnsOf, headerKey, movedBeyond, recognizeColumns } from "./columns.ts";
import { signedByBalance, withoutContradicted } from "./complete.ts";
import { dayIn, isEthiopian, isSwapped, orderIn, writtenDay } from "./dates.ts";
import { otherCodeIn, otherTables } from "./heads.ts";
import {
  balanceOf,
  decimalsIn,
  type Found,
  hasPlus,
  isNothing,
  isUnreadable,
  moneyIn,
  moneyOf,
  oneColumn,
  type Style,
  sideOf,
  twoColumns,
} from "./money.ts";
import {
  type BadRow,
  type Cell,
  cut,
  type DateOrder,
  folded,
  type Grid,
  type Mapping,
  type ReadRow,
  type Role,
  textOf,
} from "./table.ts";

/** The most of a row's text that is sent. */
const MOST_TEXT = 200;
const MOST_REFERENCE = 64;

export interface ReadStatement {
  readonly rows: readonly ReadRow[];
  readonly bad: readonly BadRow[];
  /** What the columns say of the order of day and month; `either` must be asked. */
  readonly order: ReturnType<typeof orderIn>;
  readonly isEthiopian: boolean;
  /** Whether columns, signs, words or balances show directions. Without them all rows are taken for money in, which may be wrong. */
  readonly hasDirections: boolean;
  /** Lines in another currency, which are left out. */
  readonly foreign: readonly number[];
  /** A reference that a spreadsheet has written as `1.23E+11`, and their number: such references are left out. */
  readonly shortened: { readonly count: number; readonly example: string } | null;
}

/**
 * Reads the rows below the names of the columns. Rows without a day continue the text of the one before; opening and closing
 * balances, totals, transactions that moved no money, repeated names of the columns and empty rows are left out. `digits` of the currency (ETB 2); `year` is the current one.
 */
export function readRows(
  grid: Grid,
  mapping: Mapping,
  digits: number,
  year: number,
): ReadStatement {
  const key = headerKey(grid, mapping.headerRow);
  const nameOf = (cells: readonly Cell[]) => folded(textOf(cells[0]));
  const name = nameOf(grid[mapping.headerRow] ?? []);
  const isOther = otherTables(grid, mapping);
  const all = grid.map((cells, index) => ({ cells, line: index + 1 })).slice(mapping.headerRow + 1);
  const lines = all
    .filter(({ line }) => !isOther(line - 1))
    .filter(({ cells }) => cells.some((cell) => textOf(cell) !== ""))
    // Each page of a PDF repeats the names of the columns.
    .filter(({ cells, line }) => nameOf(cells) !== name || headerKey(grid, line - 1) !== key);
  const named = placesOf(mapping.roles, lines.filter(isDated(mapping.roles)));
  // A column of types such as "Transfer" says nothing about the direction.
  const saysSide = lines.some(({ cells }) => sideOf(textOf(cells[named.direction ?? -1])) !== null);
  const { direction: _, ...others } = named;
  const columns: Columns = saysSide ? named : others;
  const money = (["amount", "credit", "debit", "balance"] as const).map((role) => columns[role]);
  const decimals = decimalsIn(lines.flatMap(({ cells }) => money.map((at) => cells[at ?? -1])));
  const isPlus = ({ cells }: Line) => hasPlus(cells[columns.amount ?? -1]);
  const style = { digits, decimals, hasPlus: lines.filter(isDated(mapping.roles)).some(isPlus) };
  const amounts = lines.map(({ cells }) => amountOf(cells, columns, style));
  const dayCells = lines.map(({ cells }) => cells[columns.date ?? columns.valueDate ?? -1]);
  const days = dayCells.map(writtenDay);
  // A line such as the day of printing has no amount, and may write its date in another way.
  const isBooked = (_: unknown, index: number) => amounts[index]?.kind !== "none";
  const booked = days.filter(isBooked);
  const ethiopian = isEthiopian(booked, year);
  const order = isSwapped(dayCells.filter(isBooked)) ? "both" : orderIn(booked, ethiopian);
  const dateOrder: DateOrder | null =
    order === "day first" || order === "month first" ? order : mapping.dateOrder;
  const isMoved = movedBeyond(grid, mapping);
  const reading = new Reading(columns, spareColumns(mapping.roles, lines, amounts));
  for (const [index, { cells, line }] of lines.entries()) {
    const day = days[index] ?? null;
    const found = isMoved(cells) ? { kind: "bad" as const } : (amounts[index] ?? { kind: "none" });
    reading.add(cells, line, found, {
      isKnown: day !== null,
      date: dayIn(day, dateOrder, ethiopian),
      follows: followsIn(amounts, index),
      goesOn: days[index + 1] === null && goesOn(cells, lines[index + 1]?.cells ?? []),
    });
  }
  for (const line of [
    ...bookingsAbove(grid, mapping.headerRow),
    ...all
      .filter(({ cells, line }) => isOther(line - 1) && isBooking(cells))
      .map(({ line }) => line),
  ]) {
    reading.bad.push({ line, why: "amount", date: null });
  }
  const { isSigned, foreign, shortened } = reading;
  const known = isSigned ? withoutContradicted(reading) : signedByBalance(reading);
  return { hasDirections: true, ...known, order, isEthiopian: ethiopian, foreign, shortened };
}

/** Columns without a role that have something only where there is no amount: it may be one that was not recognized. */
function spareColumns(
  roles: Mapping["roles"],
  lines: readonly Line[],
  amounts: readonly Found[],
): readonly number[] {
  const filled = lines.filter((_, index) => amounts[index]?.kind === "amount");
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return Array.from({ length: filled.length === 0 ? 0 : width }, (_, at) => at).filter(
    (at) => roles[at] === undefined && filled.every(({ cells }) => isNothing(cells[at] ?? null)),
  );
}

/**
 * Whether the balance of the rows before or after shows that a row is a booking, whatever its words say. If the balance is the
 * amount, it may be an opening one.
 */
function followsIn(amounts: readonly Found[], index: number): boolean {
  const row = amounts[index];
  if (row?.kind !== "amount" || row.balance === null || Math.abs(row.balance) === row.amount)
    return false;
  const before = row.balance - (row.direction === "in" ? row.amount : -row.amount);
  const isBefore = (one: Found | undefined) => one?.kind === "amount" && one.balance === before;
  return isBefore(amounts[index - 1]) || isBefore(amounts[index + 1]);
}

/** Lines of an earlier table with other columns. A summary has one row. */
function bookingsAbove(grid: Grid, headerRow: number): readonly number[] {
  const above = grid.slice(0, Math.max(0, headerRow));
  const names = above.findIndex((cells) => recognizeColumns([cells]) !== null);
  const lines = above.flatMap((cells, index) => (isBooking(cells) ? [index + 1] : []));
  const found = names < 0 ? [] : lines.filter((line) => line > names + 1);
  return found.length > 1 ? found : [];
}

const isBooking = (cells: readonly Cell[]) => rowAboveBookings([cells]) === -1;

/** The row that may name columns with unknown names: the one above the first booking; -1 if the file begins with a booking. */
export function rowAboveBookings(grid: Grid): number {
  const first = grid.findIndex((cells) => {
    const day = cells.findIndex((cell) => writtenDay(cell) !== null);
    return day >= 0 && cells.some((cell, at) => at !== day && moneyOf(cell, 2) !== null);
  });
  return first < 0 ? 0 : first - 1;
}

/** Whether a line is a booking: the sum below negative debits has no minus. */
function isDated(roles: Mapping["roles"]): (line: Line) => boolean {
  const days = columnsOf(roles, "date", "valueDate");
  return ({ cells }) =>
    days.some((at) => writtenDay(cells[at]) !== null) && !isSummary(cells, { kind: "none" }, true);
}

interface Line {
  readonly cells: readonly Cell[];
  readonly line: number;
}

/** What else is known of a line. */
interface Facts {
  /** Whether it has a day. */
  readonly isKnown: boolean;
  /** null if the order of day and month is not known, too. */
  readonly date: string | null;
  /** Whether its balance follows by its amount from that of the row beside it. */
  readonly follows: boolean;
  /** Whether words that would make it a sum go on in the line below, as `Total` above `Energies PLC`. */
  readonly goesOn: boolean;
}

/** Collects rows, one line after the other. */
class Reading {
  readonly rows: ReadRow[] = [];
  readonly bad: BadRow[] = [];
  readonly foreign: number[] = [];
  shortened: ReadStatement["shortened"] = null;
  /** Whether a sign or a word says the direction of at least one amount. */
  isSigned = false;
  /** Whether the last row was read: else the lines below it are not of the one before. */
  #isLastRead = false;
  readonly #columns: Columns;
  readonly #spare: readonly number[];

  constructor(columns: Columns, spare: readonly number[]) {
    this.#columns = columns;
    this.#spare = spare;
  }

  add(cells: readonly Cell[], line: number, found: Found, facts: Facts): void {
    const is = this.#kindOf(cells, found, facts);
    if (is === "text" && this.#isLastRead) this.#continue(cells);
    if (is === "text" || is === "nothing") return;
    this.#isLastRead = false;
    if (is === "foreign") this.foreign.push(line);
    else if (is === "row") this.#keep(cells, line, String(facts.date), found);
    else if (is === "date") this.bad.push({ line, why: is, date: null });
    else if (is === "amount") this.bad.push({ line, why: is, date: facts.date });
  }

  /** What a line is: a row of the statement, one that can't be read (`date` and `amount`), or none. */
  #kindOf(cells: readonly Cell[], found: Found, { isKnown, date, follows, goesOn }: Facts) {
    const hasAmount = found.kind !== "none";
    if (this.#isNoBooking(cells, found, isKnown, follows)) {
      if (!isKnown || !hasAmount) return "nothing";
      return goesOn ? "amount" : "sum";
    }
    if (hasAmount && this.#isForeign(cells)) return "foreign";
    if (hasAmount) return date === null ? "date" : "row";
    if (isKnown) return this.#hasMoneyElsewhere(cells) ? "amount" : "nothing";
    return cells.some((cell) => /^\d/.test(textOf(cell)) && isJoined(cell)) ? "date" : "text";
  }

  /**
   * Whether a row is a balance, a total or a failed transaction. A row with a reference, or whose balance follows from the row
   * beside it, is a booking, even if the customer wrote "Total" as the reason.
   */
  #isNoBooking(cells: readonly Cell[], found: Found, isKnown: boolean, follows: boolean): boolean {
    const { reference = -1, status = -1 } = this.#columns;
    const isBooking = isKnown && (follows || /\d/.test(textOf(cells[reference])));
    if (!isBooking && isSummary(cells, found, isKnown)) return true;
    const said = folded(textOf(cells[status]));
    return isKnown && (FAILED.test(said) || UNDECIDED.test(said));
  }

  /** Whether a cell for the currency, or one with an amount or a balance, names a currency other than birr. */
  #isForeign(cells: readonly Cell[]): boolean {
    const { currency = -1, amount = -1, credit = -1, debit = -1, balance = -1 } = this.#columns;
    if (isForeign(textOf(cells[currency]))) return true;
    return [amount, credit, debit, balance].some((at) => otherCodeIn(textOf(cells[at])) !== null);
  }

  /** An amount in a column without a role, or joined to other text or the balance, as a PDF may have it. */
  #hasMoneyElsewhere(cells: readonly Cell[]): boolean {
    const balance = cells[this.#columns.balance ?? -1] ?? null;
    return (
      this.#spare.some((column) => moneyOf(cells[column], 2) !== null) ||
      cells.some((cell) => isJoined(cell) || hasDecimals(cell)) ||
      isUnreadable(balance, moneyOf(balance, 2))
    );
  }

  #keep(cells: readonly Cell[], line: number, date: string, found: Found): void {
    if (found.kind !== "amount") {
      this.bad.push({ line, why: found.kind === "bad" ? "amount" : "both amounts", date });
      return;
    }
    const { amount, direction, balance, isSigned } = found;
    const reference = this.#referenceOf(cells);
    const text = wordsOf(cells, this.#columns);
    this.rows.push({ line, date, amount, direction, text, reference, balance });
    this.#isLastRead = true;
    this.isSigned ||= isSigned;
  }

  #referenceOf(cells: readonly Cell[]): string | null {
    const cell = cells[this.#columns.reference ?? -1];
    const reference = cut(textOf(cell), MOST_REFERENCE);
    const isInexact = typeof cell === "number" && Math.abs(cell) > Number.MAX_SAFE_INTEGER;
    if (!isInexact && !SHORTENED.test(reference)) return reference || null;
    const { count, example } = this.shortened ?? { count: 0, example: reference };
    this.shortened = { count: count + 1, example };
    return null;
  }

  /** A line without day and amount continues the text of the one before. */
  #continue(cells: readonly Cell[]): void {
    const last = this.rows.pop();
    if (last === undefined) return;
    const text = cut(`${last.text} ${wordsOf(cells, this.#columns)}`, MOST_TEXT);
    this.rows.push({ ...last, text });
  }
}

/** Whether an amount with decimals follows other text: a PDF with narrow gaps between columns joins their cells. */
function isJoined(cell: Cell): boolean {
  const text = textOf(cell);
  return (
    /\S [(+−–-]?\d[\d,]*[.,]\d\d\)?(?: ?[cd]r\.?)?$/i.test(text) &&
    !SUMMARY_START.test(folded(text))
  );
}

/** Whether a cell that is neither a day nor an amount alone has an amount in it. */
function hasDecimals(cell: Cell): boolean {
  const text = textOf(cell);
  const isAlone = writtenDay(text) !== null || moneyOf(text, 2) !== null;
  return !isAlone && /\d[.,]\d{2,4}(?![\d.,]*\d)/.test(text) && !SUMMARY_START.test(folded(text));
}

/** How a spreadsheet writes a long number: the other digits are lost. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d{1,2}$/i;

/** Whether a cell names another currency than birr. */
function isForeign(currency: string): boolean {
  return currency !== "" && !/^(?:etb|br\.?)$|birr|ብር/i.test(currency);
}

type Columns = Readonly<Partial<Record<Role, number>>> & {
  readonly texts: readonly number[];
  /** Most debits have a minus: it means money out, and its absence money back. Else it means money back. */
  readonly hasMinusDebits: boolean;
};

function placesOf(
  roles: Readonly<Record<number, Role>>,
  lines: readonly { readonly cells: readonly Cell[] }[],
): Columns {
  const entries = Object.entries(roles).map(([column, role]) => [role, Number(column)] as const);
  const texts = entries.flatMap(([role, column]) =>
    role === "text" || role === "direction" ? [column] : [],
  );
  const columns: Partial<Record<Role, number>> = Object.fromEntries(entries.toReversed());
  const debits = lines.flatMap(({ cells }) => moneyOf(cells[columns.debit ?? -1], 2)?.minor || []);
  const hasMinusDebits = debits.filter((minor) => minor < 0).length > debits.length / 2;
  return { ...columns, texts, hasMinusDebits };
}

function amountOf(cells: readonly Cell[], columns: Columns, style: Style): Found {
  const at = (role: Role): Cell => cells[columns[role] ?? -1] ?? null;
  const balance = balanceOf(moneyIn(at("balance"), style));
  return columns.amount === undefined
    ? twoColumns(at("credit"), at("debit"), columns.hasMinusDebits, balance, style)
    : oneColumn(
        at("amount"),
        columns.direction === undefined ? null : (at("direction") ?? ""),
        balance,
        style,
      );
}

function wordsOf(cells: readonly Cell[], { texts }: Columns): string {
  return cut(
    texts
      .map((column) => textOf(cells[column]))
      .filter(Boolean)
      .join(" "),
    MOST_TEXT,
  );
}

/** A cell of a dated row that says that the row is no booking. A customer's own words may have "closing" or "total" in them. */
const SUMMARY_CELL =
  /^(?:(?:opening|closing|beginning|ending|previous) (?:\w+ )?bal(?:ance)?(?: (?:as|at|on|of|for) .*)?|(?:opening|closing)|(?:balance )?(?:brought|carried) forward|(?:balance )?[bc] f|(?:grand |sub ?|page )?totals?|totals? (?:debits?|credits?|amount|transactions?)|(?:መነሻ|መዝጊያ) ቀሪ.*|ጠቅላላ(?: ድምር)?|ድምር)$/;

/** Words before others on a dated row that is no booking if its amount is the balance, too. */
const SUMMARY_START =
  /^(?:(?:opening|closing|beginning|ending|previous) (?:\w+ )?bal(?:ance)?|(?:balance )?(?:brought|carried) forward|(?:balance )?[bc] f)\b/;

/** What the column of the status says of a transaction that moved no money, or none yet. */
const FAILED =
  /\b(?:fail|unsuccess|not |error|invalid|unauthori|cancel|declin|den(?:y|ied)|reject|refus|block|abort|void|revers|return|bounc|expir|time(?:d )? ?out)|አልተሳካ|ያልተሳካ|ተሰር|ውድቅ/;
const UNDECIDED =
  /\b(?:pending|processing|in progress|incomplete|unpaid|initiat|await|waiting|queued|scheduled|held|on hold)|በመጠባበቅ|በሂደት/;

/** Rows without a day that only count or sum others. */
const SUMMARY_LINE =
  /\b(?:opening|closing|beginning|ending|brought forward|carried forward|b f|c f) ?(?:balance)?\b|መነሻ ቀሪ|መዝጊያ ቀሪ/;
const TOTAL_LINE =
  /^(?:grand |sub ?|page )?totals?\b|\btotal (?:debit|credit|amount|transactions?)|^(?:ጠቅላላ|ድምር)/;

/** Whether the words of a row that reads like a sum go on below and then read like none. */
function goesOn(cells: readonly Cell[], below: readonly Cell[]): boolean {
  const isSum = (text: string) => isSummary([text], { kind: "none" }, true);
  return cells.some((cell, at) => {
    const text = textOf(cell);
    return isSum(text) && !isSum(`${text} ${textOf(below[at])}`);
  });
}

/** Whether a row is a balance or a sum of others. */
function isSummary(cells: readonly Cell[], found: Found, hasDay: boolean): boolean {
  if (hasDay) {
    const isBalance = found.kind === "amount" && found.amount === Math.abs(found.balance ?? 0);
    return cells.some((cell) => {
      // Numbers and empty cells are most of a file.
      if (typeof cell !== "string" || !/\p{L}/u.test(cell)) return false;
      const text = folded(textOf(cell));
      return SUMMARY_CELL.test(text) || (isBalance && SUMMARY_START.test(text));
    });
  }
  const text = folded(cells.map(textOf).join(" "));
  if (TOTAL_LINE.test(text)) return true;
  // A second line of names, such as `(ETB)` below each amount, has no number.
  return found.kind === "bad" ? !/\p{N}/u.test(text) : SUMMARY_LINE.test(text);
}
