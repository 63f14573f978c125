import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  type TransactWriteCommand,
  UpdateCommand,
} from "../../../lib/cloud/dynamodb.ts";
import {
  afterClaim,
  afterManualRequest,
  type Delivery,
  type DeliveryLane,
  newDelivery,
} from "../../../lib/domain/delivery.ts";
import { ensureDelivery, getDelivery, saveDelivery } from "../../../lib/store/deliveries.ts";
import { claimDelivery } from "../../../lib/store/delivery-claims.ts";
import {
  changeEndpointWrite,
  deleteEndpointWrite,
  getEndpoint,
} from "../../../lib/store/endpoints.ts";
import { listIssues } from "../../../lib/store/issues.ts";
import { type Table, transact } from "../../../lib/store/transact.ts";
import {
  requestAttempt,
  resumeDeliveries,
} from "../../../lib/use-cases/webhooks/manual-attempts.ts";
import { deliveryIdOf } from "../../../lib/use-cases/webhooks/present.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import {
  answer,
  newAccountId,
  WebhookRun,
  type WebhookRunOptions,
} from "../../support/webhook-run.ts";

let engine: TestTable;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

// The engine never raises a conflict by itself, so these are played.
describe("while an endpoint's item is too contended to change", () => {
  async function contendedEndpoint(receive: WebhookRunOptions["receive"]) {
    const table = await engine.another();
    const run = new WebhookRun(conflictingOn(table, "WHK#"), { receive });
    const quiet = new WebhookRun(table, { receive });
    const accountId = newAccountId();
    const { endpoint } = await quiet.addEndpoint({ accountId, appId: 1 });
    run.ring.keys["1"] = quiet.ring.keys["1"];
    /** Returns how to read the delivery, whose first attempt has been made. */
    const send = async () => {
      const { id } = await run.commitEvent({ accountId, appId: 1 });
      await run.runUntil(run.now + 1000);
      const ref = { endpointId: endpoint.id, id: deliveryIdOf(id, endpoint.id) };
      return () => getDelivery(table, ref, run.now);
    };
    return { run, send, stored: () => getEndpoint(table, accountId, endpoint.id) };
  }

  test("an attempt is recorded", async () => {
    const { run, send, stored } = await contendedEndpoint(() => answer(500));
    const delivery = await send();
    expect(run.posts).toHaveLength(1);
    expect(await delivery()).toMatchObject({ status: "retrying", attemptsCount: 1 });
    expect((await stored())?.failuresInARow).toBe(0);
  });

  test("a request to stop skips no other delivery, because the endpoint stays enabled", async () => {
    const answers = [500, 410];
    const { send, stored } = await contendedEndpoint(() => answer(answers.shift() ?? 500));
    const [waiting, stopped] = [await send(), await send()];
    expect(await stopped()).toMatchObject({ status: "failed" });
    expect(await waiting()).toMatchObject({ status: "retrying" });
    expect(await stored()).toMatchObject({ status: "enabled" });
  });
});

test("an attempt that could not be recorded, because its delivery's item is too contended, is made again", async () => {
  const table = await engine.another();
  let isContended = false;
  const contended = conflictingOn(table, "DLW#", () => isContended);
  const run = new WebhookRun(contended, { receive: () => answer(200) });
  const accountId = newAccountId();
  const { endpoint } = await run.addEndpoint({ accountId, appId: 1 });
  const event = await run.commitEvent({ accountId, appId: 1 });
  await run.runUntil(run.now + 1000);
  const ref = { endpointId: endpoint.id, id: deliveryIdOf(event.id, endpoint.id) };
  const before = (await getDelivery(table, ref, run.now)) as Delivery;
  const requested = requestAttempt(endpoint, before, run.now);
  await saveDelivery(table, before, requested);
  await resumeDeliveries(run.ports, [requested]);
  isContended = true;
  const unavailable = { code: "service_unavailable" };
  await expect(run.runUntil(run.now + 1000)).rejects.toMatchObject(unavailable);
  isContended = false;
  await run.runUntil(run.now + 15 * 60_000);
  const after = { status: "succeeded", attemptsCount: 2, leases: 0 };
  expect(await getDelivery(table, ref, run.now)).toMatchObject(after);
  expect(run.posts).toHaveLength(3);
});

test("an endpoint deleted during a POST is not recreated by the result", async () => {
  const table = await engine.another();
  const accountId = newAccountId();
  const run: WebhookRun = new WebhookRun(table, {
    receive: async () => {
      await remove();
      return answer(500);
    },
  });
  const { endpoint } = await run.addEndpoint({ accountId, appId: 1 });
  const remove = async () => {
    await transact(table, [deleteEndpointWrite(endpoint)]);
  };
  const event = await run.commitEvent({ accountId, appId: 1 });
  await run.runUntil(run.now + 1000);
  expect(await getEndpoint(table, accountId, endpoint.id)).toBeNull();
  await run.runUntil(run.now + 60_000);
  expect(run.posts).toHaveLength(1);
  const delivery = await getDelivery(
    table,
    { endpointId: endpoint.id, id: deliveryIdOf(event.id, endpoint.id) },
    run.now,
  );
  expect(delivery).toMatchObject({ status: "canceled", attemptsCount: 1 });
});

