import { beforeEach, describe, expect, it } from "vitest";
import { ScanCommand } from "../../../lib/cloud/dynamodb.ts";
import { createCheckoutBody } from "../../../lib/contract/schemas/checkout.ts";
import { newDelivery } from "../../../lib/domain/delivery.ts";
import { idTime, newId } from "../../../lib/domain/ids.ts";
import { randomBytes } from "../../../lib/pipeline/deps.ts";
import { textsWrites } from "../../../lib/store/checkout-item.ts";
import { widenWrites } from "../../../lib/store/credit-shards.ts";
import { deliveryToItem } from "../../../lib/store/deliveries.ts";
import {
  beginIdempotent,
  completionWrite,
  type IdempotencyClaim,
} from "../../../lib/store/idempotency.ts";
import { tableFaults } from "../../../lib/store/table-faults.ts";
import { type Item, transact } from "../../../lib/store/transact.ts";
import { createCheckout } from "../../../lib/use-cases/checkouts/create.ts";
import { presentCheckout } from "../../../lib/use-cases/checkouts/present.ts";
import { countEvents } from "../../../lib/use-cases/insight/count-events.ts";
import { repairCopy } from "../../../lib/use-cases/operator/repair-copy.ts";
import { settleAttempt } from "../../../lib/use-cases/verification/settle-attempt.ts";
import { createMerchant, type Merchant } from "../../support/merchant.ts";
import { pairedPhone } from "../../support/paired-phone.ts";
import {
  open,
  pair,
  read,
  receiptOf,
  setUpVerification,
  submitted,
  verify,
} from "../../support/verification.ts";

const setup = setUpVerification();
let merchant: Merchant;
let count = 0;

beforeEach(async () => {
  merchant = await createMerchant(setup.table, { credits: 10 });
});

/** Later than any event that a test makes, so that statistics count all of them. */
const later = () => Date.now() + 3_600_000;
const nameOf = ({ pk, sk }: Item) => `${pk} ${sk}`;

/** Everything stored, by key. */
async function copied(): Promise<ReadonlyMap<string, Item>> {
  const { client, name } = setup.table;
  const { Items = [] } = await client.send(
    new ScanCommand({ TableName: name, ConsistentRead: true }),
  );
  return new Map(Items.map((item) => [nameOf(item), item]));
}

/** The copy after the repair, which a second one would leave as it is. */
function repaired(items: ReadonlyMap<string, Item>) {
  const { put, remove, lost } = repairCopy(items.values(), later());
  const after = new Map(items);
  for (const item of remove) after.delete(nameOf(item));
  for (const item of put) after.set(nameOf(item), item);
  expect(repairCopy(after.values(), later())).toMatchObject({ put: [], remove: [] });
  return { after, lost };
}

const own = (items: ReadonlyMap<string, Item>, entity: string) =>
  [...items.values()].filter(
    (item) => item.entity === entity && JSON.stringify(item).includes(merchant.accountId),
  );

