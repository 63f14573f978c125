import { afterAll, beforeAll, expect, it } from "vitest";
import { dayOf } from "../../lib/contract/days.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { readStats } from "../../lib/store/stats.ts";
import { call, logIn, withSigningKey } from "../support/api.ts";
import { createMerchant } from "../support/merchant.ts";
import { startLocal, tableOf } from "../support/running-stack.ts";

let stack: LocalStack;
beforeAll(async () => {
  stack = await withSigningKey(await startLocal());
}, 400_000);
afterAll(() => stack?.close());

it("a payment shows in the statistics at once, and the schedule counts it for good", async () => {
  const { accountId, send } = await logIn(stack);
  const { appId, testKey: key } = await createMerchant(tableOf(stack), {
    accountId,
    now: stack.now(),
  });
  const today = dayOf(stack.now());
  const made = await call(stack.url, "POST", "/api/v1/checkouts/", { key, body: { amount: 100 } });
  const path = `/api/v1/checkouts/${made.body.id}/verify/`;
  const paid = await call(stack.url, "POST", path, { key, body: { input: "TESTOK1" } });
  expect(paid.body).toMatchObject({ status: "verified" });
  await stack.idle();
  const triggered = { type: "checkout.verified", app_id: appId };
  expect((await send("POST", "events/trigger/", { body: triggered })).status).toBe(202);

  const shown = async () => {
    const { status, body } = await send("GET", "stats/?livemode=false");
    expect(status).toBe(200);
    const { days } = body as { days: { day: string; created: number; verified: number }[] };
    return days.find(({ day }) => day === today);
  };
  const range = { accountId, mode: "test", from: today, to: today } as const;
  expect(await shown()).toMatchObject({ created: 1, verified: 1, amounts: { ETB: 100 } });
  expect(await readStats(tableOf(stack), range)).toEqual([]);

  await stack.advance(16 * 60);
  await stack.runSchedule("count-events");
  await stack.runSchedule("count-events");
  await stack.idle();
  const [row, ...others] = await readStats(tableOf(stack), range);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ appId, counters: { created: 1, verified: 1, "amount ETB": 100 } });
}, 120_000);
