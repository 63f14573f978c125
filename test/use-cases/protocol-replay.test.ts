import { afterAll, describe, expect, it, vi } from "vitest";
import { ProtocolRun } from "../model/protocol-run.ts";
import type { TlaValue } from "../model/tla-values.ts";
import { modelHash } from "../model/tlc.ts";
import { readTraces, type Step } from "../model/trace-file.ts";
import { setUpVerification } from "../support/verification.ts";

const { model, behaviors } = readTraces();
const verification = setUpVerification();
afterAll(() => {
  vi.useRealTimers();
});

/** The part of the model's value that the table shows. */
function comparable(path: string, value: TlaValue): unknown {
  if (path.startsWith("pays/")) return (value as Readonly<Record<string, TlaValue>>).st;
  const isAttempt = path.startsWith("att/");
  if (!isAttempt && !path.startsWith("dlv/")) return value;
  const { st, tries, failures, due } = value as Readonly<Record<string, TlaValue>>;
  if (isAttempt) return { ended: st === "ended", tries };
  return { st, failures, due: st === "pending" && due };
}

async function replay(steps: readonly Step[]): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 20, 9) });
  const protocol = await ProtocolRun.open(verification.table);
  const expected = new Map<string, unknown>();
  for (const [index, { act, changed }] of steps.entries()) {
    const at = `step ${index}: ${JSON.stringify(act)}`;
    if (index > 0) await perform(protocol, act, at);
    // No delivery exists at the beginning, nor an event that it could be of.
    const paths = Object.keys(changed).filter((path) => index > 0 || !path.startsWith("dlv/"));
    for (const path of paths) expected.set(path, comparable(path, changed[path] as TlaValue));
    // What a step changed is compared at once; that it changed nothing else, at the end.
    const isLast = index === steps.length - 1;
    await compare(protocol, expected, isLast ? [...expected.keys()] : paths, at);
  }
}

async function perform(protocol: ProtocolRun, act: Step["act"], at: string): Promise<void> {
  try {
    await protocol.act(act);
  } catch (error) {
    throw new Error(`${at}: the real functions refuse`, { cause: error });
  }
}

async function compare(
  protocol: ProtocolRun,
  expected: ReadonlyMap<string, unknown>,
  paths: readonly string[],
  at: string,
): Promise<void> {
  for (const path of paths) {
    expect(await protocol.look(path), `${at}: ${path}`).toEqual(expected.get(path));
  }
}

describe("the formal model", () => {
  it("is the one that the recorded behaviors are of", () => {
    expect(model, "run `npm run model -- --record`").toBe(modelHash());
  });

  it.each(behaviors.map((steps, index) => [index, steps] as const))(
    "allows nothing that the real functions do otherwise: behavior %i",
    async (_, steps) => {
      await replay(steps);
    },
  );
});
