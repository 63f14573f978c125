import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { DocumentClient, UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import { newId } from "../../../lib/domain/ids.ts";
import { now } from "../../../lib/pipeline/deps.ts";
import { listAudit } from "../../../lib/store/audit.ts";
import { pagesBehindWrite } from "../../../lib/store/suspensions.ts";
import { transact } from "../../../lib/store/transact.ts";
import { closeAccountWrite } from "../../../lib/store/users.ts";
import {
  changeSuspension,
  previewSuspension,
} from "../../../lib/use-cases/operator/suspend-account.ts";
import { beforeTheCommit } from "../../simulation/chosen-order.ts";
import { OUTBOX, REASON, type Sent, type Shop, suspensionTests } from "./suspension-setup.ts";

const { table, sent, work, deliver, openShop, isMarked, onSend } = suspensionTests();
let followSuspension: typeof import("../../../lib/use-cases/operator/suspend-account.ts").followSuspension;
beforeAll(async () => {
  ({ followSuspension } = await import("../../../lib/use-cases/operator/suspend-account.ts"));
});

describe("the pay pages of a suspended account", () => {
  const behind = async (shop: Shop) => (await shop.account()).pagesBehindSince !== undefined;

  test("follow it at once, and once more when no earlier request can be running", async () => {
    const shop = await openShop();
    const { id } = (await shop.byKey()).body;
    // A request that has read the account before commits after the first work.
    beforeTheCommit(async () => {
      await shop.suspend();
      await work(messages(false));
      expect(await isMarked(id)).toBe(true);
    });
    const late = (await shop.byKey()).body.id;
    expect([await isMarked(late), await behind(shop)]).toEqual([false, true]);
    await work(messages(true));
    expect([await isMarked(late), await behind(shop)]).toEqual([true, false]);
  });

  let kept: readonly Sent[] = [];
  /** The first or the last message of the change; keeps the others for later. */
  function messages(last: boolean): readonly Sent[] {
    const all = [...kept, ...sent()].filter((one) => one.queue === "follow-up");
    kept = all.filter(({ body }) => body.last !== last);
    return all.filter(({ body }) => body.last === last);
  }

  test("are announced to the worker before the commit, so that a crash after it loses nothing", async () => {
    const shop = await openShop();
    onSend(async () => {
      if ((await shop.account()).suspended) throw new Error("died");
    });
    const { id } = (await shop.byKey()).body;
    await expect(shop.suspend()).rejects.toThrow("died");
    onSend(async () => {});
    const [last] = sent().filter(({ body }) => body.last === true);
    expect(last).toMatchObject({ queue: "follow-up", delay: 120 });
    await work(last ? [last] : []);
    expect([await isMarked(id), await behind(shop)]).toEqual([true, false]);
  });

  test("follow step by step: work that runs out of time or dies goes on where it was", async () => {
    const shop = await openShop();
    const ids: string[] = [];
    for (let made = 0; made < 45; made++) ids.push((await shop.byKey()).body.id);
    await shop.suspend();
    const [, last] = sent().filter((one) => one.queue === "follow-up");
    const marked = async () => (await Promise.all(ids.map(isMarked))).filter(Boolean).length;
    // Out of time at once, each time: one step for each message.
    const steps: number[] = [];
    let message = { ...last?.body, last: true };
    for (;;) {
      await followSuspension(message, 0);
      steps.push(await marked());
      const [next] = sent().filter((one) => one.queue === "follow-up");
      if (next === undefined) break;
      message = next.body;
    }
    expect(steps[0]).toBe(20);
    expect(steps.at(-1)).toBe(45);
    expect(await behind(shop)).toBe(false);
    // One that died in the middle of a step is delivered again.
    await shop.suspend(false);
    const [again] = sent().filter((one) => one.body.last === true);
    failOnce((command) => command instanceof UpdateCommand);
    expect(await deliver(again?.body)).toEqual({ batchItemFailures: [{ itemIdentifier: "m" }] });
    expect(await behind(shop)).toBe(true);
    await work(again ? [again] : []);
    expect([await marked(), await behind(shop)]).toEqual([0, false]);
  });

  test("follow although a merchant is changing one of the checkouts at that moment", async () => {
    const shop = await openShop();
    const { id } = (await shop.byKey()).body;
    await shop.suspend();
    const error = Object.assign(new Error("conflict"), { name: "TransactionConflictException" });
    failOnce((command) => command instanceof UpdateCommand, error);
    await work();
    expect([await isMarked(id), await behind(shop)]).toEqual([true, false]);
  });

  function failOnce(which: (command: unknown) => boolean, error = new Error("died")): void {
    const { send } = DocumentClient.prototype;
    let armed = true;
    vi.spyOn(DocumentClient.prototype, "send").mockImplementation(async function (
      this: DocumentClient,
      ...call: unknown[]
    ) {
      if (armed && which(call[0])) {
        armed = false;
        throw error;
      }
      return Reflect.apply(send, this, call);
    });
  }

  test("follow the latest change, however late the messages of an earlier one come", async () => {
    const shop = await openShop();
    const { id } = (await shop.byKey()).body;
    await shop.suspend();
    const early = sent();
    await shop.suspend(false);
    const later = sent();
    await work(later);
    const send = vi.spyOn(DocumentClient.prototype, "send");
    await work(early);
    expect(send.mock.calls.filter(([command]) => command instanceof UpdateCommand)).toEqual([]);
    expect([await isMarked(id), await behind(shop)]).toEqual([false, false]);
    // Nor one that was never committed.
    const lost = { ...later[0]?.body, since: now() + 1_000 };
    await work([{ queue: "follow-up", delay: 0, body: lost }]);
    expect(await isMarked(id)).toBe(false);
  });

  test("start to follow again where an operator repeats the command, until they do", async () => {
    const shop = await openShop();
    const { id } = (await shop.byKey()).body;
    await shop.suspend();
    sent();
    const first = await shop.account();
    // All messages are lost.
    expect(await shop.suspend()).toEqual({ isRepeated: true });
    expect((await shop.account()).suspended).toEqual(first.suspended);
    await work();
    expect([await isMarked(id), await behind(shop)]).toEqual([true, false]);
    await expect(shop.suspend()).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("the message to the members of a suspended account", () => {
  const told = (messages: readonly Sent[]) =>
    messages.filter(({ queue }) => queue === "notifications").map(({ body }) => body);

  test("is sent after the commit only", async () => {
    const shop = await openShop();
    let before: readonly Sent[] = [];
    beforeTheCommit(async () => {
      before = sent();
    });
    await shop.suspend();
    expect(before.map(({ queue }) => queue)).toEqual(["follow-up"]);
    expect(told(sent()).map(({ facts }) => facts.type)).toEqual(["account.suspended"]);
  });

  test("is not sent for a change that dies before its commit", async () => {
    const shop = await openShop();
    beforeTheCommit(() => Promise.reject(new Error("died")));
    await expect(shop.suspend()).rejects.toThrow("died");
    const all = sent();
    expect((await shop.account()).suspended).toBeUndefined();
    for (const { body } of all) await deliver(body);
    expect(all.map(({ queue }) => queue)).toEqual(["follow-up"]);
    expect(told(sent())).toEqual([]);
  });

  test.each([true, false])(
    "is sent although the operator's command dies after the commit, and has one id however often it is sent: suspended %s",
    async (suspended) => {
      const shop = await openShop();
      if (!suspended) await shop.suspend();
      sent();
      const isDone = async () => ((await shop.account()).suspended !== undefined) === suspended;
      onSend(async () => {
        if (await isDone()) throw new Error("died");
      });
      await expect(shop.suspend(suspended)).rejects.toThrow("died");
      onSend(async () => {});
      const [last] = sent().filter(({ body }) => body.last === true);
      expect(await isDone()).toBe(true);
      expect(await deliver(last?.body)).toEqual({ batchItemFailures: [] });
      const [message, ...more] = told(sent());
      expect(more).toEqual([]);
      const type = suspended ? "account.suspended" : "account.resumed";
      expect(message).toMatchObject({ account_id: shop.accountId, facts: { type } });
      // The command again, before that work is done.
      await restartWork(shop);
      await shop.suspend(suspended);
      const repeated = sent();
      for (const { queue, body } of repeated) if (queue === "follow-up") await deliver(body);
      const all = [...told(repeated), ...told(sent())];
      expect(all.length).toBeGreaterThan(0);
      for (const one of all) expect(one).toEqual(message);
    },
  );

  /** As if the work on the pay pages was not done yet. */
  async function restartWork(shop: Shop): Promise<void> {
    const { suspended } = await shop.account();
    await transact(table(), [pagesBehindWrite(shop.accountId, suspended, now())]);
  }
});

describe("suspending an account", () => {
  const change = (accountId: string, more: object = {}) => ({
    ...{ table: table(), accountId, suspended: true, kept: [] as string[] },
    ...{ by: { name: "hanna" }, reason: REASON, now: now() },
    ...more,
  });

  test("shows whose account it is, and changes nothing before it is confirmed", async () => {
    const shop = await openShop();
    const before = await shop.account();
    expect(await previewSuspension(change(shop.accountId))).toMatchObject({
      ...{ account: shop.accountId, apps: ["Selam Coffee"], suspended: null },
    });
    expect(await shop.account()).toEqual(before);
    expect(sent()).toEqual([]);
  });

  test("is refused for an unknown, a closed, a kept and an active account to be resumed", async () => {
    const shop = await openShop();
    const codeOf = async (given: ReturnType<typeof change>) => {
      const both = [previewSuspension(given), changeSuspension(given, OUTBOX)];
      const results = await Promise.allSettled(both);
      return results.map((one) => one.status === "rejected" && one.reason.code);
    };
    const unknown = newId("acc_", now(), randomBytes(10));
    expect(await codeOf(change(unknown))).toEqual(["not_found", "not_found"]);
    const kept = change(shop.accountId, { kept: [shop.accountId] });
    expect(await codeOf(kept)).toEqual(["conflict", "conflict"]);
    const lift = change(shop.accountId, { suspended: false });
    expect(await codeOf(lift)).toEqual(["conflict", "conflict"]);
    await transact(table(), [closeAccountWrite(shop.accountId, now())]);
    expect(await codeOf(change(shop.accountId))).toEqual(["conflict", "conflict"]);
    expect(sent()).toEqual([]);
  });

  test("again for another reason is refused and names the first one, which members read, also while pay pages are behind", async () => {
    const shop = await openShop();
    await shop.suspend();
    const other = change(shop.accountId, { reason: "Asked by the bank" });
    for (const isDone of [false, true]) {
      if (isDone) await work();
      sent();
      const refused = { code: "conflict", message: expect.stringContaining(REASON) };
      await expect(previewSuspension(other)).rejects.toMatchObject(refused);
      await expect(changeSuspension(other, OUTBOX)).rejects.toMatchObject(refused);
      expect(sent()).toEqual([]);
    }
    expect((await shop.account()).suspended?.reason).toBe(REASON);
    await shop.suspend(false);
    expect(await changeSuspension(other, OUTBOX)).toEqual({ isRepeated: false });
    expect((await shop.account()).suspended?.reason).toBe("Asked by the bank");
  });

  test("by two operators at the same moment happens once, and the second one with another reason is refused", async () => {
    const shop = await openShop();
    beforeTheCommit(async () => {
      await shop.suspend();
    });
    const other = change(shop.accountId, { reason: "Asked by the bank" });
    await expect(changeSuspension(other, OUTBOX)).rejects.toMatchObject({ code: "conflict" });
    const { data } = await listAudit(table(), shop.accountId, { limit: 5 }, now());
    expect(data.map(({ action }) => action)).toEqual(["account.suspended"]);
    await work();
    expect((await shop.account()).pagesBehindSince).toBeUndefined();
  });
});
