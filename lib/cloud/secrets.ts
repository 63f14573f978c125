import type * as z from "zod";
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from "./aws-services.ts";

/** How long a container caches a secret. After that a rotated secret is in use everywhere. */
export const SECRET_CACHE_MS = 5 * 60_000;

/** A secret is missing or invalid. The message names it and never quotes it. */
export class SecretError extends Error {
  override readonly name = "SecretError";
}

/** Reads and caches secrets; one per container. */
export interface SecretReader {
  /**
   * Returns the secret's parsed JSON. Concurrent calls share one request.
   *
   * @param cacheMs how old it may be; `SECRET_CACHE_MS` unless given
   */
  readonly read: <T>(secretId: string, schema: z.ZodType<T>, cacheMs?: number) => Promise<T>;
  /** Drops one from the cache, e.g. when a box names a key that is not in the cached secret. */
  readonly forget: (secretId: string) => void;
}

interface Cached {
  readonly text: Promise<string>;
  readonly readAt: number;
}

/** @param now unix ms */
export function secretReader(client: SecretsManagerClient, now: () => number): SecretReader {
  const cache = new Map<string, Cached>();

  function textOf(secretId: string, cacheMs: number): Promise<string> {
    const cached = cache.get(secretId);
    // A clock that was set back must not keep a rotated secret in use.
    if (cached && Math.abs(now() - cached.readAt) < cacheMs) return cached.text;
    const entry = { text: fetchText(client, secretId), readAt: now() };
    cache.set(secretId, entry);
    // A failure is not cached: the next call tries again.
    entry.text.catch(() => {
      if (cache.get(secretId) === entry) cache.delete(secretId);
    });
    return entry.text;
  }

  return {
    read: async (secretId, schema, cacheMs = SECRET_CACHE_MS) =>
      parse(secretId, await textOf(secretId, cacheMs), schema),
    forget: (secretId) => {
      cache.delete(secretId);
    },
  };
}

async function fetchText(client: SecretsManagerClient, secretId: string): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
  if (SecretString === undefined) throw new SecretError(`The secret ${secretId} has no text.`);
  return SecretString;
}

function parse<T>(secretId: string, text: string, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(jsonOf(secretId, text));
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => issue.path.join(".") || "(whole)").join(", ");
  throw new SecretError(`The secret ${secretId} is not as expected at: ${where}.`);
}

function jsonOf(secretId: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message would quote the text.
    throw new SecretError(`The secret ${secretId} is not JSON.`);
  }
}

/** Reads a secret's JSON without a cache, before it is replaced. */
export async function readSecretNow<T>(
  client: SecretsManagerClient,
  secretId: string,
  schema: z.ZodType<T>,
): Promise<T> {
  return parse(secretId, await fetchText(client, secretId), schema);
}

/** Replaces a secret's value. */
export async function writeSecret(
  client: SecretsManagerClient,
  secretId: string,
  value: object,
): Promise<void> {
  await client.send(
    new PutSecretValueCommand({ SecretId: secretId, SecretString: JSON.stringify(value) }),
  );
}
