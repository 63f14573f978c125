import { headerKey } from "./columns.ts";
import { dayIn, isEthiopian, orderIn, writtenDay } from "./dates.ts";
import {
  type Cell,
  type DateOrder,
  folded,
  type Grid,
  type Mapping,
  type Role,
  textOf,
} from "./table.ts";

/** The most of a row's text that is sent. */
const MOST_TEXT = 200;
const MOST_REFERENCE = 64;

/** A row of a statement as it is sent, with what stays in the browser: its balance. Money in minor units. */
export interface ReadRow {
  readonly line: number;
  readonly date: string;
  readonly amount: number;
  readonly direction: "in" | "out";
  readonly text: string;
  readonly reference: string | null;
  readonly balance: number | null;
}

/** A row that looks like one of the statement and can't be read. */
export interface BadRow {
  readonly line: number;
  readonly why: "date" | "amount" | "both amounts";
  /** Its day, if at least that is known. */
  readonly date: string | null;
}

export interface ReadStatement {
  readonly rows: readonly ReadRow[];
  readonly bad: readonly BadRow[];
  /** What the columns say of the order of day and month; `either` must be asked. */
  readonly order: ReturnType<typeof orderIn>;
  readonly isEthiopian: boolean;
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
  const lines = grid
    .map((cells, index) => ({ cells, line: index + 1 }))
    .slice(mapping.headerRow + 1)
    .filter(({ cells }) => cells.some((cell) => textOf(cell) !== ""))
    // Each page of a PDF repeats the names of the columns.
    .filter(({ line }) => headerKey(grid, line - 1) !== key);
  const named = columnsOf(mapping.roles, lines);
  // A column of types such as "Transfer" says nothing about the direction.
  const saysSide = lines.some(({ cells }) => sideOf(textOf(cells[named.direction ?? -1])) !== null);
  const { direction: _, ...others } = named;
  const columns: Columns = saysSide ? named : others;
  const dayColumn = columns.date ?? columns.valueDate;
  const days = lines.map(({ cells }) => writtenDay(cells[dayColumn ?? -1]));
  const order = orderIn(days);
  const ethiopian = isEthiopian(days, year);
  const known: DateOrder | null =
    order === "day first" || order === "month first" ? order : mapping.dateOrder;
  const reading = new Reading(columns, digits);
  for (const [index, { cells, line }] of lines.entries()) {
    const day = days[index] ?? null;
    reading.add(cells, line, day !== null, dayIn(day, known, ethiopian));
  }
  return { rows: reading.rows, bad: reading.bad, order, isEthiopian: ethiopian };
}

/** The row that may name columns with unknown names: the one above the first booking; -1 if the file begins with a booking. */
export function rowAboveBookings(grid: Grid): number {
  const first = grid.findIndex((cells) => {
    const day = cells.findIndex((cell) => writtenDay(cell) !== null);
    return day >= 0 && cells.some((cell, at) => at !== day && moneyOf(cell, 2) !== null);
  });
  return first < 0 ? 0 : first - 1;
}

/** Collects rows, one line after the other. */
class Reading {
  readonly rows: ReadRow[] = [];
  readonly bad: BadRow[] = [];
  readonly #columns: Columns;
  readonly #digits: number;

  constructor(columns: Columns, digits: number) {
    this.#columns = columns;
    this.#digits = digits;
  }

