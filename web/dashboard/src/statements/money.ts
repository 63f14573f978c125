import { type Cell, folded, textOf } from "./table.ts";

/** An amount in a cell, in minor units. */
export interface Money {
  readonly minor: number;
  /** From `CR` or `DR` beside the number. */
  readonly side: "in" | "out" | null;
}

/**
 * Reads an amount as banks write it: `1,500.00`, `1 500,00`, `(500.00)`, `-500`, `ETB 1,500.00`, `500.00 CR`.
 *
 * @param decimals how its column writes decimals, if that is known: with a point, `1.500` is not 1500
 */
export function moneyOf(
  cell: Cell | undefined,
  digits: number,
  decimals: Decimals | null = null,
): Money | null {
  if (typeof cell === "number") return { minor: Math.round(cell * 10 ** digits), side: null };
  const { open, number, close, side } = piecesOf(cell);
  if ((open === "(") !== (close === ")")) return null;
  const minor = minorOf(number, digits, decimals);
  if (minor === null) return null;
  const isNegative = open === "(" || /[−–-]/.test(open + close);
  return { minor: isNegative ? -minor : minor, side };
}

/** What begins the decimals of a column, and how many there are at most. */
export interface Decimals {
  /** Several if that is not known. */
  readonly marks: string;
  readonly most: number;
}

/**
 * How some cells write decimals, by those that can be read in one way: `1,500.75` and `1500.000` have a point. Where they
 * contradict, either sign may begin decimals, and so may the point where cells such as `1.500` alone have one.
 */
export function decimalsIn(cells: readonly (Cell | undefined)[]): Decimals | null {
  const numbers = cells.map((cell) => piecesOf(cell).number);
  const found = numbers.flatMap((number) => {
    const [, mark = "", tail = ""] = /([.,])(\d+)$/.exec(number) ?? [];
    if (GROUPED.test(number) || minorOf(number, 2, null) === null) return [];
    return [{ mark, length: tail.length }];
  });
  const [first] = found;
  if (first === undefined) {
    const hasGroups = numbers.some((number) => /^\d+(?:\.\d{3}){2}/.test(number));
    const isUnclear = !hasGroups && numbers.some((number) => /^\d{1,3}\.\d{3}$/.test(number));
    return isUnclear ? { marks: ".", most: 0 } : null;
  }
  if (found.some(({ mark }) => mark !== first.mark)) return { marks: ".,", most: 0 };
  return { marks: first.mark, most: found.reduce((most, one) => Math.max(most, one.length), 0) };
}

