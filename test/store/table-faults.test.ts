import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ScanCommand } from "../../lib/cloud/dynamodb.ts";
import { newDelivery } from "../../lib/domain/delivery.ts";
import { deliveryToItem } from "../../lib/store/deliveries.ts";
import { numberMark, type StoredMethod } from "../../lib/store/payment-methods.ts";
import { tableFaults } from "../../lib/store/table-faults.ts";
import { setFunctionEnvironment } from "../support/function-calls.ts";
import { createMerchant } from "../support/merchant.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { receiptOf, verify } from "../support/verification.ts";

type Item = Record<string, unknown>;

let engine: TestTable;
let sound: readonly Item[];
beforeAll(async () => {
  engine = await startTable();
  setFunctionEnvironment({ tableName: engine.table.name, dynamoDbEndpoint: engine.endpoint });
  const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const merchant = await createMerchant(engine.table, { credits: 5 });
  await verify(merchant, receiptOf("DKX0000001"));
  await verify(merchant, receiptOf("DKX0000002", { amountMinor: 1 }));
  output.mockRestore();
  const { table } = engine;
  const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
  sound = [...Items, { entity: "account", id: merchant.accountId, closedAt: null }];
});
afterAll(() => engine.stop());

const now = Date.now();
const entityOf = (name: string, more: (item: Item) => boolean = () => true) => {
  const found = sound.find((item) => item.entity === name && more(item));
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};
const without = (gone: Item) => sound.filter((item) => item !== gone);
const changed = (item: Item, changes: Item) => [...without(item), { ...item, ...changes }];

