import { newSigningKeyPair, publicHalf } from "../../cloud/access-token.ts";
import { readSecretNow, writeSecret } from "../../cloud/secrets.ts";
import { type StoredSigningKey, signingKeys } from "../../contract/secrets.ts";
import { ACCEPTED_AFTER_MS, acceptedUntil, nextKeyActiveFrom } from "../../domain/tokens.ts";
import { secretsManager, table } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";
import { getPublishedKeys, type PublishedKey, putPublishedKeys } from "../../store/sessions.ts";
import { LOST, optimistically } from "../../store/transact.ts";

/** Ids of keys, for the operator who invoked the run. */
interface Rotation {
  /** Published: tokens of these are accepted. */
  readonly accepted: readonly string[];
  /** In use before this run, and now refused as soon as the authorizers have read the published keys again. */
  readonly dropped: readonly string[];
}

/**
 * Creates the next signing key when it is due (the first one at once) and deletes expired ones. The public half is
 * published before the private half can sign, so a stored key that is not published was dropped, and is deleted. A
 * repetition changes nothing and completes an interrupted run.
 *
 * @param dropOldKeys replaces all keys by a new one, for when one has leaked. Their tokens are refused; sessions go on
 * @throws Error if other runs keep changing the keys
 */
export async function rotateSigningKeys(now: number, dropOldKeys = false): Promise<Rotation> {
  const rotated = await optimistically(() => rotate(now, dropOldKeys));
  if (rotated === LOST) throw new Error("Other runs keep changing the signing keys.");
  return rotated;
}

async function rotate(now: number, dropOldKeys: boolean): Promise<Rotation | typeof LOST> {
  const secretId = variableOf("SECRET", "signing-key");
  // Before the secret: what another run changes while that is read refuses the write below.
  const published = await getPublishedKeys(table());
  const { keys: stored } = await readSecretNow(secretsManager(), secretId, signingKeys);
  const trusted = dropOldKeys ? [] : published;
  const keys = await withNext(stored.filter(isIn(trusted)), now);
  const kept = keys.filter((key) => isAccepted(acceptedUntil(key, keys), now));
  const next = publish(kept, trusted, now);
  if (!(await putPublishedKeys(table(), next, published))) return LOST;
  if (kept.length !== stored.length || kept.some((key) => !stored.includes(key))) {
    await writeSecret(secretsManager(), secretId, { keys: kept });
  }
  const before = new Set([...stored, ...published].map(({ kid }) => kid));
  const accepted = next.map(({ kid }) => kid);
  return { accepted, dropped: [...before].filter((kid) => !accepted.includes(kid)) };
}

function isIn(published: readonly PublishedKey[]): (key: StoredSigningKey) => boolean {
  return ({ kid }) => published.some((key) => key.kid === kid);
}

async function withNext(
  stored: readonly StoredSigningKey[],
  now: number,
): Promise<readonly StoredSigningKey[]> {
  const activeFrom = nextKeyActiveFrom(stored, now);
  if (activeFrom === null) return stored;
  const { kid, privateJwk } = await newSigningKeyPair();
  return [...stored, { kid, jwk: { ...privateJwk }, activeFrom }];
}

/** The keys of the secret, and other published keys until their last token has expired. */
function publish(
  keys: readonly StoredSigningKey[],
  published: readonly PublishedKey[],
  now: number,
): PublishedKey[] {
  const own = keys.map((key) => ({
    kid: key.kid,
    jwk: publicHalf(key.jwk),
    acceptedUntil: acceptedUntil(key, keys),
  }));
  const others = published
    .filter(({ kid }) => !own.some((key) => key.kid === kid))
    .map((key) => ({ ...key, acceptedUntil: key.acceptedUntil ?? now + ACCEPTED_AFTER_MS }))
    .filter((key) => isAccepted(key.acceptedUntil, now));
  return [...own, ...others];
}

function isAccepted(until: number | null, now: number): boolean {
  return until === null || until > now;
}
