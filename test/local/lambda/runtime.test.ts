import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createActivity } from "../../../lib/local/activity.ts";
import type { DeployedFunction } from "../../../lib/local/assembly/functions.ts";
import { createLambdaRuntime, type LambdaRuntime } from "../../../lib/local/lambda/runtime.ts";
import { createLogSink } from "../../../lib/local/log-sink.ts";

const PROGRAM = `
  const { threadId } = require("node:worker_threads");
  exports.handler = async () => threadId;
`;

let folder = "";
let runtime: LambdaRuntime;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "functions-"));
  writeFileSync(join(folder, "index.cjs"), PROGRAM);
  runtime = createLambdaRuntime({
    clock: new SharedArrayBuffer(8),
    activity: createActivity(),
    logs: createLogSink(null),
    codeCache: join(folder, "cache"),
    environment: () => ({}),
    directTable: null,
    tableChanged: () => {},
  });
});
afterAll(async () => {
  await runtime.close();
  rmSync(folder, { recursive: true });
});

const deployed = (id: string): DeployedFunction => ({
  ...{ id, name: id, arn: `arn:aws:lambda:local:000000000000:function:${id}`, folder },
  ...{ handler: "index.handler", timeoutSeconds: 10, memoryMegabytes: 128, environment: {} },
  ...{ logicalId: id, roleName: id, statements: [] },
});

async function threadOf(id: string): Promise<number> {
  const answer = await runtime.invoke(deployed(id), "{}");
  if (!answer.ok) throw new Error(answer.error.errorMessage);
  return JSON.parse(answer.payload) as number;
}

it("spreads functions evenly over the threads, and keeps each where it is loaded", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `function-${index}`);
  const homes = new Map<string, number>();
  for (const name of names) homes.set(name, await threadOf(name));
  const perThread = Map.groupBy(homes.values(), (thread) => thread);
  // Four are worth a thread of their own, up to one for each processor.
  for (const { length } of perThread.values()) expect([4, 5, 6]).toContain(length);
  for (const name of names.toReversed()) expect(await threadOf(name)).toBe(homes.get(name));
});
