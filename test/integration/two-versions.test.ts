import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paginateScan, UpdateCommand } from "../../lib/cloud/dynamodb.ts";
import { PAYMENT_PATH } from "../../lib/contract/functions.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { otherId } from "../../lib/local/lambda/versions.ts";
import { getCheckout } from "../../lib/store/checkouts.ts";
import { markCheckouts } from "../../lib/store/suspensions.ts";
import { tableFaults } from "../../lib/store/table-faults.ts";
import { call, logIn, newPhone, withSigningKey } from "../support/api.ts";
import { SHOP } from "../support/merchant.ts";
import { releasedConfigFields, unpackReleased } from "../support/released-bundles.ts";
import { startLocal, tableOf } from "../support/running-stack.ts";

// The bundles of the last release beside today's, with one table and the same queues, as during a gradual release and
// after one is withdrawn.

type Turn = (functionId: string, n: number) => "released" | "today";

const WRITERS = new Set([
  "v1-create-checkout",
  "public-verify-checkout",
  "public-submit-pay-page",
  "v1-verify-checkout",
  "public-submit-link",
]);
/** Who runs what. Writers take the payment in; the others settle it and tell of it. */
const TURNS: Readonly<Record<string, Turn>> = {
  "the released writes and today's reads": (id) => (WRITERS.has(id) ? "released" : "today"),
  "today's writes and the released reads": (id) => (WRITERS.has(id) ? "today" : "released"),
  "each invocation goes to the other one": (_, n) => (n % 2 === 0 ? "released" : "today"),
};

const released = unpackReleased();
let stack: LocalStack;
let turn: Turn = () => "today";
let invocations = 0;

beforeAll(async () => {
  stack = await withSigningKey(
    await startLocal({
      otherRelease: {
        configFields: releasedConfigFields(),
        folderOf: (id) => (PAYMENT_PATH.has(id) ? join(released, id) : null),
        takes: (id) => PAYMENT_PATH.has(id) && turn(id, invocations++) === "released",
      },
    }),
  );
});
afterAll(async () => {
  await stack?.close();
  rmSync(released, { recursive: true });
});

let shops = 0;

/** A merchant who signed up, with a live key, a receiving account and an endpoint on the local receiver. */
async function openShop() {
  shops += 1;
  const receiver = `shop-${shops}`;
  const { send, accountId } = await logIn(stack, newPhone());
  const { body: app } = await send("POST", "apps/", { body: { name: "Selam Coffee" } });
  const { body: key } = await send("POST", "api-keys/", {
    body: { name: "server", mode: "live", app_id: app.app_id },
  });
  const account = { provider: "telebirr", account_name: SHOP.name, account_number: SHOP.number };
  await send("POST", `apps/${app.app_id}/payment-methods/`, { body: account });
  const endpoint = await send("POST", "webhooks/", {
    body: {
      app_id: app.app_id,
      url: `${stack.url}/_local/receiver/${receiver}/`,
      events: ["checkout.verified"],
      livemode: true,
    },
  });
  stack.receivers.trust(receiver, endpoint.body.secret);
  return { key: key.secret as string, receiver, accountId };
}

/** Creates a checkout and the transfer that pays it, and submits the reference. */
async function sell(key: string, amount: number, meanwhile = async () => {}) {
  const created = await call(stack.url, "POST", "/api/v1/checkouts/", { key, body: { amount } });
  expect(created.status).toBe(201);
  const transfer = await call(stack.url, "POST", "/_local/bank/transfers/", {
    body: {
      ...{ provider: "telebirr", amount },
      ...{ receiver_account: SHOP.number, receiver_name: SHOP.name },
    },
  });
  await meanwhile();
  const token = created.body.pay_url.split("/").at(-2);
  const { body } = await call(stack.url, "POST", `/api/public/gateway/checkouts/${token}/verify/`, {
    body: { input: transfer.body.reference },
  });
  return { id: created.body.id as string, status: body.status as string };
}

const bankIs = (mode: "up" | "down") =>
  call(stack.url, "PUT", "/_local/bank/telebirr/mode/", { body: { mode } });

async function webhooksOf(receiver: string) {
  const { body: log } = await call(stack.url, "GET", `/_local/receiver/${receiver}/log/`);
  return (log.data as { body: string; verified: boolean }[]).map(({ body, verified }) => ({
    verified,
    checkout: JSON.parse(body).data.object.id as string,
  }));
}

/** Lines of metrics and failures that the functions printed. */
const printed = (text: string) => stack.logs.filter(({ line }) => line.includes(text));