function piecesOf(cell: Cell | undefined) {
  const text = textOf(cell)
    .replaceAll(/(?:etb|birr|br\.?|ብር)/gi, "")
    .trim();
  const side: Money["side"] = /cr/i.test(text) ? "in" : /dr/i.test(text) ? "out" : null;
  const plain = text.replace(/\s*[cd]r\.?$/i, "");
  const [, open = "", number = "", close = ""] =
    /^([(+−–-]?)\s*(\.?\d[\d.,'’ ]*?)\s*([)−–-]?)$/.exec(plain) ?? [];
  return { open, number, close, side };
}

/** Whole thousands: `1500`, `1,500`, `1.500.000`, `1 500`, and `1,00,000` as in India. */
const GROUPED = /^(?:\d+|[1-9]\d{0,2}([.,'’ ])(?:\d{2,3}\1)*\d{3})$/;

/**
 * Reads digits with separators. The last separator begins the decimals unless it can only divide thousands; decimals beyond
 * those of the currency must be zeros, as some exports have `1500.0000`. Null for more than 13 digits and for anything else.
 */
function minorOf(number: string, digits: number, decimals: Decimals | null): number | null {
  const [, head = number, separator = "", tail = ""] = /^(.*)([.,])(\d+)$/.exec(number) ?? [];
  const isGrouped = GROUPED.test(number);
  const isMark = decimals?.marks.includes(separator) === true;
  // `1.500` among cells with two decimals after a point: a thousand and a half, or one and a half.
  if (isGrouped && isMark && tail.length > (decimals?.most ?? 0)) return null;
  const hasDecimals = separator !== "" && (!isGrouped || isMark);
  const whole = hasDecimals ? head || "0" : number;
  const divider = GROUPED.exec(whole)?.[1];
  if (!GROUPED.test(whole) || (hasDecimals && divider === separator)) return null;
  const fraction = (hasDecimals ? tail : "").padEnd(digits, "0");
  const ones = whole.replaceAll(/\D/g, "");
  if (ones.length > 13 || !/^0*$/.test(fraction.slice(digits))) return null;
  return Number(`${ones}${fraction.slice(0, digits)}`);
}

const INWARD =
  /^(?:c|cr|crd|credit|credited|incoming|inward|deposit|deposited|receive|received|paid in|money in)\b|^in$|^(?:ገቢ|ክሬዲት)/;
const OUTWARD =
  /^(?:d|dr|dbt|debit|debited|outgoing|outward|withdraw|withdrawal|withdrawn|send|sent|paid out|money out)\b|^out$|^(?:ወጪ|ዴቢት)/;

/** The direction that a word or a sign says. Transfers that begin with "In", such as "In-house transfer", say none. */
export function sideOf(text: string): Money["side"] {
  if (text === "+") return "in";
  if (/^[−–-]$/.test(text)) return "out";
  const word = folded(text);
  if (INWARD.test(word)) return "in";
  return OUTWARD.test(word) ? "out" : null;
}

export type Found =
  | { readonly kind: "none" | "both amounts" | "bad" }
  | {
      readonly kind: "amount";
      readonly amount: number;
      readonly direction: "in" | "out";
      readonly balance: number | null;
      /** Its column, its sign or a word says the direction. */
      readonly isSigned: boolean;
    };

/** How amounts are written. */
export interface Style {
  readonly digits: number;
  readonly decimals: Decimals | null;
  /** Whether amounts have a `CR` or a plus: the others may be money out. */
  readonly hasPlus: boolean;
}

export function moneyIn(cell: Cell, { digits, decimals }: Omit<Style, "hasPlus">): Money | null {
  return moneyOf(cell, digits, decimals);
}

/** An account that is overdrawn may have `DR` instead of a minus. */
export function balanceOf(money: Money | null): number | null {
  if (money === null) return null;
  return money.side === "out" ? -Math.abs(money.minor) : money.minor;
}

/** How some exports write an empty cell beside the amount on the other side. */
const NOTHING = /^(?:n\/?a|nil|null|none)$/i;

/** Credit and debit in columns of their own. A negative credit is money out; one with `DR` can't be read. */
export function twoColumns(
  credit: Cell,
  debit: Cell,
  hasMinusDebits: boolean,
  balance: number | null,
  style: Style,
): Found {
  const [plus, minus] = [moneyIn(credit, style), moneyIn(debit, style)];
  const isBad = (cell: Cell, money: Money | null, other: Money | null) =>
    isUnreadable(cell, money) && !(other !== null && NOTHING.test(textOf(cell)));
  if (isBad(credit, plus, minus) || isBad(debit, minus, plus)) return { kind: "bad" };
  if ((plus?.side === "out" && plus.minor !== 0) || (minus?.side === "in" && minus.minor !== 0))
    return { kind: "bad" };
  const gain = plus?.minor ?? 0;
  const loss = (minus?.minor ?? 0) * (hasMinusDebits ? -1 : 1);
  if (gain !== 0 && loss !== 0) return { kind: "both amounts" };
  return gain === loss ? { kind: "none" } : withSign(gain - loss, balance, true);
}

/**
 * One amount column: by the `CR` or `DR` beside it, by the column that says the direction, else by its sign. `direction` is
 * null without such a column.
 */
export function oneColumn(
  cell: Cell,
  direction: Cell,
  balance: number | null,
  style: Style,
): Found {
  const amount = moneyIn(cell, style);
  if (isUnreadable(cell, amount)) return { kind: "bad" };
  if (amount === null || amount.minor === 0) return { kind: "none" };
  const side = amount.side ?? sideOf(textOf(direction));
  // A word that says neither: the sign decides if there is one.
  if (side === null) {
    const isSigned = amount.minor < 0 || hasPlus(cell);
    return isSigned || (direction === null && !style.hasPlus)
      ? withSign(amount.minor, balance, isSigned)
      : { kind: "bad" };
  }
  return withSign(side === "in" ? amount.minor : -Math.abs(amount.minor), balance, true);
}

/** Whether a cell says by a sign or `CR` that its amount is money in. */
export function hasPlus(cell: Cell | undefined): boolean {
  const text = textOf(cell);
  return /^\D*\+|\+$/.test(text) || moneyOf(text, 2)?.side === "in";
}

function withSign(signed: number, balance: number | null, isSigned: boolean): Found {
  return {
    kind: "amount",
    amount: Math.abs(signed),
    direction: signed > 0 ? "in" : "out",
    balance,
    isSigned,
  };
}

/** Whether a cell is empty, or says that there is no amount. */
export function isNothing(cell: Cell): boolean {
  const money = moneyOf(cell, 2);
  return money === null
    ? !isUnreadable(cell, money) || NOTHING.test(textOf(cell))
    : money.minor === 0;
}

/** Whether a cell has something that should be an amount and is not. A dash stands for nothing. */
export function isUnreadable(cell: Cell, money: Money | null): boolean {
  return money === null && !/^[-–—*.]*$/.test(textOf(cell));
}
