import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Receipt, ReceiptStatus } from "../../../lib/domain/receipt.ts";
import { table } from "../../../lib/pipeline/deps.ts";
import type { LookupResult } from "../../../lib/providers/adapter.ts";
import { dashen } from "../../../lib/providers/dashen/adapter.ts";
import { OUT_OF_PATIENCE } from "../../../lib/use-cases/banks/inquiry.ts";
import { askOnce } from "../../../lib/use-cases/banks/lookup.ts";
import { aroundSends } from "../../support/table.ts";
import { startRuntime } from "../../support/verification.ts";

let runtime: Awaited<ReturnType<typeof startRuntime>>;
let count = 0;

beforeAll(async () => {
  runtime = await startRuntime();
});
afterAll(() => runtime?.stop());
beforeEach(() => {
  count += 1;
  runtime.takeCalls();
  return () => void vi.useRealTimers();
});

/** As callers use it: the invocation goes on until the answer is shared. */
async function askAndShare(...args: Parameters<typeof askOnce>): Promise<LookupResult> {
  const { answer, shared } = await askOnce(...args);
  await shared;
  return answer;
}

/** The question of this test; `path` makes it another one about the same reference. */
const question = (path = "/receipt") => ({
  adapter: dashen,
  lookup: {
    provider: "dashen",
    reference: `REF${count}`,
    variant: "receipt",
    parts: {},
    datedOn: null,
  } as const,
  requests: [{ host: "receipts", path }],
});

const NOT_FOUND: LookupResult = { kind: "not_found" };
const DOWN: LookupResult = { kind: "unavailable", why: "timeout" };
const receipt = (status: ReceiptStatus): LookupResult => ({
  kind: "receipt",
  receipt: {
    provider: "dashen",
    reference: `REF${count}`,
    aliases: [],
    status,
    amountMinor: 150_000,
    currency: "ETB",
    receiver: { institution: "dashen", name: "Hirut Belachew", account: "5200300400111" },
    payer: { name: null, account: null },
    paidAt: 1_800_000_000_000,
    dateOnly: false,
    source: { urlHost: "bank", bodySha256: "00", fetchedAt: 1, parserVersion: "1" },
  } satisfies Receipt,
});

/** A busy machine may take its time; nothing here depends on how long. */
const until = (what: () => void) => vi.waitFor(what, { timeout: 50_000, interval: 10 });

/** A bank that answers when the test says so. */
function bank() {
  const waiting: ((result: LookupResult) => void)[] = [];
  const ask = vi.fn(() => new Promise<LookupResult>((resolve) => void waiting.push(resolve)));
  return {
    ask,
    answer: async (result: LookupResult) => {
      await until(() => expect(waiting.length).toBeGreaterThan(0));
      waiting.shift()?.(result);
    },
  };
}

const at = async (ms: number, what: () => Promise<unknown>) => {
  vi.useFakeTimers({ toFake: ["Date"], now: ms });
  return what();
};