describe("a copy in which a transaction arrived in part", () => {
  it.each(["the shards", "their number"])(
    "has one shard with the whole balance where only %s came",
    async (arrived) => {
      await verify(merchant, receiptOf(`DKC${String(++count).padStart(7, "0")}`));
      const before = await copied();
      await transact(setup.table, widenWrites(merchant.accountId, 1, 3));
      const torn = new Map(await copied());
      for (const item of own(torn, "credits")) {
        const isFirst = item.sk === "BALANCE";
        if (isFirst && arrived === "the shards")
          torn.set(nameOf(item), before.get(nameOf(item)) as Item);
        if (!isFirst && arrived === "their number") torn.delete(nameOf(item));
      }
      const { after } = repaired(torn);
      const [balance, ...others] = own(after, "credits");
      expect(others).toEqual([]);
      expect(balance).toMatchObject({ sk: "BALANCE", granted: 10, captured: 1, available: 9 });
      expect(balance).not.toHaveProperty("shards");
      expect(await tableFaults([...after.values()], later())).toEqual([]);
    },
  );

  it.each([
    ["the state came, and says that the texts are lost", "CO", 1],
    ["the texts came, and keeps them", "CO.state", 0],
  ])("has a readable checkout where only %s", async (_, late, losses) => {
    const { id } = await open(merchant, { description: "Old" });
    const before = await copied();
    const texts = { clientReference: "order-2", description: "New", metadata: {} };
    await transact(setup.table, textsWrites(await read(id), texts));
    const torn = new Map(await copied());
    const key = `CO#${id} ${late}`;
    torn.set(key, before.get(key) as Item);
    const { after, lost } = repaired(torn);
    const [terms, state] = [`CO#${id} CO`, `CO#${id} CO.state`].map((name) => after.get(name));
    expect(terms?.description).toBe(losses === 1 ? "Old" : "New");
    expect(state?.textsSequence).toBe(terms?.textsSequence);
    expect(lost.filter((line) => line.includes("texts"))).toHaveLength(losses);
  });

  it.each(["stats", "stats_cursor"])(
    "counts each event once where only the %s came",
    async (arrived) => {
      const scope = { accountId: merchant.accountId, mode: "live" } as const;
      const effort = { steps: 5, until: performance.now() + 60_000 };
      const counted = () => countEvents(setup.table, scope, [merchant.appId], later(), effort);
      await open(merchant);
      await counted();
      const before = await copied();
      await open(merchant);
      await counted();
      const torn = new Map(await copied());
      const late = arrived === "stats" ? "stats_cursor" : "stats";
      for (const item of own(torn, late)) torn.set(nameOf(item), before.get(nameOf(item)) as Item);
      const { after } = repaired(torn);
      const events = own(after, "event").concat(own(after, "unrelayed_event"));
      const [cursor] = own(after, "stats_cursor");
      const upToIt = events.filter(({ sk }) => String(sk) <= String(cursor?.countedTo));
      const [row] = own(after, "stats");
      expect(row?.["count created"]).toBe(upToIt.length);
      expect(upToIt).toHaveLength(arrived === "stats" ? 1 : 2);
    },
  );

  it.each(["CO", "CO.state"])(
    "creates a checkout of which only %s is lost anew, if the request is repeated with its key",
    async (late) => {
      const begin = () =>
        beginIdempotent(setup.table, [merchant.accountId, "key"], "{}", Date.now(), 30_000);
      const claim = (await begin()) as IdempotencyClaim;
      const { id } = await createCheckout({
        ...{ accountId: merchant.accountId, appId: merchant.appId, mode: "live", now: Date.now() },
        body: createCheckoutBody.parse({ amount: 150_000 }),
        alongside: (created) => [
          completionWrite(claim, {
            status: 201,
            body: JSON.stringify(presentCheckout(created, 0)),
          }),
        ],
      });
      expect(await begin()).toMatchObject({ status: 201 });
      const whole = await copied();
      expect(repaired(whole).after.has(`${claim.pk} IDM`)).toBe(true);
      const torn = new Map(whole);
      expect(torn.delete(`CO#${id} ${late}`)).toBe(true);
      const { after, lost } = repaired(torn);
      expect(lost).toEqual([`${id}: created in the lost seconds`]);
      expect(after.has(`${claim.pk} IDM`)).toBe(false);
    },
  );

  it("names an account whose grant is lost", async () => {
    const torn = new Map(await copied());
    const [grant] = own(torn, "ledger");
    torn.delete(nameOf(grant as Item));
    const { after, lost } = repaired(torn);
    expect(lost).toEqual([
      `${merchant.accountId}: its balance had 10 more granted credits than its ledger`,
    ]);
    expect(own(after, "credits")).toMatchObject([{ granted: 0, available: 0 }]);
    expect(repairCopy(after.values(), later()).lost).toEqual([]);
  });

  it("tells of no checkout of which only the event came", async () => {
    const { checkout } = await verify(
      merchant,
      receiptOf(`DKC${String(++count).padStart(7, "0")}`),
    );
    const torn = new Map(await copied());
    for (const sk of ["CO", "CO.state"]) torn.delete(`CO#${checkout.id} ${sk}`);
    const { after, lost } = repaired(torn);
    expect(lost).toEqual([`${checkout.id}: created in the lost seconds`]);
    const left = [...after.values()].filter(({ entity }) => /event$/.test(String(entity)));
    expect(left.filter(({ id }) => checkout.eventIds.includes(String(id)))).toEqual([]);
  });

  it("has each receipt under its code where only the checkout came", async () => {
    const { checkout } = await verify(
      merchant,
      receiptOf(`DKC${String(++count).padStart(7, "0")}`),
    );
    const { receiptCode } = await read(checkout.id);
    const torn = new Map(await copied());
    expect(torn.delete(`RCP#${receiptCode} RCP`)).toBe(true);
    const { after } = repaired(torn);
    expect(after.get(`RCP#${receiptCode} RCP`)).toMatchObject({ checkoutId: checkout.id });
  });

  it.each(["ended", "pending"])(
    "checks what a message proved against its receipt where the check is lost and the attempt %s",
    async (arrived) => {
      const source = await pair(merchant);
      const { openPaired, hear } = pairedPhone(
        () => merchant,
        () => source,
      );
      const reference = `DKC${String(++count).padStart(7, "0")}`;
      const state = await submitted(await openPaired(), reference, "telebirr");
      const key = `ATT#${state.checkout.id} ${state.attempt.id}`;
      const before = (await copied()).get(key) as Item;
      await hear(reference);
      const { checkout } = await settleAttempt(state, { kind: "unavailable", why: "down" });
      expect(checkout.payments).toMatchObject([{ evidence: "notice", state: "counted" }]);
      const whole = await copied();
      const torn = new Map(whole);
      expect(torn.delete(`NCK#${checkout.id} ${state.attempt.id}`)).toBe(true);
      if (arrived === "pending") torn.set(key, before);
      const { after } = repaired(torn);
      expect(after.get(`NCK#${checkout.id} ${state.attempt.id}`)).toMatchObject({
        lookup: { reference },
        due_pk: expect.stringMatching(/^DUE#NCK#/),
      });
      // Unsettled and listed by nothing, it would be deleted, and the check with it.
      const { settledAt, outcome, ...attempt } = after.get(key) ?? {};
      expect(attempt).not.toHaveProperty("due_pk");
      expect([outcome, typeof settledAt]).toEqual(["matched", "number"]);
      expect(repaired(whole).after).toEqual(whole);
    },
  );

  it("has no attempt of a delivery that has not made it, or it could never be made", async () => {
    const { id } = await open(merchant);
    const torn = new Map(await copied());
    const [eventId = ""] = (await read(id)).eventIds;
    const add = (item: Item) => torn.set(nameOf(item), item);
    const facts = { accountId: merchant.accountId, appId: merchant.appId, endpointId: "whk_1" };
    const of = { livemode: true, eventId, eventType: "checkout.created" };
    const delivery = newDelivery({ id: "dlv_1", ...facts, ...of, lane: "delivery" }, Date.now());
    add(deliveryToItem({ ...delivery, attemptsCount: 1 }));
    const attempt = (deliveryId: string, number: number) => {
      const item = { pk: `DLV#${deliveryId}`, sk: `TRY#${number}`, entity: "delivery_attempt" };
      add({ ...item, deliveryId, number });
    };
    attempt("dlv_1", 1);
    attempt("dlv_1", 2);
    // Its delivery did not arrive, and is made again.
    attempt("dlv_2", 1);
    // One that this release cannot read stays as it is, and holds up nothing.
    const unreadable = { ...deliveryToItem({ ...delivery, id: "dlv_3" }), facts: "{" };
    add(unreadable);
    attempt("dlv_3", 1);
    expect((await tableFaults([...torn.values()], later())).join()).toMatch(/dlv_1: attempt 2/);
    const { after } = repaired(torn);
    const kept = [...after.values()].filter(({ entity }) => entity === "delivery_attempt");
    expect(kept).toMatchObject([
      { deliveryId: "dlv_1", number: 1 },
      { deliveryId: "dlv_3", number: 1 },
    ]);
    expect(after.get(nameOf(unreadable))).toEqual(unreadable);
    expect(await tableFaults([...after.values()], later())).toEqual([
      "Stored delivery dlv_3: facts is not JSON",
    ]);
  });

  it.each([
    ["a lost event's", 1],
    ["those of the events that are left", -1],
  ])("has no event of a state that is lost, although its id is older than %s", async (_, age) => {
    const { id } = await open(merchant);
    const torn = new Map(await copied());
    const [created = ""] = (await read(id)).eventIds;
    const at = idTime(created) ?? 0;
    const [unlisted, gone] = [age, 2].map((later) => newId("evt_", at + later, randomBytes(10)));
    const events = [...torn.values()].filter(({ id }) => id === created);
    for (const event of events) {
      const other = { ...event, id: unlisted, sk: unlisted };
      torn.set(nameOf(other), other);
    }
    const state = [...torn.values()].find(({ pk, sk }) => pk === `CO#${id}` && sk === "CO.state");
    torn.set(nameOf(state as Item), { ...state, eventIds: [created, gone] });
    const { after } = repaired(torn);
    const left = [...after.values()].map((item) => item.id);
    expect(left).toContain(created);
    expect(left).not.toContain(unlisted);
  });
});
