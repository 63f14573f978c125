import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { DeployedFunction } from "../../../lib/local/assembly/functions.ts";
import { createLambdaRuntime, type LambdaRuntime } from "../../../lib/local/lambda/runtime.ts";
import { createActivity, createLogSink } from "../../../lib/local/log-sink.ts";

/** Threads have a `globalThis` each: one function can wait only for another one that runs beside it. */
const PROGRAM = `
  const { threadId } = require("node:worker_threads");
  const opened = (globalThis.opened ??= Promise.withResolvers());
  exports.handler = async ({ does, url }) => {
    if (does === "open") opened.resolve();
    if (does === "wait") await opened.promise;
    if (does === "hang") await new Promise(() => {});
    if (does === "fetch") await fetch(url);
    console.log("in " + process.env.NAME);
    process.env.OWN = process.env.NAME;
    return { threadId, variables: { ...process.env } };
  };
`;
type Answer = { readonly threadId: number; readonly variables: Readonly<Record<string, string>> };

let folder = "";
let runtime: LambdaRuntime;
const logs: [string, string][] = [];
const servers: Server[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "functions-"));
  writeFileSync(join(folder, "index.cjs"), PROGRAM);
  logs.length = 0;
  runtime = createLambdaRuntime({
    clock: new SharedArrayBuffer(8),
    activity: createActivity(),
    logs: { ...createLogSink(null), write: (id, text) => void logs.push([id, text]) },
    codeCache: join(folder, "cache"),
    environment: ({ name }) => ({ NAME: name }),
    directTable: null,
    tableChanged: () => {},
  });
});
afterEach(async () => {
  await runtime.close();
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true });
});

const deployed = (id: string): DeployedFunction => ({
  ...{ id, name: id, arn: `arn:aws:lambda:local:000000000000:function:${id}`, folder },
  ...{ handler: "index.handler", timeoutSeconds: 10, memoryMegabytes: 128, environment: {} },
  ...{ logicalId: id, aliases: [], version: "$LATEST", roleName: id, statements: [] },
});

/** A server that answers each request when `onRequest` calls its function. */
async function listen(onRequest: (answer: () => void) => void): Promise<string> {
  const server = createServer((_, response) => onRequest(() => response.end()));
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function run(id: string, event: object = {}): Promise<Answer> {
  const answer = await runtime.invoke(deployed(id), JSON.stringify(event));
  if (!answer.ok) throw new Error(answer.error.errorMessage);
  return JSON.parse(answer.payload) as Answer;
}

it("spreads functions evenly over the threads, and keeps each where it is loaded", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `function-${index}`);
  const homes = new Map<string, number>();
  for (const name of names) homes.set(name, (await run(name)).threadId);
  const perThread = Map.groupBy(homes.values(), (thread) => thread);
  // Four are worth a thread of their own, up to one for each processor.
  for (const { length } of perThread.values()) expect([4, 5, 6]).toContain(length);
  for (const name of names.toReversed()) expect((await run(name)).threadId).toBe(homes.get(name));
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

it("runs two invocations of one function in two threads, as each has one set of variables", async () => {
  const arrived: (() => void)[] = [];
  const url = await listen((answer) => {
    arrived.push(answer);
    if (arrived.length === 2) for (const each of arrived) each();
  });
  const answers = await Promise.all([1, 2].map(() => run("one", { does: "fetch", url })));
  expect(new Set(answers.map(({ threadId }) => threadId)).size).toBe(2);
});

it("ends a function that runs too long, and lets those beside it finish", async () => {
  const arrived = Promise.withResolvers<() => void>();
  const url = await listen(arrived.resolve);
  const patient = run("patient", { does: "fetch", url });
  const answer = await arrived.promise;
  const hanging = { ...deployed("hanging"), timeoutSeconds: 0.2 };
  const late = await runtime.invoke(hanging, JSON.stringify({ does: "hang" }));
  expect(late).toMatchObject({ ok: false, error: { errorType: "Sandbox.Timedout" } });
  answer();
  const { threadId } = await patient;
  // The thread in which a function still hangs takes no further ones.
  expect((await run("next")).threadId).not.toBe(threadId);
});
