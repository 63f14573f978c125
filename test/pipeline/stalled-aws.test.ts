import { createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { PublishCommand } from "@aws-sdk/client-sns";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  GetQueueUrlCommand,
  GetSecretValueCommand,
  PutEventsCommand,
} from "../../lib/cloud/aws-services.ts";
import { GetCommand } from "../../lib/cloud/dynamodb.ts";
import { WORKERS } from "../../lib/contract/functions.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { getCredits } from "../../lib/contract/routes/v1.ts";
import { functionEntries } from "../../lib/infra/build-functions.ts";
import { forgetAll } from "../../lib/pipeline/cell.ts";
import { eventBridge, secretsManager, sns, sqs, table } from "../../lib/pipeline/deps.ts";
import type { KeyPrincipal } from "../../lib/pipeline/principal.ts";
import { commitRetried, transact } from "../../lib/store/transact.ts";
import { invoke, setFunctionEnvironment } from "../support/function-calls.ts";
import { TestServers } from "../support/test-servers.ts";

const STEP_MS = 250;
const TURNS = 400;
/** Accepts connections and never answers, or not to the end, as AWS behind a broken network path. */
const servers = new TestServers();
let connections = 0;
let beginning = "";

beforeAll(async () => {
  const port = await servers.listen(createServer(accept));
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

function accept(socket: Socket): void {
  connections++;
  socket.on("data", () => socket.write(beginning));
}

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

const ITEM = { pk: "APP#acc_1", sk: "1#" };
const calls = [
  [
    "DynamoDB",
    () => table().client.send(new GetCommand({ TableName: "stalled", Key: { pk: "1" } })),
  ],
  ["SQS", () => sqs().send(new GetQueueUrlCommand({ QueueName: "stalled" }))],
  ["EventBridge", () => eventBridge().send(new PutEventsCommand({ Entries: [] }))],
  ["SNS", () => sns().send(new PublishCommand({ Message: "stalled", PhoneNumber: "+251" }))],
  [
    "Secrets Manager",
    () => secretsManager().send(new GetSecretValueCommand({ SecretId: "stalled" })),
  ],
] as const;

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

  it.each(calls)(
    "ends each call to %s, so that a worker's message comes again",
    async (_, call) => {
      connections = 0;
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const failed = call().then(
        () => "answered",
        (error: Error) => error.name,
      );
      const { result, tookMs } = await played(failed);
      expect(result).toBe("TimeoutError");
      expect(connections).toBeGreaterThan(2);
      expect(tookMs).toBeLessThan(shortestTimeoutMs);
    },
  );
});

describe("a table that never answers a change", () => {
  it.each([
    ["a transaction", () => transact(table(), [{ label: "app", put: { Item: ITEM } }])],
    ["a single write", () => commitRetried(table(), { label: "app", put: { Item: ITEM } })],
  ])("makes %s fail with 503 before its function times out", async (_, change) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const failed = change().catch((error: unknown) => error);
    const { result, tookMs } = await played(failed);
    expect(result).toMatchObject({ code: "service_unavailable" });
    expect(tookMs).toBeLessThan(shortestTimeoutMs);
  });
});

describe("AWS that begins to answer and stops in the middle", () => {
  it.each(calls)("gets each call to %s again, and then an error", async (_, call) => {
    vi.useRealTimers();
    vi.stubEnv("AWS_REQUEST_TIMEOUT_MS", "50");
    forgetAll();
    connections = 0;
    beginning = "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{";
    await expect(call()).rejects.toThrow("timed out");
    expect(connections).toBeGreaterThan(2);
  });
});
