import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { race } from "../../lib/cloud/outbound.ts";

type Script = "good" | "poor" | "fail" | "hang";
const NEVER = new AbortController().signal;

/** Plays one try: a hanging one ends only when it is aborted. */
function play(script: Script, signal: AbortSignal): Promise<string> {
  if (script === "fail") return Promise.reject(new Error("failed"));
  if (script !== "hang") return Promise.resolve(script);
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("aborted")));
  });
}

async function run(parallel: number, rounds: number, scripts: readonly Script[]) {
  const signals: AbortSignal[] = [];
  const attempt = (signal: AbortSignal) => {
    signals.push(signal);
    return play(scripts[signals.length - 1] ?? "fail", signal);
  };
  const outcome = await race({ parallel, rounds }, attempt, (text) => text === "good", NEVER).catch(
    (error: Error) => error.message,
  );
  return { outcome, signals };
}

describe("race", () => {
  test("the first good answer wins and the hanging others are aborted", async () => {
    const { outcome, signals } = await run(3, 1, ["hang", "good", "hang"]);
    expect(outcome).toBe("good");
    expect(signals.every((signal) => signal.aborted)).toBe(true);
  });

  test("a round of failures is followed by the next, and no more rounds than allowed", async () => {
    expect((await run(2, 3, ["fail", "fail", "fail", "good"])).outcome).toBe("good");
    const { outcome, signals } = await run(2, 3, []);
    expect(outcome).toBe("failed");
    expect(signals).toHaveLength(6);
  });

  test("a poor answer loses against a good one, and is still better than none", async () => {
    expect((await run(2, 1, ["poor", "good"])).outcome).toBe("good");
    const { outcome, signals } = await run(2, 4, ["poor", "fail"]);
    expect(outcome).toBe("poor");
    expect(signals).toHaveLength(2);
  });

  test("an outer abort ends a hanging race, and an aborted race does not start", async () => {
    const outer = new AbortController();
    let started = 0;
    const hanging = race(
      { parallel: 2, rounds: 5 },
      (signal) => {
        started += 1;
        return play("hang", signal);
      },
      () => true,
      outer.signal,
    );
    outer.abort(new Error("deadline"));
    await expect(hanging).rejects.toThrow("aborted");
    expect(started).toBe(2);
    await expect(
      race(
        { parallel: 1, rounds: 1 },
        () => Promise.resolve(1),
        () => true,
        outer.signal,
      ),
    ).rejects.toThrow("deadline");
  });

  test("finds a good answer exactly when a round holds one before any round of poor ones", async () => {
    const script = fc.constantFrom<Script>("good", "poor", "fail");
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.array(script, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
        async (parallel, rows) => {
          const rounds = rows.map((row) => row.slice(0, parallel));
          const deciding = rounds.find((round) => round.some((one) => one !== "fail"));
          const expected = deciding?.includes("good") ? "good" : deciding ? "poor" : "failed";
          expect((await run(parallel, rounds.length, rounds.flat())).outcome).toBe(expected);
        },
      ),
    );
  });
});
