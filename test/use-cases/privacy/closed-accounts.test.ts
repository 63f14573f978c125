import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DocumentClient } from "../../../lib/cloud/dynamodb.ts";
import { type DeliveryAttempt, newDelivery } from "../../../lib/domain/delivery.ts";
import { idInPart, newId } from "../../../lib/domain/ids.ts";
import { getApiKey, hashKey } from "../../../lib/store/api-keys.ts";
import { appsOf, changeAppWrite, getAppWithMethods } from "../../../lib/store/apps.ts";
import { attemptWrite } from "../../../lib/store/attempts.ts";
import { createWrites } from "../../../lib/store/checkout-item.ts";
import { listCheckouts } from "../../../lib/store/checkout-lists.ts";
import { ensureDelivery } from "../../../lib/store/deliveries.ts";
import { attemptRecord } from "../../../lib/store/delivery-attempts.ts";
import { spreadEvents } from "../../../lib/store/event-lists.ts";
import { eventWrite } from "../../../lib/store/events.ts";
import { tableFaults } from "../../../lib/store/table-faults.ts";
import { transact } from "../../../lib/store/transact.ts";
import { sweepEvents } from "../../../lib/use-cases/webhooks/sweep.ts";
import { FACTS, newEvent } from "../../support/events.ts";
import { createMerchant } from "../../support/merchant.ts";
import type { TestTable } from "../../support/table.ts";
import { receiptOf, verify } from "../../support/verification.ts";
import {
  asUser,
  DAY,
  damage,
  everything,
  modules,
  NOW,
  newAttempt,
  newCustomer,
  startPrivacyTable,
} from "./setup.ts";

/** One that has an item of its own, because it is not the first. */
const ATTEMPT: Omit<DeliveryAttempt, "deliveryId"> = {
  number: 2,
  trigger: "automatic",
  status: "failed",
  errorCode: "http_status",
  responseStatus: 500,
  responseHeaders: {},
  responseBody: "Internal error",
  truncated: false,
  durationMs: 12,
  remoteIp: "203.0.113.7",
  startedAt: NOW,
};

let engine: TestTable;

beforeAll(async () => {
  engine = await startPrivacyTable();
});
afterAll(() => engine?.stop());

