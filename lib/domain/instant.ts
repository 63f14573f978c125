/** Formats an instant (ms since the epoch) as RFC 3339 in UTC. All texts have the same length, so they sort. */
export function instant(ms: number): string {
  return new Date(ms).toISOString();
}

/** As `instant`; null stays null. */
export function instantOrNull(ms: number | null): string | null {
  return ms === null ? null : instant(ms);
}

/** The end of the year 9999: `instant` would write later ones with a sign and six digits. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Parses RFC 3339 to ms since the epoch, within 1970 to 9999. The text must have been validated. */
export function parseInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Math.min(Math.max(0, Date.parse(text)), LATEST);
}