describe.each(Object.entries(TURNS))("%s", (_, how) => {
  beforeAll(() => {
    turn = how;
  });

  test("payments verify, cost one credit each, and are told once with a valid signature", async () => {
    const { key, receiver } = await openShop();
    const before = (await call(stack.url, "GET", "/api/v1/credits/", { key })).body;
    const sold = [];
    for (let amount = 1_000; amount < 1_004; amount += 1) sold.push(await sell(key, amount));
    await stack.idle();
    expect(sold.map(({ status }) => status)).toEqual(sold.map(() => "verified"));
    const after = (await call(stack.url, "GET", "/api/v1/credits/", { key })).body;
    expect(after.captured - before.captured).toBe(sold.length);
    const told = await webhooksOf(receiver);
    expect(told.toSorted((a, b) => a.checkout.localeCompare(b.checkout))).toEqual(
      sold.map(({ id }) => ({ checkout: id, verified: true })),
    );
  });

  test("a reference that waits for its bank is settled, and told once", async () => {
    const { key, receiver } = await openShop();
    await bankIs("down");
    const { id, status } = await sell(key, 7_700);
    expect(status).toBe("verifying");
    await bankIs("up");
    await stack.advance(3_600);
    await stack.idle();
    const { body } = await call(stack.url, "GET", `/api/v1/checkouts/${id}/`, { key });
    expect(body.status).toBe("verified");
    expect(await webhooksOf(receiver)).toEqual([{ checkout: id, verified: true }]);
  });

  test("what the customer of a suspended account has paid is settled, at once or later, and told once", async () => {
    const { key, receiver, accountId } = await openShop();
    const mark = async () => {
      expect(await markCheckouts(tableOf(stack), accountId, true, null, Infinity)).toBeNull();
    };
    const paid = await sell(key, 6_600, mark);
    expect(paid.status).toBe("verified");
    await bankIs("down");
    const waiting = await sell(key, 6_700, mark);
    await bankIs("up");
    await stack.advance(3_600);
    await stack.idle();
    for (const { id } of [paid, waiting]) {
      const { body } = await call(stack.url, "GET", `/api/v1/checkouts/${id}/`, { key });
      expect(body.status).toBe("verified");
      expect((await getCheckout(tableOf(stack), id))?.suspended).toBe(true);
    }
    const told = (await webhooksOf(receiver)).map(({ checkout }) => checkout);
    expect(told.toSorted()).toEqual([paid.id, waiting.id].toSorted());
  });

  test("a receiver that fails gets the webhook again, once it works", async () => {
    const { key, receiver } = await openShop();
    const answers = (status: number) =>
      call(stack.url, "PUT", `/_local/receiver/${receiver}/mode/`, { body: { status } });
    await answers(500);
    const { id } = await sell(key, 8_800);
    await stack.idle();
    await answers(200);
    await stack.advance(3_600);
    await stack.idle();
    const told = await webhooksOf(receiver);
    expect(told.length).toBeGreaterThan(1);
    expect(new Set(told.map(({ checkout }) => checkout))).toEqual(new Set([id]));
  });
});

test("both releases ran, and neither met an item or a message that it cannot read", () => {
  for (const id of ["v1-create-checkout", "workers-deliver-webhook"]) {
    expect(printed('"level"').some((one) => one.function === id)).toBe(true);
    expect(printed('"level"').some((one) => one.function === otherId(id))).toBe(true);
  }
  expect(printed("ItemsUnreadable")).toEqual([]);
  expect(printed("work failed")).toEqual([]);
});

test("the balance, credits, claims and deliveries of both agree", async () => {
  const { client, name } = tableOf(stack);
  const items: unknown[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name })) {
    items.push(...Items);
  }
  expect(items.length).toBeGreaterThan(100);
  expect(await tableFaults(items, stack.now())).toEqual([]);
});

test("an item of a shape that a release does not know is an error that its alarm counts", async () => {
  turn = () => "released";
  const { key } = await openShop();
  const { body: checkout } = await call(stack.url, "POST", "/api/v1/checkouts/", {
    key,
    body: { amount: 9_900 },
  });
  const { client, name } = tableOf(stack);
  // What a release writes that raised the shape without telling the one before.
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name })) {
    for (const { pk, sk, id, entity } of Items) {
      if (id !== checkout.id || entity !== "checkout") continue;
      await client.send(
        new UpdateCommand({
          TableName: name,
          Key: { pk, sk },
          UpdateExpression: "SET v = :v",
          ExpressionAttributeValues: { ":v": 99 },
        }),
      );
    }
  }
  const token = checkout.pay_url.split("/").at(-2);
  const path = `/api/public/gateway/checkouts/${token}/verify/`;
  const answer = await call(stack.url, "POST", path, { body: { input: "DKK3A7B9XZ" } });
  expect(answer.status).toBe(500);
  expect(printed('"ItemsUnreadable":1')).not.toEqual([]);
});
