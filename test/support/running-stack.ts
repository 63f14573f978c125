import type { JWK } from "jose";
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "../../lib/cloud/aws-services.ts";
import { DocumentClient } from "../../lib/cloud/dynamodb.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import type { SpareThread } from "../../lib/local/lambda/function-thread.ts";
import { startLocal as start } from "../../lib/local/stack.ts";
import type { Table } from "../../lib/store/transact.ts";
import { violations } from "./left-behind.ts";
import { violation } from "./published-contract.ts";
import { assertEventsAsPublished } from "./table.ts";

/** The running stack's own table, with every right: for arranging and for looking. */
export function tableOf(stack: LocalStack): Table {
  const [table] = stack.deployment.tables;
  if (!table) throw new Error("the stack has no table");
  return { client: new DocumentClient({ ...stack.aws }), name: table.name };
}

/** Stacks of this process run their functions in the same threads, one after the other, where code stays compiled. */
export const spareThreads: SpareThread[] = [];

/**
 * The whole service on this machine. Every HTTP answer and, at the end, every event is held against the
 * published OpenAPI document.
 */
export async function startLocal(
  options: Parameters<typeof start>[0] = {},
): ReturnType<typeof start> {
  const stack = await start({
    spareThreads,
    // A minute that ends between two lines of a test would otherwise sweep what the test has just arranged.
    schedulesWait: true,
    ...options,
    observe: (seen) => {
      const found = violation(seen);
      if (found !== null) violations.push(found);
    },
  });
  sweepSameShards(stack);
  return { ...stack, close: () => closeChecked(stack) };
}

/** The test's own writes must be in the shards that the stack's functions sweep. */
function sweepSameShards({ deployment }: LocalStack): void {
  const [shards] = deployment.functions.flatMap(({ environment }) => environment.DUE_SHARDS ?? []);
  if (shards !== undefined) process.env.DUE_SHARDS = shards;
}

async function closeChecked(stack: LocalStack): Promise<void> {
  try {
    await assertEventsAsPublished([tableOf(stack)]);
  } finally {
    await stack.close();
  }
}

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