describe("concurrent callers with the same question", () => {
  it.each([
    ["a receipt", () => receipt("completed")],
    ["a pending receipt", () => receipt("pending")],
    ["not found", () => NOT_FOUND],
    ["an outage", () => DOWN],
  ])("shares one request and its answer: %s", async (_, make) => {
    const { ask, answer } = bank();
    const all = [1, 2, 3, 4].map(() => askAndShare(question(), 50_000, ask));
    // Whoever comes after an answer that isn't kept asks again, so all of them have to be there.
    const answered: string[] = [];
    await until(() => {
      answered.push(...runtime.takeCalls());
      expect(answered.filter((name) => name === "PutItem")).toHaveLength(4);
    });
    await answer(make());
    expect(await Promise.all(all)).toEqual(Array.from({ length: 4 }, make));
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("ask themselves if another caller only timed out", async () => {
    const { ask, answer } = bank();
    const impatient = askAndShare(question(), 8_000, ask);
    await until(() => expect(ask).toHaveBeenCalled());
    const patient = askAndShare(question(), 40_000, ask);
    await answer(OUT_OF_PATIENCE);
    await answer(receipt("completed"));
    expect(await impatient).toEqual(OUT_OF_PATIENCE);
    expect(await patient).toEqual(receipt("completed"));
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("ask themselves even if their clock is behind that of a caller that timed out", async () => {
    const start = Date.now();
    await at(start + 2_000, () => askAndShare(question(), 8_000, async () => OUT_OF_PATIENCE));
    const ask = vi.fn(async () => NOT_FOUND);
    expect(await at(start + 1_990, () => askAndShare(question(), 8_000, ask))).toEqual(NOT_FOUND);
  });

  it("give up at their deadline while another still asks", async () => {
    const { ask, answer } = bank();
    const first = askAndShare(question(), 8_000, ask);
    await until(() => expect(ask).toHaveBeenCalled());
    expect(await askAndShare(question(), 250, ask)).toEqual(OUT_OF_PATIENCE);
    await answer(NOT_FOUND);
    await first;
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("take over from a dead caller when its lease ends", async () => {
    const never = vi.fn(() => new Promise<LookupResult>(() => {}));
    const start = Date.now();
    await at(start, async () => void askAndShare(question(), 8_000, never));
    await until(() => expect(never).toHaveBeenCalled());
    const ask = vi.fn(async () => NOT_FOUND);
    await at(start + 13_000, () => askAndShare(question(), 8_000, ask));
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("do not wait for a failed caller", async () => {
    const failing = askAndShare(question(), 60_000, async () => {
      throw new Error("no configuration");
    });
    await expect(failing).rejects.toThrow("no configuration");
    const ask = vi.fn(async () => NOT_FOUND);
    expect(await askAndShare(question(), 500, ask)).toEqual(NOT_FOUND);
  });

  it("treat other account digits as another question", async () => {
    const one = vi.fn(async () => NOT_FOUND);
    await askAndShare(question("/receipt?suffix=1"), 8_000, one);
    const other = vi.fn(async () => receipt("completed"));
    expect(await askAndShare(question("/receipt?suffix=2"), 8_000, other)).toEqual(
      receipt("completed"),
    );
  });
});

describe("a later caller", () => {
  it.each([
    ["a completed receipt", () => receipt("completed"), 60_000],
    ["not found", () => NOT_FOUND, 4_000],
    ["a pending receipt", () => receipt("pending"), 0],
    ["a reversed receipt", () => receipt("reversed"), 0],
    ["an outage", () => DOWN, 0],
    ["an unreadable page", (): LookupResult => ({ kind: "unreadable", why: "no amount" }), 0],
  ])("gets %s for so long and no longer", async (_, make, freshMs) => {
    const start = Date.now();
    const ask = vi.fn(async () => make());
    await at(start, () => askAndShare(question(), 8_000, ask));
    if (freshMs > 0) {
      expect(await at(start + freshMs - 1, () => askAndShare(question(), 8_000, ask))).toEqual(
        make(),
      );
      expect(ask).toHaveBeenCalledTimes(1);
    }
    await at(start + freshMs, () => askAndShare(question(), 8_000, ask));
    expect(ask).toHaveBeenCalledTimes(2);
  });
});

it("makes two table calls to ask, and one for a stored answer", async () => {
  const ask = vi.fn(async () => receipt("completed"));
  await askAndShare(question(), 8_000, ask);
  expect(runtime.takeCalls()).toEqual(["PutItem", "PutItem"]);
  await askAndShare(question(), 8_000, ask);
  expect(runtime.takeCalls()).toEqual(["PutItem"]);
});

it("hands an answer to its caller before others can have it", async () => {
  const { client } = table();
  const share = Promise.withResolvers<void>();
  const undo = aroundSends(client, async ({ input }, next) => {
    const { Item } = input as { Item?: object };
    if (Item && "answer" in Item) await share.promise;
    return next();
  });
  try {
    const asked = await askOnce(question(), 8_000, async () => receipt("completed"));
    expect(asked.answer).toEqual(receipt("completed"));
    const ask = vi.fn(async () => NOT_FOUND);
    expect((await askOnce(question(), 250, ask)).answer).toEqual(OUT_OF_PATIENCE);
    share.resolve();
    await asked.shared;
    expect((await askOnce(question(), 250, ask)).answer).toEqual(receipt("completed"));
    expect(ask).not.toHaveBeenCalled();
  } finally {
    undo();
  }
});
