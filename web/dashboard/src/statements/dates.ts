import { type Cell, type DateOrder, folded, textOf } from "./table.ts";

const DAY_MS = 86_400_000;
/** Excel counts days from here; 1 is 1900-01-01 and it has a 1900-02-29 that never was. */
const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30);
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** The first letters of the Ethiopian months, the 13th too. */
const ETHIOPIAN_MONTHS = [
  ...["መስከ", "ጥቅም", "ህዳር", "ታህሳ", "ጥር", "የካቲ", "መጋቢ", "ሚያዝ", "ግንቦ", "ሰኔ", "ሀምሌ", "ነሀሴ", "ጳጉሜ"],
].map(folded);

/** A day as a file has it, before it is known which number is the month. */
export type WrittenDay =
  /** Surely a Gregorian day, e.g. `2026-11-12`. */
  | { readonly kind: "day"; readonly day: string }
  | { readonly kind: "parts"; readonly year: number; readonly month: number; readonly date: number }
  | {
      readonly kind: "numbers";
      readonly first: number;
      readonly second: number;
      readonly year: number;
    }
  | null;

/** A time in UTC: the banks' day began three hours before. */
const IN_UTC = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?:Z|\+00:?00|UTC|GMT)$/;
const ADDIS_ABABA_MS = 3 * 3_600_000;

/** Reads the day of a cell; a time after it is ignored, except in UTC. Null for anything else. */
export function writtenDay(cell: Cell | undefined): WrittenDay {
  if (cell instanceof Date) return dayFrom(cell.getTime());
  const text = textOf(cell);
  const [, day, time] = IN_UTC.exec(text) ?? [];
  if (day !== undefined) return dayFrom(Date.parse(`${day}T${time}Z`) + ADDIS_ABABA_MS);
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text);
  if (iso) return exact(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const plain = /^(20\d{2})(\d{2})(\d{2})$/.exec(text);
  if (plain) return exact(Number(plain[1]), Number(plain[2]), Number(plain[3]));
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/.exec(text);
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])];
    return { kind: "numbers", first, second, year: fullYear(String(numbers[3])) };
  }
  return /^\d+(?:\.\d+)?$/.test(text) ? fromSerial(Number(text)) : named(text);
}

/** Dates with the month's name: `12-Nov-2026`, `Nov 12, 2026`, `Thu, 12th Nov 2026`, `12 ኅዳር 2019`. */
function named(cell: string): WrittenDay {
  const text = cell.replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,.]? /i, "");
  const dayFirst =
    /^(\d{1,2})(?:st|nd|rd|th)?[\s\-/.]*([\p{L}]+)[\s\-/.,]*(\d{4}|\d{2})(?!\d)/u.exec(text);
  const monthFirst = /^([\p{L}]+)[\s\-/.]*(\d{1,2})[\s\-/.,]+(\d{4})(?!\d)/u.exec(text);
  const [day, name, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  if (name === undefined) return null;
  const word = folded(name);
  const month = MONTHS.findIndex((each) => word.startsWith(each)) + 1;
  if (month > 0) return exact(fullYear(String(year)), month, Number(day));
  const ethiopian = ETHIOPIAN_MONTHS.findIndex((each) => word.startsWith(each)) + 1;
  const made = dayOfEthiopian(fullYear(String(year)), ethiopian, Number(day));
  return made === null ? null : { kind: "day", day: made };
}

/**
 * What is known of the order of day and month in a column: one of them, `both` if its rows contradict, `either` if neither
 * shows. The Ethiopian year has 13 months.
 */
export function orderIn(
  days: readonly WrittenDay[],
  ethiopian: boolean,
): DateOrder | "both" | "either" | "not needed" {
  const numbers = days.filter((day) => day?.kind === "numbers");
  if (numbers.length === 0) return "not needed";
  const months = ethiopian ? 13 : 12;
  const isDayFirst = numbers.some(({ first }) => first > months);
  const isMonthFirst = numbers.some(({ second }) => second > months);
  if (isDayFirst && isMonthFirst) return "both";
  if (isDayFirst) return "day first";
  return isMonthFirst ? "month first" : "either";
}

/**
 * Whether a spreadsheet has taken the day for the month: it makes dates of those that it can read its way, and leaves the
 * others as text. So all of its dates are before the 13th, and all texts have one number above 12.
 */
export function isSwapped(cells: readonly (Cell | undefined)[]): boolean {
  const dates = cells.filter((cell) => cell instanceof Date);
  const texts = cells.map(writtenDay).filter((day) => day?.kind === "numbers");
  return (
    dates.length > 0 &&
    texts.length > 0 &&
    dates.every((date) => date.getUTCDate() <= 12) &&
    texts.every(({ first, second }) => first > 12 || second > 12)
  );
}

/** Whether numeric years are those of the Ethiopian calendar, which is seven or eight years behind. `year` is the current one. */
export function isEthiopian(days: readonly WrittenDay[], year: number): boolean {
  const known = days.filter((day) => day !== null);
  const isBehind = (day: NonNullable<WrittenDay>) =>
    day.kind !== "day" && day.year <= year - 7 && day.year >= year - 9;
  return known.length > 0 && known.every(isBehind);
}

/** The day in the Gregorian calendar, e.g. `2026-11-12`; null if there is no such day. */
export function dayIn(
  written: WrittenDay,
  order: DateOrder | null,
  ethiopian: boolean,
): string | null {
  if (written === null) return null;
  if (written.kind === "day") return written.day;
  if (written.kind === "parts")
    return dayOfParts(written.year, written.month, written.date, ethiopian);
  if (order === null) return null;
  const { first, second, year } = written;
  const [date, month] = order === "day first" ? [first, second] : [second, first];
  return dayOfParts(year, month, date, ethiopian);
}

function dayOfParts(year: number, month: number, date: number, ethiopian: boolean): string | null {
  if (ethiopian) return dayOfEthiopian(year, month, date);
  const made = new Date(Date.UTC(year, month - 1, date));
  // A date that the month does not have is in another one.
  return made.getUTCMonth() === month - 1 ? isoDay(made.getTime()) : null;
}

function exact(year: number, month: number, date: number): WrittenDay {
  return { kind: "parts", year, month, date };
}

function fromSerial(serial: number): WrittenDay {
  // 1997 to 2119: other numbers are amounts.
  return serial >= 35_500 && serial < 80_000
    ? dayFrom(EXCEL_EPOCH_MS + Math.floor(serial) * DAY_MS)
    : null;
}

function dayOfEthiopian(year: number, month: number, date: number): string | null {
  // The 13th month has five days, and six in every fourth year.
  const last = month === 13 ? (year % 4 === 3 ? 6 : 5) : 30;
  if (month < 1 || month > 13 || date < 1 || date > last) return null;
  const days = (year - 1) * 365 + Math.floor(year / 4) + (month - 1) * 30 + date - 1;
  const first = new Date(0);
  // `Date.UTC` takes the year 8 for 1908.
  first.setUTCFullYear(8, 7, 27);
  return isoDay(first.getTime() + days * DAY_MS);
}

/** In parts, because a spreadsheet makes dates of Ethiopian ones, too. */
function dayFrom(ms: number): WrittenDay {
  if (Number.isNaN(ms)) return null;
  const date = new Date(ms);
  return exact(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}