  add(cells: readonly Cell[], line: number, hasDay: boolean, date: string | null): void {
    const found = amountOf(cells, this.#columns, this.#digits);
    if (isSummary(cells, found, hasDay)) return;
    if (hasDay && FAILED.test(folded(textOf(cells[this.#columns.status ?? -1])))) return;
    if (found.kind === "none") {
      if (!hasDay) this.#continue(cells);
      return;
    }
    if (date === null) {
      this.bad.push({ line, why: "date", date: null });
    } else if (found.kind === "amount") {
      const { amount, direction, balance } = found;
      const reference = cut(textOf(cells[this.#columns.reference ?? -1]), MOST_REFERENCE) || null;
      const text = wordsOf(cells, this.#columns);
      this.rows.push({ line, date, amount, direction, text, reference, balance });
    } else {
      this.bad.push({ line, why: found.kind === "bad" ? "amount" : "both amounts", date });
    }
  }

  /** A line without day and amount continues the text of the one before. */
  #continue(cells: readonly Cell[]): void {
    const last = this.rows.pop();
    if (last === undefined) return;
    const text = cut(`${last.text} ${wordsOf(cells, this.#columns)}`, MOST_TEXT);
    this.rows.push({ ...last, text });
  }
}

type Columns = Readonly<Partial<Record<Role, number>>> & {
  readonly texts: readonly number[];
  /** All debits have a minus, which then means nothing; else it means money back. */
  readonly hasMinusDebits: boolean;
};

function columnsOf(
  roles: Readonly<Record<number, Role>>,
  lines: readonly { readonly cells: readonly Cell[] }[],
): Columns {
  const entries = Object.entries(roles).map(([column, role]) => [role, Number(column)] as const);
  const texts = entries.flatMap(([role, column]) =>
    role === "text" || role === "direction" ? [column] : [],
  );
  const columns: Partial<Record<Role, number>> = Object.fromEntries(entries.toReversed());
  const debits = lines.flatMap(({ cells }) => moneyOf(cells[columns.debit ?? -1], 2)?.minor || []);
  const hasMinusDebits = debits.length > 0 && debits.every((minor) => minor < 0);
  return { ...columns, texts, hasMinusDebits };
}

type Found =
  | { readonly kind: "none" }
  | {
      readonly kind: "amount";
      readonly amount: number;
      readonly direction: "in" | "out";
      readonly balance: number | null;
    }
  | { readonly kind: "both amounts" | "bad" };

function amountOf(cells: readonly Cell[], columns: Columns, digits: number): Found {
  const at = (role: Role): Cell => {
    const column = columns[role];
    return column === undefined ? null : (cells[column] ?? null);
  };
  const balance = moneyOf(at("balance"), digits)?.minor ?? null;
  return columns.amount === undefined
    ? twoColumns(at("credit"), at("debit"), columns.hasMinusDebits, balance, digits)
    : oneColumn(
        at("amount"),
        columns.direction === undefined ? null : at("direction"),
        balance,
        digits,
      );
}

/** Credit and debit in columns of their own. A negative credit is money out. */
function twoColumns(
  credit: Cell,
  debit: Cell,
  hasMinusDebits: boolean,
  balance: number | null,
  digits: number,
): Found {
  const [plus, minus] = [moneyOf(credit, digits), moneyOf(debit, digits)];
  if (isUnreadable(credit, plus) || isUnreadable(debit, minus)) return { kind: "bad" };
  const gain = plus?.minor ?? 0;
  const loss = (minus?.minor ?? 0) * (hasMinusDebits ? -1 : 1);
  if (gain !== 0 && loss !== 0) return { kind: "both amounts" };
  return gain === loss ? { kind: "none" } : withSign(gain - loss, balance);
}

/**
 * One amount column: by the `CR` or `DR` beside it, by the column that says the direction, else by its sign. `direction` is
 * null without such a column.
 */
function oneColumn(cell: Cell, direction: Cell, balance: number | null, digits: number): Found {
  const amount = moneyOf(cell, digits);
  if (isUnreadable(cell, amount)) return { kind: "bad" };
  if (amount === null || amount.minor === 0) return { kind: "none" };
  const said = direction === null ? null : sideOf(textOf(direction));
  const side = amount.side ?? said;
  // A word that says neither: the sign decides if there is one.
  if (side === null) {
    return direction === null || amount.minor < 0
      ? withSign(amount.minor, balance)
      : { kind: "bad" };
  }
  return withSign(side === "in" ? amount.minor : -Math.abs(amount.minor), balance);
}

function withSign(signed: number, balance: number | null): Found {
  return {
    kind: "amount",
    amount: Math.abs(signed),
    direction: signed > 0 ? "in" : "out",
    balance,
  };
}

const INWARD =
  /^(?:c|cr|crd|credit|credited|in|incoming|inward|deposit|deposited|receive|received|paid in|money in)\b|^(?:ገቢ|ክሬዲት)/;
const OUTWARD =
  /^(?:d|dr|dbt|debit|debited|out|outgoing|outward|withdraw|withdrawal|withdrawn|send|sent|paid out|money out)\b|^(?:ወጪ|ዴቢት)/;

function sideOf(text: string): "in" | "out" | null {
  if (text === "+") return "in";
  if (/^[−–-]$/.test(text)) return "out";
  const word = folded(text);
  if (INWARD.test(word)) return "in";
  return OUTWARD.test(word) ? "out" : null;
}

interface Money {
  readonly minor: number;
  /** From `CR` or `DR` beside the number. */
  readonly side: "in" | "out" | null;
}

/** Reads an amount as banks write it: `1,500.00`, `1 500,00`, `(500.00)`, `-500`, `ETB 1,500.00`, `500.00 CR`. */
export function moneyOf(cell: Cell | undefined, digits: number): Money | null {
  if (typeof cell === "number") return { minor: Math.round(cell * 10 ** digits), side: null };
  const text = textOf(cell)
    .replaceAll(/(?:etb|birr|br\.?|ብር)/gi, "")
    .trim();
  const side = /cr\.?$/i.test(text) ? "in" : /dr\.?$/i.test(text) ? "out" : null;
  const plain = text.replace(/\s*[cd]r\.?$/i, "");
  const [, open = "", number = "", close = ""] =
    /^([(+−–-]?)\s*(\.?\d[\d.,'’ ]*?)\s*([)−–-]?)$/.exec(plain) ?? [];
  if ((open === "(") !== (close === ")")) return null;
  const minor = minorOf(number, digits);
  if (minor === null) return null;
  const isNegative = open === "(" || /[−–-]/.test(open + close);
  return { minor: isNegative ? -minor : minor, side };
}

/** Whole thousands: `1500`, `1,500`, `1.500.000`, `1 500`, and `1,00,000` as in India. */
const GROUPED = /^(?:\d+|[1-9]\d{0,2}([.,'’ ])(?:\d{2,3}\1)*\d{3})$/;

/**
 * Reads digits with separators. The last separator begins the decimals unless it can only divide thousands; decimals beyond
 * those of the currency must be zeros, as some exports have `1500.0000`. Null for more than 13 digits and for anything else.
 */
function minorOf(number: string, digits: number): number | null {
  const [, head = number, separator = "", tail = ""] = /^(.*)([.,])(\d+)$/.exec(number) ?? [];
  const hasDecimals = separator !== "" && !GROUPED.test(number);
  const whole = hasDecimals ? head || "0" : number;
  const divider = GROUPED.exec(whole)?.[1];
  if (!GROUPED.test(whole) || (hasDecimals && divider === separator)) return null;
  const fraction = (hasDecimals ? tail : "").padEnd(digits, "0");
  const ones = whole.replaceAll(/\D/g, "");
  if (ones.length > 13 || !/^0*$/.test(fraction.slice(digits))) return null;
  return Number(`${ones}${fraction.slice(0, digits)}`);
}

/** Whether a cell has something that should be an amount and is not. A dash stands for nothing. */
function isUnreadable(cell: Cell, money: Money | null): boolean {
  return money === null && !/^[-–—*.]*$/.test(textOf(cell));
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

/** Whole characters only, and none that the service refuses. */
function cut(text: string, most: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the service refuses them
  const plain = text.replaceAll(/[\u0000-\u001f\u007f]/g, " ").toWellFormed();
  return plain.length <= most
    ? plain.trim()
    : plain
        .slice(0, most)
        .replace(/[\ud800-\udbff]$/, "")
        .trim();
}

/** A cell of a dated row that says that the row is no booking. A customer's own words may have "closing" or "total" in them. */
const SUMMARY_CELL =
  /^(?:(?:opening|closing|beginning|ending|previous) (?:\w+ )?bal(?:ance)?(?: (?:as|at|on|of|for) .*)?|(?:opening|closing)|(?:balance )?(?:brought|carried) forward|(?:balance )?[bc] f|(?:grand |sub ?)?totals?|totals? (?:debits?|credits?|amount|transactions?)|(?:መነሻ|መዝጊያ) ቀሪ.*|ጠቅላላ(?: ድምር)?|ድምር)$/;

/** What the column of the status says of a transaction that moved no money. */
const FAILED =
  /\b(?:fail|unsuccess|cancel|declin|reject|revers|expir|pending|timed ? out|abort|void|not )|አልተሳካ|ያልተሳካ|ተሰር|ውድቅ|በመጠባበቅ/;

/** Rows without a day that only count or sum others. */
const SUMMARY_LINE =
  /\b(?:opening|closing|beginning|ending|brought forward|carried forward|b f|c f) ?(?:balance)?\b|መነሻ ቀሪ|መዝጊያ ቀሪ/;
const TOTAL_LINE =
  /^(?:grand |sub ?)?totals?\b|\btotal (?:debit|credit|amount|transactions?)|^(?:ጠቅላላ|ድምር)/;

/** Whether a row is a balance or a sum of others. */
function isSummary(
  cells: readonly Cell[],
  found: { readonly kind: string },
  hasDay: boolean,
): boolean {
  if (hasDay) return cells.some((cell) => SUMMARY_CELL.test(folded(textOf(cell))));
  const text = folded(cells.map(textOf).join(" "));
  return TOTAL_LINE.test(text) || (found.kind !== "bad" && SUMMARY_LINE.test(text));
}
