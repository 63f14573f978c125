import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type * as z from "zod";

/** Reads a secret's JSON without a cache, before it is replaced. */
export async function readSecretNow<T>(
  client: SecretsManagerClient,
  secretId: string,
  schema: z.ZodType<T>,
): Promise<T> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
  return schema.parse(JSON.parse(SecretString ?? ""));
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
