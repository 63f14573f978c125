/**
 * Rotation of the keys that sign access tokens. A new key is published before it signs, and an old one is
 * accepted until its last token has expired, so that a rotation ends no session.
 */

/** A key signs for this long. */
export const ROTATE_AFTER_MS = 30 * 86_400_000;

/** Time from publishing to signing: longer than any cache of the published keys or of the secret. */
export const LEAD_MS = 15 * 60_000;

/** Time after the successor starts to sign: the signers' cache time plus the lifetime of a token. */
export const ACCEPTED_AFTER_MS = 20 * 60_000;

export interface KeyTimes {
  readonly kid: string;
  /** ms; the key signs from then until the next one starts. */
  readonly activeFrom: number;
}

/** When the next key must start to sign (ms); null while none is due. */
export function nextKeyActiveFrom(keys: readonly KeyTimes[], now: number): number | null {
  const newest = newestOf(keys);
  if (newest === null) return now;
  return now >= newest.activeFrom + ROTATE_AFTER_MS ? now + LEAD_MS : null;
}

/** The newest active key; null before the first one exists. */
export function signingKeyAt<K extends KeyTimes>(keys: readonly K[], now: number): K | null {
  return newestOf(keys.filter((key) => key.activeFrom <= now));
}

/** End of the acceptance of a key's tokens (ms); null for the newest key. */
export function acceptedUntil(key: KeyTimes, keys: readonly KeyTimes[]): number | null {
  const later = keys.map((other) => other.activeFrom).filter((from) => from > key.activeFrom);
  return later.length === 0 ? null : Math.min(...later) + ACCEPTED_AFTER_MS;
}

function newestOf<K extends KeyTimes>(keys: readonly K[]): K | null {
  return keys.toSorted((a, b) => b.activeFrom - a.activeFrom)[0] ?? null;
}
