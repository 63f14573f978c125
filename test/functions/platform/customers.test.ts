import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DocumentClient, UpdateCommand } from "../../../lib/cloud/dynamodb.ts";
import { eraseCustomer, exportCustomer } from "../../../lib/contract/routes/platform-customers.ts";
import type { Checkout } from "../../../lib/domain/checkout.ts";
import { attemptWrite } from "../../../lib/store/attempts.ts";
import { stateKey, termsKey } from "../../../lib/store/checkout-item.ts";
import { getEventsWithBodies } from "../../../lib/store/events.ts";
import { noticesOfReference, putNotice, type StoredNotice } from "../../../lib/store/notices.ts";
import { openAmountWrites, setPayerPhone } from "../../../lib/store/open-amounts.ts";
import { newSessionWrite } from "../../../lib/store/sessions.ts";
import { transact } from "../../../lib/store/transact.ts";
import { invoke } from "../../support/function-calls.ts";
import type { TestTable } from "../../support/table.ts";
import { newSessionId, sessionOf } from "../../support/users.ts";
import {
  asUser,
  everything,
  modules,
  newAttempt,
  newCustomer,
  startPrivacyTable,
} from "../../use-cases/privacy/setup.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startPrivacyTable();
});
afterAll(() => engine.stop());

/** From then on, every write of a single item fails. */
function dyingAfter(writes: number) {
  const { send } = DocumentClient.prototype;
  let left = writes;
  return vi.spyOn(DocumentClient.prototype, "send").mockImplementation(async function (
    this: DocumentClient,
    ...call: unknown[]
  ) {
    if (call[0] instanceof UpdateCommand) {
      left -= 1;
      if (left < 0) throw new Error("the process died");
    }
    return Reflect.apply(send, this, call);
  });
}

/** A merchant whose customer has a canceled checkout with an attempt, and one that is open. */
async function scene() {
  const now = Date.now();
  const { user, checkout } = await newCustomer(engine, now);
  const { createCheckout } = await modules();
  const { createCheckoutBody } = await import("../../../lib/contract/schemas/checkout.ts");
  const open = async (phone: string) =>
    createCheckout({
      accountId: user.accountId,
      appId: checkout.appId,
      mode: "live",
      body: createCheckoutBody.parse({ amount: 100, customer: { name: "Sara Alemu", phone } }),
      now: now + 1,
      alongside: () => [],
    });
  await transact(engine.table, [attemptWrite(newAttempt(checkout, now), "new")]);
  const { cancelCheckout } = await import("../../../lib/contract/routes/platform-checkouts.ts");
  const principal = { ...asUser(user), sessionId: newSessionId(now) };
  await transact(engine.table, [newSessionWrite(sessionOf(principal, "phone", now))]);
  const { cancelCheckout: cancel } = await import("../../../functions/platform/checkouts.ts");
  const canceled = await invoke(cancel, cancelCheckout, { principal, params: { id: checkout.id } });
  expect(canceled.status).toBe(200);
  const { exportCustomer: read } = await import("../../../functions/platform/customers.ts");
  const { eraseCustomer: erase } = await import("../../../functions/platform/customers.ts");
  return {
    principal,
    accountId: user.accountId,
    checkout,
    open,
    exported: async (phone: string) =>
      (await invoke(read, exportCustomer, { principal, query: { phone } })).body.data,
    erase: async (phone: string) => invoke(erase, eraseCustomer, { principal, body: { phone } }),
  };
}

/** What a phone of another app heard about the reference that was entered. */
const noticeOf = (accountId: string, at: number) =>
  ({
    ...({ provider: "cbe_birr", balance: "unknown" } as const),
    ...{ amountMinor: 100, currency: "ETB", account: null, accountId },
    payer: { name: "Sara Alemu", account: "0911998877" },
    ...{ reference: "CBE1234567", link: "https://bank.example/42", paidAt: at, precisionMs: 0 },
    ...{ sourceId: "nts_0", hash: "told", typed: false },
    ...{ sentAt: at, receivedAt: at },
  }) as const satisfies StoredNotice;

async function holdPayment({ id }: Checkout, payment: object): Promise<void> {
  await engine.table.client.send(
    new UpdateCommand({
      TableName: engine.table.name,
      Key: stateKey(id),
      UpdateExpression: "SET payments = :payments",
      ExpressionAttributeValues: { ":payments": [{ ...payment, payerName: null }] },
    }),
  );
}

