import { hkdfSync } from "node:crypto";
import type { Keyring } from "../../cloud/secret-box.ts";
import { type WebhookEncryptionKey, webhookEncryptionKey } from "../../contract/secrets.ts";
import { secrets } from "../../pipeline/deps.ts";
import { variableOf } from "../../pipeline/environment.ts";

const PURPOSE = "webhook signing secrets at rest";

/** The keys that encrypt the signing secrets of endpoints. Cached for five minutes, unless the copy `isOutdated`. */
export async function readKeyring(isOutdated = false): Promise<Keyring> {
  const secretId = variableOf("SECRET", "webhook-encryption-key");
  if (isOutdated) secrets().forget(secretId);
  return deriveKeyring(await secrets().read(secretId, webhookEncryptionKey));
}

/** Derives one AES-256 key per passphrase (HKDF with SHA-256, RFC 5869). */
export function deriveKeyring({ current, passphrases }: WebhookEncryptionKey): Keyring {
  const keys = Object.entries(passphrases).map(([kid, passphrase]) => {
    const key = hkdfSync("sha256", passphrase, kid, PURPOSE, 32);
    return [kid, Buffer.from(key).toString("base64")] as const;
  });
  return { current, keys: Object.fromEntries(keys) };
}
