import { beforeEach, describe, expect, it, vi } from "vitest";
import { Contention, retried } from "../../lib/store/transact.ts";

const { pauses } = vi.hoisted(() => ({ pauses: [] as number[] }));
vi.mock("node:timers/promises", () => ({
  setTimeout: async (ms: number) => {
    pauses.push(ms);
  },
}));
beforeEach(() => {
  pauses.length = 0;
});

const named = (name: string) => Object.assign(new Error("secret inside"), { name });
const failing = (name: string) => vi.fn(() => Promise.reject(named(name)));

describe("a single call", () => {
  it("is repeated after a conflict with a transaction and after throttling", async () => {
    const call = vi
      .fn(async () => "done")
      .mockRejectedValueOnce(named("TransactionConflictException"))
      .mockRejectedValueOnce(named("ThrottlingException"));
    expect(await retried(call)).toBe("done");
    expect(call).toHaveBeenCalledTimes(3);
    expect(pauses).toHaveLength(2);
  });

  it.each([
    ["TransactionConflictException", true],
    ["ThrottlingException", false],
  ])(
    "gives up on %s after six tries and says whether others prevented it: %s",
    async (name, is) => {
      const call = failing(name);
      const thrown: unknown = await retried(call).catch((reason: unknown) => reason);
      expect(call).toHaveBeenCalledTimes(6);
      expect(thrown instanceof Contention).toBe(is);
      expect(thrown).toMatchObject({
        ...{ code: "service_unavailable", extras: { retryAfterSeconds: 1 } },
        message: expect.not.stringContaining("secret"),
      });
    },
  );

  it("is not repeated after any other error", async () => {
    const call = failing("ValidationException");
    await expect(retried(call)).rejects.toMatchObject({ name: "ValidationException" });
    expect(call).toHaveBeenCalledTimes(1);
    expect(pauses).toEqual([]);
  });
});
