import { writtenDay } from "./dates.ts";
import { moneyOf } from "./money.ts";
import { type Cell, folded, type Grid, type Mapping, type Role, textOf } from "./table.ts";

/** Names of columns in English and Amharic, folded. A whole name counts more than a part of one. */
const NAMES: Readonly<Record<Role, readonly string[]>> = {
  date: [
    ...[
      "date",
      "transaction date",
      "trans date",
      "txn date",
      "tran date",
      "posting date",
      "post date",
    ],
    ...["booking date", "entry date", "completion time", "transaction time", "date time", "trn dt"],
    ...["ቀን", "የግብይት ቀን", "የተመዘገበበት ቀን", "ቀንና ሰአት", "የክፍያ ቀን"],
  ],
  valueDate: ["value date", "val date", "effective date", "value dt", "የዋጋ ቀን", "ተፈጻሚ ቀን", "ዋጋ ቀን"],
  credit: [
    ...[
      "credit",
      "credits",
      "cr",
      "credit amount",
      "deposit",
      "deposits",
      "paid in",
      "money in",
      "received",
    ],
    ...["cr amount", "amount cr", "cr amt", "amt cr", "credited"],
    ...["credit etb", "amount in", "lodgement", "ገቢ", "ገቢ መጠን", "ክሬዲት", "ገቢ ብር", "የገባ"],
  ],
  debit: [
    ...[
      "debit",
      "debits",
      "dr",
      "debit amount",
      "withdrawal",
      "withdrawals",
      "paid out",
      "money out",
    ],
    ...["dr amount", "amount dr", "dr amt", "amt dr", "debited"],
    ...["withdrawn", "debit etb", "amount out", "ወጪ", "ወጪ መጠን", "ዴቢት", "ወጪ ብር", "የወጣ"],
  ],
  amount: [
    ...[
      "amount",
      "transaction amount",
      "txn amount",
      "amount etb",
      "amt",
      "transacted amount",
      "value",
    ],
    ...["መጠን", "የገንዘብ መጠን", "የብር መጠን", "ብር", "የግብይት መጠን"],
  ],
  direction: [
    "dr cr",
    "cr dr",
    "d c",
    "c d",
    "debit credit",
    "credit debit",
    "type",
    "drcr",
    "sign",
    "direction",
    "in out",
    "አይነት",
    "የግብይት አይነት",
  ],
  reference: [
    ...[
      "reference",
      "ref",
      "ref no",
      "reference no",
      "reference number",
      "transaction id",
      "txn id",
    ],
    ...[
      "transaction reference",
      "trans ref",
      "receipt no",
      "receipt number",
      "transaction no",
      "tran id",
    ],
    ...["ft no", "bank reference", "ማጣቀሻ", "የግብይት ቁጥር", "ማጣቀሻ ቁጥር", "የደረሰኝ ቁጥር", "መለያ"],
  ],
  text: [
    ...[
      "description",
      "narration",
      "narrative",
      "details",
      "particulars",
      "remark",
      "remarks",
      "memo",
    ],
    ...[
      "transaction details",
      "transaction description",
      "payment details",
      "reason",
      "payer",
      "other party info",
    ],
    ...["from", "received from", "sender", "መግለጫ", "ዝርዝር", "ማብራሪያ", "ምክንያት", "ላኪ", "የግብይት ዝርዝር"],
  ],
  balance: [
    ...[
      "balance",
      "running balance",
      "closing balance",
      "book balance",
      "ledger balance",
      "balance etb",
      "bal",
    ],
    ...["ቀሪ", "ቀሪ ሂሳብ", "ባላንስ", "ቀሪ ሒሳብ", "ቀሪ ገንዘብ"],
  ],
  currency: ["currency", "ccy", "curr", "currency code", "የገንዘብ አይነት", "ምንዛሬ"],
  status: ["status", "transaction status", "payment status", "txn status", "ሁኔታ", "የግብይት ሁኔታ"],
};
const FOLDED = Object.entries(NAMES).map(
  ([role, names]) => [role as Role, names.map(folded)] as const,
);
/** Roles that one column alone can have. */
const SINGLE: ReadonlySet<Role> = new Set<Role>([
  ...([
    "date",
    "valueDate",
    "credit",
    "debit",
    "amount",
    "direction",
    "reference",
    "balance",
    "status",
    "currency",
  ] as const),
]);
/** Rows among which the names of the columns are looked for. */
export const MOST_PREAMBLE = 60;

/** Words that say on which side the amounts of a column are, e.g. in `Amount (Debit)` and `Credited Amount`. */
const SIDE_WORDS = [
  [
    "debit",
    /\b(?:debit|debits|debited|dr|withdrawals?|withdrawn|sent)\b|^(?:in )?out\b|\bout(?: in)?$|ወጪ|ዴቢት/,
  ],
  [
    "credit",
    /\b(?:credit|credits|credited|cr|deposits?|received)\b|^(?:out )?in\b|\bin(?: out)?$|ገቢ|ክሬዲት/,
  ],
] as const;
/** Words in the name of a column that has no amounts, e.g. `Credit Account`. */
const NO_AMOUNT = /\b(?:account|acct|a c|name|number|no|party|branch|bank|by)\b|ሂሳብ|ስም|ቁጥር/;

