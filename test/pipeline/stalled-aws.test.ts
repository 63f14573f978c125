import { createServer } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WORKERS } from "../../lib/contract/functions.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { getCredits } from "../../lib/contract/routes/v1.ts";
import { functionEntries } from "../../lib/infra/build-functions.ts";
import { eventBridge, secretsManager, sns, sqs, table } from "../../lib/pipeline/deps.ts";
import type { KeyPrincipal } from "../../lib/pipeline/principal.ts";
import { invoke, setFunctionEnvironment } from "../support/function-calls.ts";
import { TestServers } from "../support/test-servers.ts";

const STEP_MS = 250;
const TURNS = 400;
/** Accepts connections and never answers, as AWS behind a broken network path. */
const servers = new TestServers();
let connections = 0;

beforeAll(async () => {
  const port = await servers.listen(createServer(() => void connections++));
  const endpoint = `http://127.0.0.1:${port}`;
  setFunctionEnvironment({ tableName: "stalled", dynamoDbEndpoint: endpoint });
  vi.stubEnv("AWS_ENDPOINT_URL", endpoint);
  vi.stubEnv("AWS_REQUEST_TIMEOUT_MS", undefined);
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  servers.close();
});

/** Plays the clock until the work ends. Returns what it did and how long it took (ms). */
async function played<T>(work: Promise<T>): Promise<{ result: T; tookMs: number }> {
  let isDone = false;
  const watched = work.finally(() => {
    isDone = true;
  });
  watched.catch(() => undefined);
  let tookMs = 0;
  for (; !isDone; tookMs += STEP_MS) {
    // The connections are real: on a busy machine they need many turns.
    for (let turn = 0; turn < TURNS; turn++) await setImmediate();
    await vi.advanceTimersByTimeAsync(STEP_MS);
  }
  return { result: await watched, tookMs };
}

const shortestTimeoutMs =
  1000 * Math.min(...functionEntries(ROUTES, WORKERS).map(({ timeoutSeconds }) => timeoutSeconds));

describe("AWS that accepts a connection and never answers", () => {
  it("makes a request fail with 503 and Retry-After before its function times out", async () => {
    const { getCredits: handler } = await import("../../functions/v1/credits.ts");
    const principal: KeyPrincipal = {
      kind: "key",
      keyId: "key_1",
      accountId: "acc_1",
      appId: null,
      mode: "live",
      scopes: ["credits:read"],
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { result, tookMs } = await played(invoke(handler, getCredits, { principal }));
    expect(result).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
    expect(tookMs).toBeLessThan(shortestTimeoutMs);
    expect(connections).toBeGreaterThan(0);
  });

  it.each([
    ["DynamoDB", () => table().client],
    ["SQS", sqs],
    ["EventBridge", eventBridge],
    ["SNS", sns],
    ["Secrets Manager", secretsManager],
  ])("ends each call to %s, so that a worker's message comes again", async (_, client) => {
    const { requestHandler, maxAttempts } = client().config;
    const limits = await (
      requestHandler as unknown as { configProvider: Promise<Record<string, unknown>> }
    ).configProvider;
    expect(limits).toMatchObject({ throwOnRequestTimeout: true });
    const attempts = Number(await maxAttempts());
    expect(Number(limits.requestTimeout) * attempts).toBeLessThan(shortestTimeoutMs);
    expect(Number(limits.connectionTimeout)).toBeLessThan(Number(limits.requestTimeout));
  });
});
