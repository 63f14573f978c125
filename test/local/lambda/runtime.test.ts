import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DeployedFunction } from "../../../lib/local/assembly/functions.ts";
import { functionEnvironment } from "../../../lib/local/lambda/environment.ts";
import type { SpareThread } from "../../../lib/local/lambda/function-thread.ts";
import { createLambdaRuntime, type LambdaRuntime } from "../../../lib/local/lambda/runtime.ts";
import { createActivity, createLogSink } from "../../../lib/local/log-sink.ts";

/** Threads have a `globalThis` each: one function can wait only for another one that runs beside it. */
const PROGRAM = `
  const { threadId } = require("node:worker_threads");
  let kept = 0;
  const opened = (globalThis.opened ??= Promise.withResolvers());
  exports.handler = async ({ does, url }) => {
    if (does === "open") opened.resolve();
    if (does === "wait") await opened.promise;
    if (does === "hang") await new Promise(() => {});
    if (does === "keep") kept += 1;
    if (url) await fetch(url);
    console.log("in " + process.env.NAME);
    process.env.OWN = process.env.NAME;
    return { threadId, kept, variables: { ...process.env }, time: Date.now() };
  };
`;
type Answer = {
  readonly threadId: number;
  readonly kept: number;
  readonly time: number;
  readonly variables: Readonly<Record<string, string>>;
};

let folder = "";
let runtime: LambdaRuntime;
const logs: [string, string][] = [];
const servers: Server[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "functions-"));
  writeFileSync(join(folder, "index.cjs"), PROGRAM);
  logs.length = 0;
  runtime = createRuntime();
});
afterEach(async () => {
  await runtime.close();
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true });
});

function createRuntime(more: Partial<Parameters<typeof createLambdaRuntime>[0]> = {}) {
  return createLambdaRuntime({
    clock: new SharedArrayBuffer(8),
    activity: createActivity(),
    logs: { ...createLogSink(null, Date.now), write: (id, text) => void logs.push([id, text]) },
    codeCache: join(folder, "cache"),
    environment: ({ name }) => ({ NAME: name }),
    directTable: null,
    tableChanged: () => {},
    askFrontDoor: () => Promise.reject(new Error("no function here asks")),
    ...more,
  });
}

const deployed = (id: string): DeployedFunction => ({
  ...{ id, name: id, arn: `arn:aws:lambda:local:000000000000:function:${id}`, folder },
  ...{ handler: "index.handler", timeoutSeconds: 10, memoryMegabytes: 128, environment: {} },
  ...{ logicalId: id, aliases: [], version: "$LATEST", roleName: id, statements: [] },
});

/** A server whose answers wait for `answer`. `arrived`: so many requests have come. */
async function listen(requests: number) {
  const arrived = Promise.withResolvers<void>();
  const answers: (() => void)[] = [];
  const server = createServer((_, response) => {
    answers.push(() => response.end());
    if (answers.length === requests) arrived.resolve();
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = () => {
    for (const each of answers) each();
  };
  return { url, arrived: arrived.promise, answer };
}

async function run(id: string, event: object = {}): Promise<Answer> {
  const answer = await runtime.invoke(deployed(id), JSON.stringify(event));
  if (!answer.ok) throw new Error(answer.error.errorMessage);
  return JSON.parse(answer.payload) as Answer;
}

it("takes one thread for what comes one after the other, however many functions there are", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `function-${index}`);
  const homes = new Set<number>();
  for (const name of [...names, ...names]) homes.add((await run(name)).threadId);
  expect(homes.size).toBe(1);
});

it("starts a second thread when the first is full, and later takes the one that has loaded the function", async () => {
  await runtime.close();
  runtime = createRuntime({ usualThreads: 2 });
  const { url, arrived, answer } = await listen(8);
  const patient = Array.from({ length: 8 }, (_, index) => run(index < 4 ? "one" : "four", { url }));
  await arrived;
  const other = await run("two");
  answer();
  const homes = new Set((await Promise.all(patient)).map(({ threadId }) => threadId));
  expect(homes.size).toBe(1);
  expect(homes).not.toContain(other.threadId);
  expect((await run("two")).threadId).toBe(other.threadId);
  expect(homes).toContain((await run("one")).threadId);
});

it("runs functions of one thread at the same time, each with its own variables and log", async () => {
  const [one, two] = await Promise.all([
    run("one", { does: "wait" }),
    run("two", { does: "open" }),
  ]);
  expect(one.threadId).toBe(two.threadId);
  expect(one.variables).toEqual({ NAME: "one", OWN: "one" });
  expect(two.variables).toEqual({ NAME: "two", OWN: "two" });
  expect(logs.toSorted()).toEqual([
    ["one", "in one\n"],
    ["two", "in two\n"],
  ]);
});