/** Words in the name of a column with other amounts than those of the transactions, or with other days. */
const OTHER_AMOUNT =
  /\b(?:fees?|charges?|commissions?|vat|tax|discount|refund(?:ed)?|available|cumulative|outstanding|limit|foreign|fcy|original|exchange|count|type|words)\b|የአገልግሎት|ኮሚሽን/;
const OTHER_DAY = /\b(?:print|printed|printing|birth|due|expiry|generated)\b/;

/** What a column with this name holds; null for none that a statement needs. */
export function roleOf(name: string): { readonly role: Role; readonly isWhole: boolean } | null {
  const wanted = folded(name.replaceAll(/\((?:etb|birr|ብር)\)|\bin (?:etb|birr)\b/gi, " "));
  if (wanted.length > 40) return null;
  const whole = FOLDED.find(([, names]) => names.includes(wanted));
  if (whole) return { role: whole[0], isWhole: true };
  const isOfMoney = !NO_AMOUNT.test(wanted) && !OTHER_AMOUNT.test(wanted);
  const sides = SIDE_WORDS.filter(([, words]) => words.test(wanted));
  const excluded: readonly Role[] = [
    "currency",
    ...(isOfMoney ? [] : (["debit", "credit"] as const)),
    ...(OTHER_AMOUNT.test(wanted) ? (["amount"] as const) : []),
    ...(OTHER_DAY.test(wanted) ? (["date"] as const) : []),
  ];
  const parts = FOLDED.filter(([role]) => !excluded.includes(role)).flatMap(([role, names]) =>
    names
      .filter((part) => part.length > 2 && ` ${wanted} `.includes(` ${part} `))
      .map((part) => ({ role, length: part.length })),
  );
  const [longest] = parts.toSorted((a, b) => b.length - a.length);
  if (longest === undefined) return null;
  const isSide = longest.role === "credit" || longest.role === "debit";
  if (sides.length === 2 && isSide) return { role: "amount", isWhole: false };
  const [side] = sides.length === 1 && longest.role === "amount" && isOfMoney ? sides : [];
  return { role: side?.[0] ?? longest.role, isWhole: false };
}

/** Roles by column of a row of names. The first column of a role has it, unless a later one has its whole name. */
function rolesOf(row: readonly Cell[]): Record<number, Role> {
  const found = row.flatMap((cell, column) => {
    const one = typeof cell === "string" ? roleOf(cell) : null;
    return one === null ? [] : [{ ...one, column }];
  });
  const roles: Record<number, Role> = {};
  for (const { role, column } of found.toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole))) {
    if (!SINGLE.has(role) || !Object.values(roles).includes(role)) roles[column] = role;
  }
  // A third column of amounts is a fee, a sum or a balance.
  const known = Object.values(roles);
  if (!known.includes("credit") || !known.includes("debit")) return roles;
  return Object.fromEntries(Object.entries(roles).filter(([, role]) => role !== "amount"));
}

/** Whether these columns make a statement: a day, and an amount whose direction is known. */
export function isEnough(roles: Readonly<Record<number, Role>>): boolean {
  const known = new Set(Object.values(roles));
  const hasDay = known.has("date") || known.has("valueDate");
  return hasDay && (known.has("amount") || known.has("credit"));
}

/**
 * Finds the row with the names of the columns: the one with the most bookings below it, before any other such row, else the one
 * that names the most; null if no row names enough of them.
 */
export function recognizeColumns(grid: Grid): Mapping | null {
  const rows = grid.slice(0, MOST_PREAMBLE).flatMap((row, headerRow) => {
    const twoLines = namesOfTwoLines(row, grid[headerRow + 1] ?? []);
    return [
      { headerRow, roles: rolesOf(row) },
      ...(twoLines === null ? [] : [{ headerRow: headerRow + 1, roles: rolesOf(twoLines) }]),
    ];
  });
  const found = rows
    .filter(({ roles }) => isEnough(roles))
    .map((names) => ({ ...names, key: headerKey(grid, names.headerRow) }));
  const scored = found.map((names) => {
    // Each page repeats the names, and a summary above them has others.
    const next = found.find(
      ({ headerRow, key }) => headerRow > names.headerRow && key !== names.key,
    );
    return { ...names, bookings: bookingsBelow(grid, names, next?.headerRow) };
  });
  const countOf = ({ roles }: Pick<Names, "roles">) => Object.keys(roles).length;
  const [best] = scored.toSorted(
    (a, b) =>
      b.bookings - a.bookings ||
      // A summary has one row, too.
      (a.bookings > 0 ? b.headerRow - a.headerRow : countOf(b) - countOf(a)),
  );
  if (best === undefined) return null;
  // Above it there may be another table, and bookings below the same names, which a page may write or break in another way.
  const first = found.find((names) => isSameTable(grid, names, best));
  const { headerRow } = first ?? best;
  return { headerRow, roles: withUnnamedSide(grid, headerRow, best.roles), dateOrder: null };
}