describe("a closed account", () => {
  it("loses keys that its closing missed, at the next run", async () => {
    const { user } = await newCustomer(engine, NOW);
    const { closeAccount, deleteClosedAccounts } = await modules();
    await closeAccount(asUser(user), user, NOW + DAY);
    // As from an index that lags: stored before the closing, found only after it.
    const late = await createMerchant(engine.table, { accountId: user.accountId, now: NOW });
    const revokedAt = async () =>
      (await getApiKey(engine.table, hashKey(late.liveKey)))?.revokedAt ?? null;
    expect(await revokedAt()).toBeNull();
    await deleteClosedAccounts(NOW + 2 * DAY, performance.now() + 60_000);
    expect(await revokedAt()).toBe(NOW + 2 * DAY);
  });

  it("is deleted with all personal data after 30 days; other accounts are not", async () => {
    const [gone, stays] = [await newCustomer(engine, NOW), await newCustomer(engine, NOW)];
    const { closeAccount, deleteClosedAccounts, getCheckout, shareCheckout } = await modules();
    await transact(engine.table, [attemptWrite(newAttempt(gone.checkout, NOW), "new")]);
    await shareCheckout(gone.checkout);
    await closeAccount(asUser(gone.user), gone.user, NOW + DAY);
    const until = performance.now() + 60_000;
    await deleteClosedAccounts(NOW + 31 * DAY - 1, until);
    expect(await getCheckout(engine.table, gone.checkout.id)).not.toBeNull();

    await deleteClosedAccounts(NOW + 31 * DAY, until);

    const left = (await everything(engine)).map((item) => JSON.stringify(item));
    const traces = [gone.user.id, gone.user.accountId, gone.user.phone ?? "", gone.checkout.id];
    traces.push(gone.checkout.token);
    for (const trace of traces) {
      expect(
        left.filter((text) => text.includes(trace)),
        trace,
      ).toEqual([]);
    }
    expect(await getCheckout(engine.table, stays.checkout.id)).not.toBeNull();
    expect(left.some((text) => text.includes(stays.user.id))).toBe(true);
  });

  it("leaves no claim, fingerprint, delivery or attempt of one behind", async () => {
    const { user } = await newCustomer(engine, NOW);
    const { closeAccount, deleteClosedAccounts } = await modules();
    const merchant = await createMerchant(engine.table, { accountId: user.accountId, now: NOW });
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const { checkout } = await verify(merchant, receiptOf("DKR0000009"));
    vi.useRealTimers();
    expect(checkout.status).toBe("verified");
    const { accountId, appId } = merchant;
    const facts = { ...FACTS, id: newId("dlv_", NOW, randomBytes(10)), accountId, appId };
    const delivery = newDelivery(facts, NOW);
    await ensureDelivery(engine.table, delivery);
    const { writes } = attemptRecord({ ...ATTEMPT, deliveryId: delivery.id });
    await transact(engine.table, writes);
    await closeAccount(asUser(user), user, NOW + DAY);
    const left = async () => {
      const items = (await everything(engine)).map((item) => JSON.stringify(item));
      return items.filter((text) => [accountId, delivery.id].some((id) => text.includes(id)));
    };
    const kinds = ["CLM#", "FPR#", "DLW#", "DLV#"];
    const keys = (await left()).join();
    expect(kinds.filter((kind) => keys.includes(`"pk":"${kind}`))).toEqual(kinds);

    await deleteClosedAccounts(NOW + 31 * DAY, performance.now() + 60_000);
    // Nothing has relayed its events. What the outbox says of those that are gone goes with the next sweep.
    await sweepEvents({
      table: engine.table,
      now: () => NOW + 31 * DAY,
      publish: () => Promise.reject(new Error("no event is left")),
    });

    expect(await left()).toEqual([]);
  });

  it("is deleted with the events of all parts of its lists", async () => {
    const { user } = await newCustomer(engine, NOW);
    const { closeAccount, deleteClosedAccounts } = await modules();
    const { accountId } = user;
    const apps = await appsOf(engine.table, accountId);
    await spreadEvents(engine.table, accountId, apps, NOW);
    const [{ appId } = { appId: 0 }] = apps;
    for (const part of [0, 1, 7]) {
      const event = newEvent({ accountId, appId }, NOW);
      const id = idInPart(event.id, part);
      await transact(engine.table, [eventWrite({ ...event, id })]);
    }
    await closeAccount(asUser(user), user, NOW + DAY);
    await deleteClosedAccounts(NOW + 31 * DAY, performance.now() + 60_000);
    const left = (await everything(engine)).map((item) => JSON.stringify(item));
    expect(left.filter((text) => text.includes(accountId))).toEqual([]);
  });

  it("is deleted with the checkouts of all its apps: deleted ones, and those of earlier releases", async () => {
    const { user, checkout } = await newCustomer(engine, NOW);
    const { closeAccount, deleteClosedAccounts } = await modules();
    const { accountId } = user;
    const { appId } = await createMerchant(engine.table, { accountId, now: NOW });
    const id = newId("co_", NOW + 1, randomBytes(10));
    const other = { ...checkout, appId, id, token: `${id}.x`, clientReference: null };
    await transact(engine.table, createWrites({ ...other, status: "canceled" }));
    // An earlier release listed each checkout in a partition of its account, too.
    const isOther = (item: { pk?: unknown; sk?: unknown }) =>
      item.pk === `CO#${id}` && item.sk === "CO";
    await damage(engine, isOther, { gsi3pk: `COA#${accountId}#live`, gsi3sk: id });
    const { app } = (await getAppWithMethods(engine.table, accountId, appId)) ?? {};
    if (!app) throw new Error("the app is not there");
    await transact(engine.table, [changeAppWrite(app, { deletedAt: NOW + 2 })]);
    const list = { accountId, mode: "live", appId: null } as const;
    const listed = await listCheckouts(engine.table, list, { limit: 10 }, NOW + 3);
    expect(listed.data.map((each) => each.id)).toEqual([id, checkout.id]);
    await closeAccount(asUser(user), user, NOW + DAY);

    await deleteClosedAccounts(NOW + 31 * DAY, performance.now() + 60_000);

    const left = (await everything(engine)).map((item) => JSON.stringify(item));
    const traces = [accountId, id, checkout.id];
    expect(left.filter((text) => traces.some((trace) => text.includes(trace)))).toEqual([]);
  });

  it("is deleted although other accounts cannot be read, and the run fails", async () => {
    const [unreadable, keys, gone] = [
      await newCustomer(engine, NOW),
      await newCustomer(engine, NOW + 1),
      await newCustomer(engine, NOW + 2),
    ];
    const { closeAccount, deleteClosedAccounts, getCheckout } = await modules();
    await closeAccount(asUser(gone.user), gone.user, NOW + DAY);
    await closeAccount(asUser(keys.user), keys.user, NOW + 20 * DAY);
    await createMerchant(engine.table, { accountId: keys.user.accountId, now: NOW });
    const isOf =
      (entity: string, { user }: typeof gone) =>
      (item: Record<string, unknown>) =>
        item.entity === entity && [item.id, item.accountId].includes(user.accountId);
    const repairs = [
      await damage(engine, isOf("account", unreadable)),
      await damage(engine, isOf("api_key", keys), { createdAt: "never", revokedAt: null }),
    ];
    const run = () => deleteClosedAccounts(NOW + 31 * DAY, performance.now() + 60_000);
    await expect(run()).rejects.toThrow("createdAt is not number");
    expect(await getCheckout(engine.table, gone.checkout.id)).toBeNull();
    for (const repair of repairs) await repair();
    await run();
  });

  it("has no faults in a table where an earlier release left its used references", async () => {
    const { user, checkout } = await newCustomer(engine, NOW);
    const { closeAccount, deleteClosedAccounts } = await modules();
    const merchant = { ...(await createMerchant(engine.table)), ...user, appId: checkout.appId };
    await verify(merchant, receiptOf("DKZ0000001"));
    const isClaim = ({ pk }: { pk?: unknown }) => String(pk).startsWith(`CLM#${user.accountId}#`);
    const claims = (await everything(engine)).filter(isClaim);
    expect(claims.length).toBeGreaterThan(0);
    await closeAccount(asUser(user), user, NOW + DAY);
    await deleteClosedAccounts(NOW + 31 * DAY, performance.now() + 60_000);
    const left = (await everything(engine)).filter((item) => !isClaim(item));
    const faults = await tableFaults([...left, ...claims], NOW + 31 * DAY);
    expect(faults.filter((fault) => fault.includes(user.accountId))).toEqual([]);
  });

  it("with many checkouts leaves time for the others, and is deleted by later runs", async () => {
    const [large, small] = [await newCustomer(engine, NOW), await newCustomer(engine, NOW + 1)];
    const { closeAccount, deleteClosedAccounts } = await modules();
    for (let count = 1; count < 60; count++) {
      const id = newId("co_", NOW + count, randomBytes(10));
      const twin = { ...large.checkout, id, token: `${id}.x`, clientReference: null };
      await transact(engine.table, createWrites(twin));
    }
    for (const { user } of [large, small]) await closeAccount(asUser(user), user, NOW + DAY);
    const left = async ({ user }: typeof large) =>
      (await everything(engine)).filter((item) => JSON.stringify(item).includes(user.accountId))
        .length;

    // The clock advances by a millisecond with each request to the table.
    let requests = 0;
    const { send } = DocumentClient.prototype;
    vi.spyOn(performance, "now").mockImplementation(() => requests);
    vi.spyOn(DocumentClient.prototype, "send").mockImplementation(function (
      this: DocumentClient,
      ...call: unknown[]
    ) {
      requests += 1;
      return Reflect.apply(send, this, call);
    });
    await deleteClosedAccounts(NOW + 40 * DAY, 400);
    expect(await left(small)).toBe(0);
    expect(await left(large)).toBeGreaterThan(0);
    for (let run = 0; run < 5; run++) await deleteClosedAccounts(NOW + 40 * DAY, requests + 400);
    vi.restoreAllMocks();
    expect(await left(large)).toBe(0);
  });
});