it("runs a function twice at the same time in two environments, and keeps both", async () => {
  const { url, arrived, answer } = await listen(2);
  const both = [1, 2].map(() => run("one", { does: "keep", url }));
  await arrived;
  answer();
  const [first, second] = await Promise.all(both);
  expect(first?.threadId).toBe(second?.threadId);
  expect([first?.kept, second?.kept]).toEqual([1, 1]);
  const again = await Promise.all([1, 2, 3].map(() => run("one", { does: "keep" })));
  expect(again.map(({ kept }) => kept)).toEqual([2, 2, 1]);
});

it("ends a function that runs too long, and lets those beside it finish", async () => {
  const { url, arrived, answer } = await listen(1);
  const patient = run("patient", { url });
  await arrived;
  const hanging = { ...deployed("hanging"), timeoutSeconds: 0.2 };
  const late = await runtime.invoke(hanging, JSON.stringify({ does: "hang" }));
  expect(late).toMatchObject({ ok: false, error: { errorType: "Sandbox.Timedout" } });
  answer();
  const { threadId } = await patient;
  // The thread in which a function still hangs takes no further ones.
  expect((await run("next")).threadId).not.toBe(threadId);
});

it("gives a function the stack's own table and queues, also where a shell names those of AWS", () => {
  const own = {
    TABLE_NAME: "local",
    QUEUE_URL_DELIVERY: "http://127.0.0.1/delivery",
    STAGE: "dev",
  };
  const shell = { TABLE_NAME: "prod", QUEUE_URL_DELIVERY: "https://sqs.aws", STAGE: "prod" };
  const region = { region: "local", frontDoorUrl: "http://127.0.0.1" };
  const sender = { ...deployed("one"), environment: own };
  const variables = functionEnvironment(sender, { ...region, overrides: shell });
  expect(variables).toMatchObject({ ...own, STAGE: "prod" });
});

describe("a thread that serves one stack after another", () => {
  const spareThreads: SpareThread[] = [];
  afterEach(() => Promise.all(spareThreads.splice(0).map(({ worker }) => worker.terminate())));
  /** Another stack, an hour later. */
  const openNext = async (variables: Record<string, string>) => {
    await runtime.close();
    const clock = new SharedArrayBuffer(8);
    new BigInt64Array(clock)[0] = 3_600_000n;
    runtime = createRuntime({ spareThreads, clock, environment: () => variables });
  };
  beforeEach(async () => {
    await runtime.close();
    runtime = createRuntime({ spareThreads });
  });

  it("has forgotten what a function kept", async () => {
    const before = await run("one", { does: "keep" });
    await openNext({ NAME: "next" });
    const after = await run("one", { does: "keep" });
    expect([before.kept, after.kept]).toEqual([1, 1]);
    expect(after.threadId).toBe(before.threadId);
    expect(after.variables).toEqual({ NAME: "next", OWN: "next" });
    expect(after.time - before.time).toBeGreaterThanOrEqual(3_600_000);
  });

  it("refuses variables with which the function cannot start", async () => {
    await run("one");
    writeFileSync(join(folder, "index.cjs"), `throw new Error(process.env.NAME); ${PROGRAM}`);
    await openNext({ NAME: "unusable variables" });
    await expect(run("one")).rejects.toThrow("unusable variables");
    await expect(run("one")).rejects.toThrow("unusable variables");
  });

  it("runs the next stack's code where that is other code", async () => {
    const { threadId } = await run("one");
    const other = mkdtempSync(join(folder, "other-"));
    writeFileSync(join(other, "index.cjs"), "exports.handler = async () => ({ other: true });");
    await openNext({ NAME: "next" });
    const next = await runtime.invoke({ ...deployed("one"), folder: other }, "{}");
    expect(next).toEqual({ ok: true, payload: JSON.stringify({ other: true }) });
    expect((await run("two")).threadId).toBe(threadId);
  });

  it("is not one in which something still runs", async () => {
    const { url, arrived } = await listen(1);
    const waiting = runtime.invoke(deployed("one"), JSON.stringify({ url }));
    await arrived;
    await runtime.close();
    expect(spareThreads).toEqual([]);
    expect(await waiting).toMatchObject({ ok: false, error: { errorType: "Runtime.ExitError" } });
  });
});