/** Whether names are those of others: of the same days and amounts, and no other column has another role. */
function isSameTable(grid: Grid, one: Names, other: Names): boolean {
  const read = (roles: Mapping["roles"]) =>
    columnsOf(roles, "date", "valueDate", "amount", "credit", "debit");
  const nameIn = ({ headerRow }: Names, at: number) => folded(textOf(grid[headerRow]?.[at]));
  const columns = read(one.roles);
  return (
    columns.join() === read(other.roles).join() &&
    Object.entries(one.roles).every(([at, role]) => (other.roles[Number(at)] ?? role) === role) &&
    // A summary has sums: `Total Debit`.
    columns.every((at) => {
      const [name, second] = [nameIn(one, at), nameIn(other, at)];
      return name.startsWith(second) || second.startsWith(name);
    })
  );
}

interface Names {
  readonly headerRow: number;
  readonly roles: Mapping["roles"];
}

/** Rows below the names of the columns that are looked at. */
const MOST_LOOKED = 200;

/** How many rows below the names have a day and an amount in their columns. */
function bookingsBelow(grid: Grid, { headerRow, roles }: Names, end = grid.length): number {
  const days = columnsOf(roles, "date", "valueDate");
  const amounts = columnsOf(roles, "amount", "credit", "debit");
  return grid
    .slice(headerRow + 1, Math.min(end, headerRow + 1 + MOST_LOOKED))
    .filter(
      (row) =>
        days.some((at) => writtenDay(row[at]) !== null) &&
        amounts.some((at) => moneyOf(row[at], 2) !== null),
    ).length;
}

/** The columns with one of these roles. */
export function columnsOf(roles: Mapping["roles"], ...wanted: readonly Role[]): readonly number[] {
  const columns = Object.keys(roles).map(Number);
  return columns.filter((column) => wanted.some((role) => role === roles[column]));
}

/** Names in two lines, e.g. `Amount` above `Debit` and `Credit`, as one; null if the second line has none of its own. */
function namesOfTwoLines(upper: readonly Cell[], lower: readonly Cell[]): readonly Cell[] | null {
  const roles = rolesOf(lower);
  const isNames = lower.every((cell) => writtenDay(cell) === null && moneyOf(cell, 2) === null);
  const hasSides = Object.values(roles).some((role) => role === "debit" || role === "credit");
  if (!isNames || !hasSides || isEnough(roles)) return null;
  const width = Math.max(upper.length, lower.length);
  return Array.from({ length: width }, (_, at) => [upper[at], lower[at]].map(textOf).join(" "));
}

/** Some statements write `Cr` and `Dr` in a column without a name, beside the amount. */
function withUnnamedSide(grid: Grid, headerRow: number, roles: Mapping["roles"]): Mapping["roles"] {
  const known = Object.values(roles);
  if (!known.includes("amount") || known.includes("direction")) return roles;
  const days = columnsOf(roles, "date", "valueDate");
  const isBooking = (row: readonly Cell[]) => days.some((at) => writtenDay(row[at]) !== null);
  const below = grid.slice(headerRow + 1).filter(isBooking);
  const width = below.reduce((most, row) => Math.max(most, row.length), 0);
  const isSide = (column: number) => {
    const texts = below.map((row) => folded(textOf(row[column]))).filter((text) => text !== "");
    return texts.length > 0 && texts.every((text) => /^(?:cr?|dr?|credit|debit)$/.test(text));
  };
  const column = Array.from({ length: width }, (_, at) => at).find(
    (at) => roles[at] === undefined && isSide(at),
  );
  return column === undefined ? roles : { ...roles, [column]: "direction" };
}

/** What is left of an amount behind a comma, or an amount: `500.00`, `500`, `75`. */
const TAIL = /^\d{2,3}$|[.,]\d+$/;

/**
 * Tells which rows were moved to the right by a comma that no quotes enclose, as in `1,500.00`: they have cells beyond all names,
 * and an amount there or beside a column of amounts. Else such a cell is a note.
 */
export function movedBeyond(
  grid: Grid,
  { headerRow, roles }: Mapping,
): (row: readonly Cell[]) => boolean {
  // Names may be in two lines.
  const names = [grid[headerRow - 1], grid[headerRow]].map((row = []) =>
    row.findLastIndex((cell) => textOf(cell) !== ""),
  );
  const last = Math.max(...names, ...Object.keys(roles).map(Number));
  const amounts = columnsOf(roles, "amount", "credit", "debit", "balance");
  const beside = amounts.map((at) => at + 1).filter((at) => !amounts.includes(at));
  return (row) => {
    const beyond = row.filter((cell, at) => at > last && textOf(cell) !== "");
    if (headerRow < 0 || beyond.length === 0) return false;
    return (
      beyond.some((cell) => moneyOf(cell, 2) !== null) ||
      beside.some((at) => TAIL.test(textOf(row[at])))
    );
  };
}

/** What a mapping is remembered by: the names of all columns. */
export function headerKey(grid: Grid, headerRow: number): string {
  return (grid[headerRow] ?? []).map((cell) => folded(textOf(cell))).join("|");
}
