import { readSecretNow, writeSecret } from "../../cloud/secret-writer.ts";
import { newSigningKeyPair, publicHalf } from "../../cloud/signing-key-pair.ts";
import { type StoredSigningKey, signingKeys } from "../../contract/login-secrets.ts";
import {
  ACCEPTED_AFTER_MS,
  acceptedUntil,
  nextKeyActiveFrom,
} from "../../domain/signing-rotation.ts";
import { secretsManager, table } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";
import { getPublishedKeys, type PublishedKey, putPublishedKeys } from "../../store/signing-keys.ts";

/**
 * Creates the next signing key when it is due (the first one at once) and deletes expired ones. The public half is
 * published before the private half can sign. A repetition changes nothing and completes an interrupted run.
 */
export async function rotateSigningKeys(now: number): Promise<void> {
  const secretId = variableOf("SECRET", "signing-key");
  const [{ keys: stored }, published] = await Promise.all([
    readSecretNow(secretsManager(), secretId, signingKeys),
    getPublishedKeys(table()),
  ]);
  const keys = await withNext(stored, now);
  const kept = keys.filter((key) => isAccepted(acceptedUntil(key, keys), now));
  await putPublishedKeys(table(), publish(kept, published, now));
  if (kept.length !== stored.length || kept.some((key) => !stored.includes(key))) {
    await writeSecret(secretsManager(), secretId, { keys: kept });
  }
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
