import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type { JWK } from "jose";
import type { LocalStack } from "../../lib/local/compose-stack.ts";

export interface StoredKey {
  readonly kid: string;
  readonly jwk: JWK;
  readonly activeFrom: number;
}

/** The private signing keys in the stack's secret, which only an operator and the login functions can read. */
export function storedSigningKeys(stack: LocalStack) {
  const client = new SecretsManagerClient({ ...stack.aws });
  const [secret] = stack.deployment.secrets.filter(({ arn }) => /signing/i.test(arn));
  const SecretId = secret?.arn ?? "signing-key";
  return {
    read: async () => {
      const { SecretString = "{}" } = await client.send(new GetSecretValueCommand({ SecretId }));
      return (JSON.parse(SecretString) as { keys: StoredKey[] }).keys;
    },
    write: (keys: readonly StoredKey[]) =>
      client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify({ keys }) })),
  };
}