test("a failure of a replaced URL does not disable the new one", async () => {
  const table = await engine.another();
  const accountId = newAccountId();
  const run: WebhookRun = new WebhookRun(table, {
    receive: async ({ url }) => {
      if (url.includes("new.example")) return answer(200);
      await move();
      return answer(410);
    },
  });
  const { endpoint } = await run.addEndpoint({ accountId, appId: 1 });
  const move = () =>
    transact(table, [
      changeEndpointWrite(endpoint, { url: "https://new.example/hook" }, { fresh: true }),
    ]);
  const gone = await run.commitEvent({ accountId, appId: 1 });
  await run.runUntil(run.now + 1000);
  expect(await getEndpoint(table, accountId, endpoint.id)).toMatchObject({
    status: "enabled",
    disabledReason: null,
    failuresInARow: 0,
  });
  const issues = await listIssues(table, { accountId }, { limit: 20 }, run.now);
  expect(issues.data.map(({ kind }) => kind)).toEqual(["delivery_failed"]);
  const next = await run.commitEvent({ accountId, appId: 1 });
  await run.runUntil(run.now + 1000);
  const stands = async ({ id }: { readonly id: string }) =>
    (
      await getDelivery(
        table,
        { endpointId: endpoint.id, id: deliveryIdOf(id, endpoint.id) },
        run.now,
      )
    )?.status;
  expect([await stands(gone), await stands(next)]).toEqual(["failed", "succeeded"]);
});

describe("a delivery that changes while it is claimed", () => {
  const facts = { appId: 1, livemode: true, eventType: "checkout.verified" } as const;
  const waiting = (at: number) =>
    newDelivery(
      {
        ...{ ...facts, id: "dlv_1", accountId: "acc_1", endpointId: "whk_1", eventId: "evt_1" },
        lane: "delivery",
      },
      at,
    );

  test.each([
    ["is claimed as it is then", afterManualRequest, { trigger: "manual", version: 3 }],
    ["is left to the sender that has taken it", afterLease, null],
  ])("%s", async (_, change, claimed) => {
    const table = await engine.another();
    const at = 1_795_000_000_000;
    const before = waiting(at);
    await ensureDelivery(table, before);
    const changing = beforeFirstUpdate(table, () =>
      saveDelivery(table, before, change(before, "delivery", at)),
    );
    const found = await claimDelivery(changing, before, 1, at);
    if (claimed === null) expect(found).toBeNull();
    else expect(found).toMatchObject({ ...claimed, status: "delivering", leases: 1 });
  });

  test("goes back to the queue if it keeps changing", async () => {
    const table = await engine.another();
    const refused = {
      ...table,
      client: {
        send: (command: UpdateCommand) =>
          command instanceof UpdateCommand
            ? Promise.reject(new ConditionalCheckFailedException({ message: "", $metadata: {} }))
            : table.client.send(command as never),
      },
    } as unknown as Table;
    const before = waiting(Date.now());
    await ensureDelivery(table, before);
    await expect(claimDelivery(refused, before, 1, Date.now())).rejects.toMatchObject({
      code: "service_unavailable",
    });
  });
});

function afterLease(delivery: Delivery, _: DeliveryLane, at: number): Delivery {
  return afterClaim(delivery, at);
}

/** Something else happens between what a claim reads and what it writes. */
function beforeFirstUpdate(table: Table, happen: () => Promise<unknown>): Table {
  let hasHappened = false;
  const send = async (command: UpdateCommand) => {
    if (!hasHappened && command instanceof UpdateCommand) {
      hasHappened = true;
      await happen();
    }
    return table.client.send(command);
  };
  return { ...table, client: { send } } as unknown as Table;
}

/** The same table, on which every transaction that touches such a key loses against another. */
function conflictingOn(table: Table, prefix: string, isNow = () => true): Table {
  const send = table.client.send.bind(table.client) as (command: object) => Promise<unknown>;
  const client = new Proxy(table.client, {
    get: (target, name) =>
      name === "send"
        ? (command: object) => {
            const reasons = isNow() ? conflicts(command, prefix) : null;
            return reasons === null ? send(command) : Promise.reject(reasons);
          }
        : Reflect.get(target, name),
  });
  return { ...table, client };
}

function conflicts(command: object, prefix: string): Error | null {
  if (command.constructor.name !== "TransactWriteCommand") return null;
  const items = (command as TransactWriteCommand).input.TransactItems ?? [];
  const touched = items.map(({ Update }) => String(Update?.Key?.pk ?? "").startsWith(prefix));
  if (!touched.includes(true)) return null;
  return new TransactionCanceledException({
    message: "conflict",
    $metadata: {},
    CancellationReasons: touched.map((is) => ({ Code: is ? "TransactionConflict" : "None" })),
  });
}