describe("a table", () => {
  test("written by the service has no violations", async () => {
    expect(await tableFaults(sound, now)).toEqual([]);
  });

  test("with a balance that differs from its ledger is reported", async () => {
    const balance = entityOf("credits");
    const faults = await tableFaults(changed(balance, { available: 9 }), now);
    expect(faults).toEqual([`${balance.accountId}: the balance is not the sum of its ledger`]);
  });

  test("with a verified checkout without a captured credit is reported", async () => {
    const capture = entityOf("ledger", ({ kind }) => kind === "capture");
    const faults = await tableFaults(without(capture), now);
    expect(faults).toContain(`${capture.source}: verified, with 0 credits captured`);
  });

  test("with a claim of a payment that its checkout does not list is reported", async () => {
    const { checkoutId } = entityOf("claim", ({ sk }) => sk === "CLM");
    const state = entityOf("checkout_state", ({ pk }) => pk === `CO#${checkoutId}`);
    const faults = await tableFaults(changed(state, { payments: [], amountReceived: 0 }), now);
    expect(faults).toEqual([expect.stringContaining(`${checkoutId}: a reference is claimed`)]);
  });

  test("with a payment that another checkout, or none, has claimed is reported", async () => {
    const claim = entityOf("claim", ({ sk }) => sk === "CLM");
    const fault = `${claim.checkoutId}: a payment is not claimed for it`;
    expect(await tableFaults(without(claim), now)).toEqual([fault]);
    const { checkoutId } = entityOf("claim", (one) => one.checkoutId !== claim.checkoutId);
    expect(await tableFaults(changed(claim, { checkoutId }), now)).toContain(fault);
  });

  test("with an amount received that is not the sum of its counted payments is reported", async () => {
    const state = entityOf("checkout_state", ({ status }) => status === "verified");
    const id = String(state.pk).slice("CO#".length);
    expect(await tableFaults(changed(state, { amountReceived: 149_999 }), now)).toEqual([
      `${id}: 149999 received, but 150000 counted`,
    ]);
  });

  test.each([
    ["open", true, null],
    ["of an unreadable closing", true, "2026-11-20"],
    ["closed for less than 30 days", true, now - 30 * 86_400_000 + 1],
    ["closed 30 days ago, and being deleted", false, now - 30 * 86_400_000],
  ])(
    "with a claim without its checkout is, for an account %s, reported: %s",
    async (_, isReported, closedAt) => {
      const { checkoutId } = entityOf("claim");
      const left = changed(entityOf("account"), { closedAt }).filter(
        ({ pk, entity }) => pk !== `CO#${checkoutId}` && entity !== "delivery",
      );
      const faults = await tableFaults(left, now);
      expect(faults.join().includes(`${checkoutId}: a reference is claimed`)).toBe(isReported);
    },
  );

  test("with a mark of a number that its payment method does not have is reported", async () => {
    const method = entityOf("method") as Item & StoredMethod;
    const mark = { ...numberMark(method), entity: "method_number", methodId: method.id };
    expect(await tableFaults([...sound, mark], now)).toEqual([]);
    const fault = `${method.id}: its app cannot add a number that it does not have`;
    const renumbered = changed(method, { accountNumber: "251900000009" });
    expect(await tableFaults([...renumbered, mark], now)).toEqual([fault]);
    expect(await tableFaults([...without(method), mark], now)).toEqual([fault]);
  });

  test("with a checkout whose app is not there is reported: no list of its account would show it", async () => {
    const faults = await tableFaults(without(entityOf("app")), now);
    const checkouts = sound.filter(({ entity }) => entity === "checkout");
    expect(checkouts.length).toBeGreaterThan(0);
    expect(faults).toEqual(checkouts.map(({ id }) => `${id}: its app is missing`));
    const deleted = changed(entityOf("app"), { deletedAt: now });
    expect(await tableFaults(deleted, now)).toEqual([]);
  });

  test("with an open checkout whose pay page does not follow its account's suspension is reported", async () => {
    const state = entityOf("checkout_state");
    const id = String(state.pk).slice("CO#".length);
    const fault = `${id}: its pay page does not follow its account's suspension`;
    const [account, terms] = [
      entityOf("account"),
      entityOf("checkout", ({ pk }) => pk === state.pk),
    ];
    const faultsOf = async (of: Item, suspended: boolean) => {
      const items = sound.filter((item) => ![account, terms, state].includes(item));
      const marked = { ...terms, ...(suspended && { suspended }) };
      const open = { ...state, status: "open" };
      const faults = await tableFaults([...items, { ...account, ...of }, marked, open], now);
      return faults.filter((found) => found === fault);
    };
    const suspended = { at: now, reason: "Fraud" };
    expect(await faultsOf({}, false)).toEqual([]);
    expect(await faultsOf({}, true)).toEqual([fault]);
    expect(await faultsOf({ suspended }, false)).toEqual([fault]);
    expect(await faultsOf({ suspended }, true)).toEqual([]);
    expect(await faultsOf({ suspended, pagesBehindSince: now }, false)).toEqual([]);
    expect(await faultsOf({ suspended, closedAt: now }, false)).toEqual([]);
  });

  test("with an expired checkout that came back to review is sound, whatever its mark", async () => {
    const state = entityOf("checkout_state");
    const terms = entityOf("checkout", ({ pk }) => pk === state.pk);
    const of = sound.filter((item) => item.pk !== state.pk && item.entity !== "account");
    const account = entityOf("account");
    for (const [suspension, mark] of [
      [{ suspended: { at: now, reason: "Fraud" } }, {}],
      [{}, { suspended: true }],
    ]) {
      const marked = { ...terms, ...mark };
      const late = { ...state, status: "review", expiresAt: now };
      const faults = await tableFaults([...of, { ...account, ...suspension }, marked, late], now);
      expect(faults.filter((found) => found.startsWith(`${terms.id}: its pay page`))).toEqual([]);
    }
  });

  test("with half a checkout is reported", async () => {
    const terms = entityOf("checkout");
    const state = entityOf("checkout_state", ({ pk }) => pk === terms.pk);
    expect(await tableFaults(without(state), now)).toContain(`${terms.id}: its state is missing`);
    expect(await tableFaults(without(terms), now)).toContain(`${terms.id}: its terms are missing`);
  });

  test("with a checkout that waits for an attempt that is settled or missing is reported", async () => {
    const settled = entityOf("attempt");
    const state = entityOf("checkout_state", ({ pk }) => pk === `CO#${settled.checkoutId}`);
    for (const id of [settled.id, "att_1"]) {
      const faults = await tableFaults(changed(state, { pending: [{ id }] }), now);
      expect(faults).toEqual([
        `${settled.checkoutId}: it waits for ${id}, which has ended or is missing`,
      ]);
    }
  });

  test("with an unsettled attempt is sound, whether its checkout lists it or not", async () => {
    const attempt = entityOf("attempt");
    const state = entityOf("checkout_state", ({ pk }) => pk === `CO#${attempt.checkoutId}`);
    const unsettled = changed(attempt, { settledAt: null });
    expect(await tableFaults(unsettled, now)).toEqual([]);
    const listing = { ...state, pending: [{ id: attempt.id }] };
    const listed = [...unsettled.filter((item) => item !== state), listing];
    expect(await tableFaults(listed, now)).toEqual([]);
  });

  test("with a missing event is reported, unless it has expired", async () => {
    const event = entityOf("event");
    const facts = { accountId: "acc_1", appId: 1, endpointId: "whk_1", livemode: true };
    const of = { eventId: String(event.id), eventType: "checkout.verified" };
    const made = newDelivery({ id: "dlv_1", ...facts, ...of, lane: "delivery" }, now);
    const delivery = deliveryToItem(made);
    expect(await tableFaults([...sound, delivery], now)).toEqual([]);
    expect((await tableFaults([...without(event), delivery], now)).toSorted()).toEqual([
      `${event.objectId}: its event ${event.id} is missing`,
      `dlv_1: its event ${event.id} is missing`,
    ]);
    const old = deliveryToItem({ ...made, createdAt: now - 30 * 86_400_000 });
    expect(await tableFaults([...without(event), old], now + 30 * 86_400_000)).toEqual([]);
  });

  test("with an unreadable delivery is reported", async () => {
    const damaged = { pk: "DLW#whk_1", sk: "dlv_1", entity: "delivery", v: 2, facts: "{" };
    expect(await tableFaults([...sound, damaged], now)).toEqual([
      "Stored delivery dlv_1: facts is not JSON",
    ]);
  });

  test("with an unreadable event body is reported", async () => {
    const event = entityOf("event");
    for (const body of ["{}", undefined, Uint8Array.from([1, 2, 3])]) {
      const faults = await tableFaults(changed(event, { body }), now);
      expect(faults).toEqual([`${event.id}: its body is unreadable`]);
    }
  });
});
