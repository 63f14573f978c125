import { open, seal, withKeyring } from "../../cloud/secret-box.ts";
import type { NoticeSource } from "../../domain/notice-source.ts";
import { randomBytes } from "../../pipeline/deps.ts";
import { readKeyring } from "../webhooks/keyring.ts";

/** Makes what a phone proves itself with: 192 bits. */
export function generateSourceSecret(): string {
  return `nsec_${Buffer.from(randomBytes(24)).toString("base64url")}`;
}

/** Encrypts a secret at rest, for this source only. */
export async function sealFor(sourceId: string, plain: string): Promise<string> {
  return seal(plain, sourceId, await readKeyring());
}

/** The secrets that a source's messages may carry at `now` (ms), and the key of its balances. */
export async function openSecrets(
  { id, secret, previousSecret, balanceKey }: NoticeSource,
  now: number,
): Promise<{ readonly secrets: readonly string[]; readonly balanceKey: string }> {
  const sealed = [
    ...(secret === null ? [] : [secret]),
    ...(previousSecret !== null && previousSecret.until > now ? [previousSecret.sealed] : []),
  ];
  return withKeyring(
    await readKeyring(),
    () => readKeyring(true),
    (ring) => ({
      secrets: sealed.map((box) => open(box, id, ring)),
      balanceKey: open(balanceKey, id, ring),
    }),
  );
}
