import { dayOf } from "../../contract/days.ts";
import { groupReleases, type ReleaseGroup } from "../../domain/release.ts";
import type { OnUnreadable } from "../../store/due.ts";
import {
  lastReleases,
  type SampleResult,
  SMS_PURPOSES,
  type SmsDay,
  sampleResults,
  smsDays,
} from "../../store/operations.ts";
import type { Table } from "../../store/transact.ts";

/** The longest month, and the days before it. */
const DAYS = 31;

export interface SmsTotals extends Readonly<Record<keyof Omit<SmsDay, "day">, number>> {
  readonly messages: number;
  /** Of the parts, minor units; null where the configuration names no price. */
  readonly cost: number | null;
}

export interface ServiceReport {
  /** Newest first. */
  readonly releases: readonly ReleaseGroup[];
  /** Newest first, one for each day. */
  readonly samples: readonly SampleResult[];
  readonly sms: { readonly day: SmsTotals; readonly month: SmsTotals; readonly days: SmsDay[] };
}

/** Of functions: about ten releases of the whole payment path. */
const RELEASES = 110;

/**
 * The last releases, and samples of the invariants and SMS of the last 31 days. What cannot be read is left out.
 *
 * @param price of one part of an SMS, minor units
 */
export async function serviceReport(
  table: Table,
  price: number | null,
  now: number,
  onUnreadable: OnUnreadable,
): Promise<ServiceReport> {
  const [releases, samples, days] = await Promise.all([
    lastReleases(table, RELEASES, onUnreadable),
    sampleResults(table, DAYS, now, onUnreadable),
    smsDays(table, DAYS, now),
  ]);
  const today = dayOf(now);
  const isThisMonth = ({ day }: SmsDay) => day.slice(0, 7) === today.slice(0, 7);
  return {
    releases: groupReleases(releases, now),
    samples,
    sms: {
      day: totalsOf(
        days.filter(({ day }) => day === today),
        price,
      ),
      month: totalsOf(days.filter(isThisMonth), price),
      days,
    },
  };
}

function totalsOf(days: readonly SmsDay[], price: number | null): SmsTotals {
  const sum = (name: keyof Omit<SmsDay, "day">) =>
    days.reduce((total, day) => total + day[name], 0);
  const counts = { login: sum("login"), invitation: sum("invitation"), notice: sum("notice") };
  const parts = sum("parts");
  return {
    ...counts,
    parts,
    messages: SMS_PURPOSES.reduce((total, purpose) => total + counts[purpose], 0),
    cost: price === null ? null : parts * price,
  };
}
