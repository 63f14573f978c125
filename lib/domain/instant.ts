/** Formats an instant (ms since the epoch) as RFC 3339 in UTC. All texts have the same length, so they sort. */
export function instant(ms: number): string {
  return new Date(ms).toISOString();
}

/** As `instant`; null stays null. */
export function instantOrNull(ms: number | null): string | null {
  return ms === null ? null : instant(ms);
}

/** Parses RFC 3339 to ms since the epoch; 0 for earlier instants. The text must have been validated. */
export function parseInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Math.max(0, Date.parse(text));
}