describe("a customer's data: platform/export-customer platform/erase-customer", () => {
  it("is found by the phone number in any spelling, and only in the own account", async () => {
    const { checkout, exported } = await scene();
    const other = await scene();
    for (const phone of ["0911998877", "+251 91 199 8877", "251911998877"]) {
      const data = await exported(phone);
      expect(data.map(({ id }: { id: string }) => id)).toEqual([checkout.id]);
      expect(data[0]).toMatchObject({
        customer: { name: "Sara Alemu", phone: "0911998877" },
        attempts: [{ reference: "CBE1234567" }],
      });
    }
    expect(await exported("0911998878")).toEqual([]);
    expect(await exported("11998877")).toEqual([]);
    expect((await other.exported("0911998877")).map(({ id }: { id: string }) => id)).toEqual([
      other.checkout.id,
    ]);
  });

  it("is exported and erased with what the bank told the shop's phone, which members of other apps don't see", async () => {
    const { principal, accountId, checkout, exported, erase } = await scene();
    const at = Date.now();
    const told = noticeOf(accountId, at);
    await putNotice(engine.table, told);
    const [{ notices }] = await exported("0911998877");
    expect(notices).toMatchObject([{ payer_name: "S*** A***", reference: "CBE1234567" }]);
    // Its phone is not one of this member's only app.
    const limited = { ...principal, role: "manager", apps: [checkout.appId] } as const;
    const { exportCustomer: exportAs } = await import(
      "../../../lib/use-cases/accounts/customer-request.ts"
    );
    const person = { phone: "0911998877", livemode: true };
    const { data } = await exportAs(limited, person, { limit: 20 }, at);
    expect(data).toMatchObject([{ id: checkout.id, notices: [] }]);
    expect((await erase("0911998877")).body).toMatchObject({ erased: 1 });
    const [left] = await noticesOfReference(engine.table, accountId, told, at);
    expect(left).toEqual({ ...told, payer: { name: null, account: null }, link: null });
  });

  it("is exported and erased with what the bank told of a payment that a person entered", async () => {
    const { accountId, checkout, exported, erase } = await scene();
    const told = { ...noticeOf(accountId, Date.now()), reference: "DKR1234567" };
    await putNotice(engine.table, told);
    const { id } = newAttempt(checkout, Date.now());
    const entered = { ...told, provider: "manual", attemptId: id, exceptions: [], evidence: null };
    const claims = ["manual:DKR1234567", "cbe_birr:DKR1234567"];
    await holdPayment(checkout, {
      ...entered,
      amount: 100,
      state: "counted",
      reason: null,
      claims,
    });
    const [{ notices }] = await exported("0911998877");
    expect(notices).toMatchObject([{ payer_name: "S*** A***", reference: "DKR1234567" }]);
    expect((await erase("0911998877")).body).toMatchObject({ erased: 1 });
    const [left] = await noticesOfReference(engine.table, accountId, told, Date.now());
    expect(left?.payer).toEqual({ name: null, account: null });
  });

  it("is erased from messages of other apps' phones by a limited member only if the checkout holds their payment", async () => {
    const { principal, accountId, checkout } = await scene();
    const at = Date.now();
    const told = noticeOf(accountId, at);
    await putNotice(engine.table, told);
    const { eraseCustomer: eraseAs } = await import(
      "../../../lib/use-cases/accounts/customer-request.ts"
    );
    const limited = { ...principal, role: "manager", apps: [checkout.appId] } as const;
    const person = { phone: "0911998877", livemode: true };
    const erased = async () => {
      expect(await eraseAs(limited, person, undefined, at)).toMatchObject({ erased: 1 });
      return noticesOfReference(engine.table, accountId, told, at);
    };
    // The reference was only entered, so the payment may be another app's.
    expect(await erased()).toEqual([told]);
    await engine.table.client.send(
      new UpdateCommand({
        TableName: engine.table.name,
        Key: termsKey(checkout.id),
        UpdateExpression: "SET customer = :customer",
        ExpressionAttributeValues: { ":customer": checkout.customer },
      }),
    );
    await holdPayment(checkout, { ...told, claims: ["cbe_birr:CBE1234567"] });
    expect(await erased()).toEqual([{ ...told, payer: { name: null, account: null }, link: null }]);
  });

  it("is erased from decided checkouts, attempts and events; amounts and references stay", async () => {
    const { accountId, checkout, open, exported, erase } = await scene();
    const undecided = await open("+251911998877");
    const answer = await erase("0911998877");
    expect(answer.body).toMatchObject({ erased: 1, undecided: 1, next_cursor: null });
    expect((await exported("0911998877")).map(({ id }: { id: string }) => id)).toEqual([
      undecided.id,
    ]);
    const { getCheckout } = await modules();
    const after = await getCheckout(engine.table, checkout.id);
    expect(after).toMatchObject({ customer: null, amount: 100, clientReference: "order-1" });
    const places = (after?.eventIds ?? []).map((id) => ({ ...checkout, id }));
    const events = await getEventsWithBodies(engine.table, places, Date.now());
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      "checkout.canceled",
      "checkout.created",
    ]);
    for (const { body } of events) {
      expect(JSON.parse(body).data.object).toMatchObject({ customer: null, amount: 100 });
    }
    const items = (await everything(engine)).filter(
      (item) => String(item.pk).includes(checkout.id) || String(item.pk).includes(accountId),
    );
    const own = JSON.stringify(items.filter((item) => !String(item.pk).includes(undecided.id)));
    for (const trace of ["251911998877", "0911998877", "sara@shop.example", "Sara"]) {
      expect(own, trace).not.toContain(trace);
    }
    const entry = items.find(({ action }) => action === "customer.erased");
    expect(entry).toMatchObject({ objectId: checkout.id, note: "8877" });
  });

  it("is erased with the number that the payer entered in advance on the pay page", async () => {
    const { checkout, erase } = await scene();
    await transact(engine.table, openAmountWrites(checkout));
    expect(await setPayerPhone(engine.table, checkout, "+251911887766")).toBe(true);
    expect((await erase("0911998877")).body).toMatchObject({ erased: 1 });
    expect(JSON.stringify(await everything(engine))).not.toContain("+251911887766");
  });

  it("is kept while a payment that only a bank's message proved may be looked up with it", async () => {
    const { principal, checkout } = await scene();
    const { eraseCustomer: eraseAs } = await import(
      "../../../lib/use-cases/accounts/customer-request.ts"
    );
    const verifiedAt = Date.now();
    const payment = { ...noticeOf(checkout.accountId, verifiedAt), payerName: null };
    await engine.table.client.send(
      new UpdateCommand({
        TableName: engine.table.name,
        Key: stateKey(checkout.id),
        UpdateExpression: "SET #status = :status, verifiedAt = :at, payments = :payments",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: {
          ...{ ":status": "verified", ":at": verifiedAt },
          ":payments": [{ ...payment, evidence: "notice", claims: [] }],
        },
      }),
    );
    const person = { phone: "0911998877", livemode: true };
    const week = 7 * 86_400_000;
    const erased = async (at: number) => (await eraseAs(principal, person, undefined, at)).erased;
    expect(await erased(verifiedAt + week - 1)).toBe(0);
    expect(await erased(verifiedAt + week)).toBe(1);
  });

  it("is erased by a repetition, whichever write an erasure has died before", async () => {
    const { eraseCustomer: eraseAs } = await import(
      "../../../lib/use-cases/accounts/customer-request.ts"
    );
    const person = { phone: "0911998877", livemode: true };
    let isOver = false;
    for (let writes = 0; !isOver; writes++) {
      const { principal, checkout } = await scene();
      const erase = () => eraseAs(principal, person, undefined, Date.now());
      const spy = dyingAfter(writes);
      isOver = await erase().then(
        () => true,
        () => false,
      );
      spy.mockRestore();
      await erase();
      const own = (await everything(engine)).filter(({ pk }) => String(pk).includes(checkout.id));
      expect(own.length).toBeGreaterThan(2);
      expect(JSON.stringify(own), `after ${writes} writes`).not.toContain("911998877");
    }
  });

  it("is erased twice without harm, and a number without a checkout erases nothing", async () => {
    const { erase } = await scene();
    expect((await erase("0911998877")).body).toMatchObject({ erased: 1, undecided: 0 });
    expect((await erase("0911998877")).body).toMatchObject({ erased: 0, undecided: 0 });
    expect((await erase("0911")).status).toBe(400);
  });
});
