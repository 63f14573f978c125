/**
 * When the keys of access tokens come and go. A new key is published well before it signs, and an old
 * one is accepted until the last token that it signed has ended: nobody is logged out by a rotation.
 */

/** A key signs for this long. */
export const ROTATE_AFTER_MS = 30 * 86_400_000;

/** From publishing to signing: longer than anybody remembers the published keys, or the secret. */
export const LEAD_MS = 15 * 60_000;

/** From the successor's first signature: signers that have not noticed, plus the life of their tokens. */
export const ACCEPTED_AFTER_MS = 20 * 60_000;

export interface KeyTimes {
  readonly kid: string;
  /** ms; it signs from then on, until the next one does. */
  readonly activeFrom: number;
}

/** When the next key has to be active from, or null while none is due. */
export function nextKeyActiveFrom(keys: readonly KeyTimes[], now: number): number | null {
  const newest = newestOf(keys);
  if (newest === null) return now;
  return now >= newest.activeFrom + ROTATE_AFTER_MS ? now + LEAD_MS : null;
}

/** The key to sign with: the newest that is active. Null on a deployment that has none yet. */
export function signingKeyAt<K extends KeyTimes>(keys: readonly K[], now: number): K | null {
  return newestOf(keys.filter((key) => key.activeFrom <= now));
}

/** Until when (ms) a key's tokens are accepted; null while no other has taken its place. */
export function acceptedUntil(key: KeyTimes, keys: readonly KeyTimes[]): number | null {
  const later = keys.map((other) => other.activeFrom).filter((from) => from > key.activeFrom);
  return later.length === 0 ? null : Math.min(...later) + ACCEPTED_AFTER_MS;
}

function newestOf<K extends KeyTimes>(keys: readonly K[]): K | null {
  return keys.reduce<K | null>(
    (newest, key) => (newest === null || key.activeFrom > newest.activeFrom ? key : newest),
    null,
  );
}
