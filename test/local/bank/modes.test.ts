import { expect, test } from "vitest";
import { BANK_PROVIDERS } from "../../../lib/local/bank/transfer.ts";
import { CBE_HEADERS, lookupPath, type Made, openDesk } from "./bank-desk.ts";
import { receiptText } from "./receipt-text.ts";

type Desk = ReturnType<typeof openDesk>;

const look = (desk: Desk, made: Made) => desk.call("GET", lookupPath(made), undefined, CBE_HEADERS);
const setMode = (desk: Desk, provider: string, mode: string) =>
  desk.call("PUT", `bank/${provider}/mode/`, { mode });

test("a bank that is down hangs up or answers 503, in turn, and comes back", async () => {
  const desk = openDesk();
  const made = await desk.pay({ provider: "telebirr", amount: 100 });
  expect((await setMode(desk, "telebirr", "down")).status).toBe(200);
  expect((await look(desk, made)).status).toBe(0);
  expect((await look(desk, made)).status).toBe(503);
  expect((await look(desk, made)).status).toBe(0);
  await setMode(desk, "telebirr", "up");
  expect((await look(desk, made)).text).toContain(made.reference);
});

test("one bank's mode leaves the others alone", async () => {
  const desk = openDesk();
  const made = await desk.pay({ provider: "awash", amount: 100 });
  await setMode(desk, "dashen", "down");
  expect((await look(desk, made)).status).toBe(200);
});

test("a slow bank answers rightly, but only after the delay", async () => {
  const desk = openDesk({ slowMs: 40 });
  const made = await desk.pay({ provider: "boa", amount: 100 });
  await setMode(desk, "boa", "slow");
  const begun = performance.now();
  expect((await look(desk, made)).text).toContain(made.reference);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(35);
});

test("a slow bank gives up waiting when its client has gone", async () => {
  const desk = openDesk({ slowMs: 60_000 });
  const made = await desk.pay({ provider: "dashen", amount: 100 });
  await setMode(desk, "dashen", "slow");
  const leaving = new AbortController();
  const request = {
    method: "GET",
    path: lookupPath(made),
    query: new URLSearchParams(),
    headers: {},
    body: new Uint8Array(),
    signal: leaving.signal,
  };
  const answer = desk.routes(request);
  leaving.abort();
  expect((await answer)?.status).toBe(200);
});

test.each(BANK_PROVIDERS)(
  "%s, garbled, never answers the whole page, in three ways",
  async (provider) => {
    const desk = openDesk();
    const made = await desk.pay({ provider, amount: 123456 });
    const whole = await look(desk, made);
    await setMode(desk, provider, "garbled");
    const half = await look(desk, made);
    expect(half.bytes).toEqual(whole.bytes.slice(0, Math.floor(whole.bytes.length / 2)));
    const noise = await look(desk, made);
    expect(noise.text).not.toContain(made.reference);
    const wide = await look(desk, made);
    expect(wide.bytes.length).toBe(whole.bytes.length * 2);
    expect(wide.text).not.toContain(made.reference);
  },
);

test.each(BANK_PROVIDERS)(
  "%s, re-designed, keeps the facts but none of the labels",
  async (provider) => {
    const desk = openDesk();
    const made = await desk.pay({ provider, amount: 123456, fee: 0 });
    await setMode(desk, provider, "changed");
    const text = await receiptText(await look(desk, made));
    expect(text).toContain(made.reference);
    expect(text).toContain(provider === "cbe" || provider === "http" ? "1234.56" : "1,234.56");
    expect(text).not.toMatch(
      /payer|sender|receiver|credited|beneficiary|amount|transaction (status|date|time|ref)/i,
    );
  },
);

test("an unknown mode is refused and changes nothing", async () => {
  const desk = openDesk();
  const refused = await setMode(desk, "cbe", "sleepy");
  expect(refused.status).toBe(400);
  expect(JSON.parse((await desk.call("GET", "bank/cbe/mode/")).text)).toMatchObject({ mode: "up" });
});
