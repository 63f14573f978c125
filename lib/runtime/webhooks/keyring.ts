import { hkdfSync } from "node:crypto";
import type { Keyring } from "../../cloud/secret-box.ts";
import { secretReader } from "../../cloud/secrets.ts";
import { type WebhookEncryptionKey, webhookEncryptionKey } from "../../contract/secrets.ts";
import { now, secretsManager } from "../deps.ts";
import { variableOf } from "../environment.ts";

const PURPOSE = "webhook signing secrets at rest";
let reader: ReturnType<typeof secretReader> | undefined;

/** The keys that seal the signing secrets of endpoints; read again every few minutes. */
export async function readKeyring(): Promise<Keyring> {
  reader ??= secretReader(secretsManager(), now);
  const secretId = variableOf("SECRET", "webhook-encryption-key");
  return deriveKeyring(await reader.read(secretId, webhookEncryptionKey));
}

/** Each passphrase becomes an AES-256 key of its own (HKDF with SHA-256, RFC 5869). */
export function deriveKeyring({ current, passphrases }: WebhookEncryptionKey): Keyring {
  const keys = Object.entries(passphrases).map(([kid, passphrase]) => {
    const key = hkdfSync("sha256", passphrase, kid, PURPOSE, 32);
    return [kid, Buffer.from(key).toString("base64")] as const;
  });
  return { current, keys: Object.fromEntries(keys) };
}
