import { afterEach, expect, test, vi } from "vitest";
import { BANK_PROVIDERS } from "../../../lib/local/bank/transfer.ts";
import { transactionIdOf } from "../../../lib/providers/awash/adapter.ts";
import { receiptText } from "./receipt-text.ts";
import { CBE_HEADERS, lookupPath, type Made, openBank } from "./simulated-bank.ts";

type Desk = ReturnType<typeof openBank>;

const look = (simulator: Desk, made: Made) =>
  simulator.call("GET", lookupPath(made), undefined, CBE_HEADERS);
const setMode = (simulator: Desk, provider: string, mode: string) =>
  simulator.call("PUT", `bank/${provider}/mode/`, { mode });

afterEach(() => vi.useRealTimers());

test("a bank that is down hangs up or answers 503, in turn, and comes back", async () => {
  const simulator = openBank();
  const made = await simulator.pay({ provider: "telebirr", amount: 100 });
  expect((await setMode(simulator, "telebirr", "down")).status).toBe(200);
  expect((await look(simulator, made)).status).toBe(0);
  expect((await look(simulator, made)).status).toBe(503);
  expect((await look(simulator, made)).status).toBe(0);
  await setMode(simulator, "telebirr", "up");
  expect((await look(simulator, made)).text).toContain(made.reference);
});

test("one bank's mode leaves the others alone", async () => {
  const simulator = openBank();
  const made = await simulator.pay({ provider: "awash", amount: 100 });
  await setMode(simulator, "dashen", "down");
  expect((await look(simulator, made)).status).toBe(200);
});

test("a slow bank answers rightly, but only after the delay", async () => {
  const simulator = openBank();
  const made = await simulator.pay({ provider: "boa", amount: 100 });
  await setMode(simulator, "boa", "slow");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answered = vi.fn();
  const answer = look(simulator, made).finally(answered);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(vi.getTimerCount()).toBe(1);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect((await answer).text).toContain(made.reference);
});

test("a slow bank gives up waiting when its client has gone", async () => {
  const simulator = openBank();
  const made = await simulator.pay({ provider: "dashen", amount: 100 });
  await setMode(simulator, "dashen", "slow");
  const leaving = new AbortController();
  const request = {
    method: "GET",
    path: lookupPath(made),
    query: new URLSearchParams(),
    headers: {},
    body: new Uint8Array(),
    signal: leaving.signal,
  };
  const answer = simulator.routes(request);
  leaving.abort();
  expect((await answer)?.status).toBe(200);
});

test.each(BANK_PROVIDERS)(
  "%s, garbled, never answers the whole page, in three ways",
  async (provider) => {
    const simulator = openBank();
    const made = await simulator.pay({ provider, amount: 123456 });
    const whole = await look(simulator, made);
    await setMode(simulator, provider, "garbled");
    const half = await look(simulator, made);
    expect(half.bytes).toEqual(whole.bytes.slice(0, Math.floor(whole.bytes.length / 2)));
    const noise = await look(simulator, made);
    expect(noise.text).not.toContain(made.reference);
    const wide = await look(simulator, made);
    expect(wide.bytes.length).toBe(whole.bytes.length * 2);
    expect(wide.text).not.toContain(made.reference);
  },
);

test.each(BANK_PROVIDERS)(
  "%s, redesigned, keeps the facts but none of the labels",
  async (provider) => {
    const simulator = openBank();
    const made = await simulator.pay({ provider, amount: 123456, fee: 0 });
    await setMode(simulator, provider, "changed");
    const text = await receiptText(await look(simulator, made));
    expect(text).toContain(provider === "awash" ? transactionIdOf(made.reference) : made.reference);
    expect(text).toMatch(/1,?234\.56/);
    expect(text).not.toMatch(
      /payer|sender|receiver|credited|beneficiary|amount|transaction (status|date|time|ref)/i,
    );
  },
);

test("an unknown mode is refused and changes nothing", async () => {
  const simulator = openBank();
  const refused = await setMode(simulator, "cbe", "sleepy");
  expect(refused.status).toBe(400);
  expect(JSON.parse((await simulator.call("GET", "bank/cbe/mode/")).text)).toMatchObject({
    mode: "up",
  });
});
