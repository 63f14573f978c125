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
 * balances, totals and empty rows are left out. `digits` of the currency (ETB 2); `year` is the current one.
 */
export function readRows(
  grid: Grid,
  mapping: Mapping,
  digits: number,
  year: number,
): ReadStatement {
  const lines = grid
    .map((cells, index) => ({ cells, line: index + 1 }))
    .slice(mapping.headerRow + 1)
    .filter(({ cells }) => cells.some((cell) => textOf(cell) !== ""));
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
    if (isSummary(cells, found)) return;
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

function sideOf(text: string): "in" | "out" | null {
  const word = folded(text);
  if (/^(?:c|cr|crd|credit|in|deposit|received|paid in)\b|^(?:ገቢ|ክሬዲት)/.test(word)) return "in";
  return /^(?:d|dr|dbt|debit|out|withdrawal|paid out)\b|^(?:ወጪ|ዴቢት)/.test(word) ? "out" : null;
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
  const side = /\bcr\.?$/i.test(text) ? "in" : /\bdr\.?$/i.test(text) ? "out" : null;
  const plain = text.replace(/\s*[cd]r\.?$/i, "");
  const isNegative = /^\(.*\)$/.test(plain) || /^[-−–]/.test(plain) || /[-−–]$/.test(plain);
  const number = plain.replaceAll(/[()\s'+−–-]/g, "");
  if (!/^\d[\d.,]*$/.test(number)) return null;
  const decimal = /[.,](\d{1,2})$/.exec(number);
  const whole = (decimal ? number.slice(0, -decimal[0].length) : number).replaceAll(/[.,]/g, "");
  const fraction = (decimal?.[1] ?? "").padEnd(digits, "0");
  if (fraction.length > digits || whole.length > 13) return null;
  const minor = Number(`${whole}${fraction}`);
  return { minor: isNegative ? -minor : minor, side };
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

/** Whether a row is a balance or a sum of others. */
function isSummary(cells: readonly Cell[], found: { readonly kind: string }): boolean {
  const text = folded(cells.map(textOf).join(" "));
  const isBalance =
    /\b(?:opening|closing|beginning|ending|brought forward|carried forward|b f|c f) ?(?:balance)?\b|መነሻ ቀሪ|መዝጊያ ቀሪ/.test(
      text,
    );
  const isTotal =
    /^(?:grand |sub ?)?totals?\b|\btotal (?:debit|credit|amount|transactions?)|^(?:ጠቅላላ|ድምር)/.test(
      text,
    );
  return isTotal || (found.kind !== "bad" && isBalance);
}
