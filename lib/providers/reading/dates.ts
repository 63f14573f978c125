import { DateTime } from "luxon";
import { Unreadable } from "./unreadable.ts";

/** A moment as a receipt shows it; `dateOnly` where there is no time of day. */
export interface ShownTime {
  /** Milliseconds since the epoch, UTC; the start of the local day where `dateOnly`. */
  readonly at: number;
  readonly dateOnly: boolean;
}

/** Addis Ababa is UTC+3 all year. Naming the zone would make a cold function load the time zone tables, which takes 13 ms. */
const AS_PRINTED = { zone: "UTC+3", locale: "en-US" };
const LONGEST = 40;
const EARLIEST_YEAR = 2015;
const LATEST_YEAR = 2100;

/**
 * Reads a time by exactly the given luxon formats, as Addis Ababa time (UTC+3).
 *
 * Null where none fits, where two formats disagree about the moment, and where luxon would have
 * reinterpreted the text (`13:05 PM`): the parsed time must format as the same text, apart from zero-padding.
 */
export function parseTime(text: string, formats: readonly string[]): ShownTime | null {
  const spoken = tidy(text);
  if (spoken.length > LONGEST) return null;
  const found = new Map<string, ShownTime>();
  for (const format of formats) {
    const moment = DateTime.fromFormat(spoken, format, AS_PRINTED);
    if (!moment.isValid || bare(moment.toFormat(format)) !== bare(spoken)) continue;
    if (moment.year < EARLIEST_YEAR || moment.year > LATEST_YEAR) continue;
    const dateOnly = !/[hH]/.test(format.replace(/'[^']*'/g, ""));
    found.set(`${moment.toMillis()} ${dateOnly}`, { at: moment.toMillis(), dateOnly });
  }
  return found.size === 1 ? (found.values().next().value ?? null) : null;
}

/** The text that `parseTime` reads as this moment (ms), if the format can express it. */
export function printTime(at: number, format: string): string {
  return DateTime.fromMillis(at, AS_PRINTED).toFormat(format);
}

/** As `parseTime`, for a reader: throws `Unreadable`. */
export function requireTime(text: string, formats: readonly string[]): ShownTime {
  const time = parseTime(text, formats);
  if (time === null) throw new Unreadable("date not understood");
  return time;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** Reads an RFC 3339 instant; its zone is required, since a missing one would be guessed. */
export function requireInstant(text: string): ShownTime {
  const moment = INSTANT.test(text) ? DateTime.fromISO(text, AS_PRINTED) : null;
  if (!moment?.isValid || moment.year < EARLIEST_YEAR || moment.year > LATEST_YEAR) {
    throw new Unreadable("date not understood");
  }
  return { at: moment.toMillis(), dateOnly: false };
}

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function bare(text: string): string {
  return tidy(text)
    .toLowerCase()
    .replace(/\b0(?=\d)/g, "");
}
