import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GetCommand, PutCommand } from "../../lib/cloud/dynamodb.ts";
import { newId } from "../../lib/domain/ids.ts";
import type { Balance } from "../../lib/domain/ledger.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { call, logIn, type Visitor, withSigningKey } from "../support/api.ts";
import { startCommands } from "../support/commands.ts";
import { createMerchant, grantCredits, type Merchant, SHOP } from "../support/merchant.ts";
import { startLocal, tableOf } from "../support/running-stack.ts";

const OPERATOR_ACCOUNT = newId("acc_", 1_795_000_000_000, new Uint8Array(10).fill(7));
const commands = startCommands(join(import.meta.dirname, "..", "..", "bin", "cli.ts"));
const UNKNOWN = "acc_00000000000000000000000000";
let stack: LocalStack;
let operator: Merchant;
let buyer: Visitor;

beforeAll(async () => {
  stack = await withSigningKey(
    await startLocal({
      config: { operatorAccountId: OPERATOR_ACCOUNT, operatorAppId: 1001, creditPrice: 250 },
    }),
  );
  operator = await createMerchant(tableOf(stack), { accountId: OPERATOR_ACCOUNT });
  await grantCredits(tableOf(stack), {
    id: newId("led_", stack.now(), new Uint8Array(10)),
    accountId: OPERATOR_ACCOUNT,
    kind: "grant",
    credits: 5,
    source: "test",
    note: null,
    createdAt: stack.now(),
  });
  buyer = await logIn(stack);
});
afterAll(async () => {
  commands.close();
  await stack?.close();
});

/** The operator's command line. */
async function cli(...args: string[]): Promise<{ ok: boolean; text: string }> {
  const { code, out, error } = await commands.run(args, {
    TABLE_NAME: tableOf(stack).name,
    AWS_ENDPOINT_URL_DYNAMODB: stack.aws.endpoint,
    AWS_REGION: stack.aws.region,
    AWS_ACCESS_KEY_ID: stack.aws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: stack.aws.credentials.secretAccessKey,
  });
  return code === 0 ? { ok: true, text: out } : { ok: false, text: error };
}

it("are offered with their price", async () => {
  expect(await balance()).toMatchObject({ price: { amount: 250, currency: "ETB" } });
});

const balance = async () => (await buyer.send("GET", "credits/")).body;

describe("credits", () => {
  it("are granted once for one reference by an operator, and never fall below zero", async () => {
    const grant = ["credits", "grant", "--account", buyer.accountId, "--credits", "40", "--yes"];
    const first = await cli(...grant, "--note", "Invoice 17", "--reference", "17", "--by", "hanna");
    expect(first).toMatchObject({ ok: true });
    expect(await balance()).toMatchObject({ available: 140, granted: 140 });
    const again = await cli(...grant, "--note", "Invoice 17", "--reference", "17");
    expect(again).toMatchObject({ ok: false, text: expect.stringContaining("been used within") });
    const less = await cli(
      ...[
        "credits",
        "adjust",
        "--account",
        buyer.accountId,
        "--credits=-141",
        "--note",
        "Back",
        "--yes",
      ],
    );
    expect(less).toMatchObject({ ok: false, text: expect.stringContaining("below zero") });
    expect(await balance()).toMatchObject({ available: 140 });
    const { body } = await buyer.send("GET", "audit/?limit=1");
    expect(body.data[0]).toMatchObject({
      action: "credits.granted",
      actor: { kind: "operator", id: "hanna" },
      note: "40: Invoice 17",
    });
  });

  it.each([
    ["an unknown account", ["--account", UNKNOWN, "--credits", "1"]],
    ["no credits", ["--account", UNKNOWN, "--credits", "0"]],
    ["half a credit", ["--account", UNKNOWN, "--credits", "0.5"]],
    ["no number", ["--account", UNKNOWN, "--credits", "many"]],
    ["no account", ["--credits", "1"]],
  ])("are not granted to %s", async (_, args) => {
    expect(await cli("credits", "grant", ...args, "--note", "Why", "--yes")).toMatchObject({
      ok: false,
    });
  });

  it("are bought by paying the operator's own checkout, and granted once", async () => {
    const before = await balance();
    const order = await buyer.send("POST", "credits/purchases/", { body: { credits: 6 } });
    expect(order).toMatchObject({
      status: 201,
      body: { object: "purchase", credits: 6, amount: 1500, currency: "ETB" },
    });
    expect(order.body.checkout).not.toHaveProperty("metadata");
    expect(await balance()).toEqual(before);
    const paid = await call(stack.url, "POST", "/_local/bank/transfers/", {
      body: {
        provider: "telebirr",
        amount: 1500,
        receiver_account: SHOP.number,
        receiver_name: SHOP.name,
      },
    });
    const token = order.body.checkout.pay_url.split("/").at(-2);
    const path = `/api/public/gateway/checkouts/${token}/verify/`;
    const verified = await call(stack.url, "POST", path, { body: { input: paid.body.reference } });
    expect(verified.body).toMatchObject({ status: "verified" });
    await stack.idle();
    expect(await balance()).toMatchObject({ available: before.available + 6 });
    const { body } = await buyer.send("GET", "credits/ledger/");
    expect(body.data[0]).toMatchObject({ kind: "grant", credits: 6, id: order.body.id });

    // The same news once more, as a queue may bring it.
    const events = await call(stack.url, "GET", "/api/v1/events/?type=checkout.verified", {
      key: operator.liveKey,
    });
    const detail = {
      version: 1,
      id: events.body.data[0].id,
      account_id: OPERATOR_ACCOUNT,
      app_id: operator.appId,
      livemode: true,
      type: "checkout.verified",
      sequence: 2,
    };
    const message = { messageId: "again", body: JSON.stringify({ detail }) };
    await stack.invoke("workers-follow-events", { Records: [message] });
    expect(await balance()).toMatchObject({ available: before.available + 6 });
    const stats = await call(stack.url, "GET", "/api/v1/credits/", { key: operator.liveKey });
    expect(stats.body).toMatchObject({ captured: 1 });
  });

  it("of a busy account are spread over shards, paid from all of them, and gathered again", async () => {
    const { accountId } = buyer;
    const shop = await createMerchant(tableOf(stack), { accountId });
    const before = await balance();
    const widened = await cli("accounts", "widen", "--account", accountId, "--shards", "3");
    expect(widened).toMatchObject({ ok: true });
    expect(JSON.parse(widened.text)).toMatchObject([{ number: 0 }, { number: 1 }, { number: 2 }]);
    expect(await balance()).toEqual(before);

    for (let left = 6; left > 0; left--) await payAt(shop);
    const shards = JSON.parse((await cli("accounts", "show", "--account", accountId)).text);
    const captured = shards.reduce((sum: number, shard: Balance) => sum + shard.captured, 0);
    expect(captured).toBe(before.captured + 6);
    const after = await balance();
    expect(after).toMatchObject({ available: before.available - 6, captured: before.captured + 6 });
    const byKey = await call(stack.url, "GET", "/api/v1/credits/", { key: shop.liveKey });
    expect(byKey.body).toMatchObject({ available: after.available, captured: after.captured });
    const taken = ["credits", "adjust", "--account", accountId, "--note", "Back", "--yes"];
    expect(await cli(...taken, `--credits=-${after.available + 1}`)).toMatchObject({
      text: expect.stringContaining("below zero"),
    });
    expect(await cli(...taken, `--credits=-${after.available - 1}`)).toMatchObject({
      ok: true,
    });
    await payAt(shop);
    const refused = await call(stack.url, "POST", "/api/v1/checkouts/", {
      ...{ key: shop.liveKey, body: { amount: 1500 } },
    });
    expect(refused).toMatchObject({ status: 402, body: { code: "insufficient_credits" } });
    await stack.idle();
    // An event of the account, not of an app.
    const { liveKey: key } = await createMerchant(tableOf(stack), { accountId, accountWide: true });
    const told = await call(stack.url, "GET", "/api/v1/events/?type=credits.exhausted", { key });
    expect(told.body.data).toHaveLength(1);

    expect(await cli("accounts", "narrow", "--account", accountId)).toMatchObject({ ok: true });
    expect(await balance()).toMatchObject({ available: 0, captured: before.captured + 7 });
  });

  it.each([
    ["more than 8 shards", ["widen", "--shards", "9"]],
    ["no whole number of shards", ["widen", "--shards", "1.5"]],
    ["no shard", ["narrow", "--shards", "0"]],
    ["more shards when it should be narrowed", ["narrow", "--shards", "2"]],
  ])("are not spread over %s", async (_, [direction = "", ...args]) => {
    const account = ["--account", buyer.accountId];
    expect(await cli("accounts", direction, ...account, ...args)).toMatchObject({ ok: false });
  });

  /** A live checkout of the shop, paid and verified. */
  async function payAt({ liveKey: key }: Merchant): Promise<void> {
    const body = { amount: 1500 };
    const created = await call(stack.url, "POST", "/api/v1/checkouts/", { key, body });
    const paid = await call(stack.url, "POST", "/_local/bank/transfers/", {
      body: {
        ...{ provider: "telebirr", amount: 1500 },
        ...{ receiver_account: SHOP.number, receiver_name: SHOP.name },
      },
    });
    const path = `/api/v1/checkouts/${created.body.id}/verify/`;
    const input = { input: paid.body.reference };
    const verified = await call(stack.url, "POST", path, { key, body: input });
    expect(verified.body).toMatchObject({ status: "verified" });
  }
});

describe("the command repair-copy", () => {
  const repair = async () => JSON.parse((await cli("repair-copy", "--yes")).text);

  it("completes what arrived in part, counts it, and finds nothing the next time", async () => {
    await stack.idle();
    expect(await repair()).toMatchObject({ stored: 0, removed: 0, lost: [] });
    const { accountId } = await logIn(stack);
    const { client, name: TableName } = tableOf(stack);
    const Key = { pk: `CRD#${accountId}`, sk: "BALANCE" };
    const { Item } = await client.send(new GetCommand({ TableName, Key }));
    expect(await cli("accounts", "widen", "--account", accountId)).toMatchObject({ ok: true });
    // The other shards came, and their number did not.
    await client.send(new PutCommand({ TableName, Item }));
    const { items, stored, removed, lost } = await repair();
    expect([stored, removed, lost]).toEqual([1, 7, []]);
    expect(items).toBeGreaterThan(removed);
    // One more: the entry in the audit log.
    const after = { items: items - removed + 1, stored: 0, removed: 0, lost: [] };
    expect(await repair()).toEqual(after);
    const shown = await cli("credits", "show", "--account", accountId);
    expect(JSON.parse(shown.text).available).toBe(Item?.available);
  });
});

describe("an order of credits that", () => {
  it("can still be paid for keeps its account open, and no other", async () => {
    const leaver = await logIn(stack);
    const order = await leaver.send("POST", "credits/purchases/", { body: { credits: 8 } });
    expect(order.status).toBe(201);
    const close = () => leaver.send("DELETE", "me/");
    expect(await close()).toMatchObject({
      status: 409,
      body: { code: "conflict", detail: expect.stringContaining("purchase of credits") },
    });
    const other = await logIn(stack);
    expect((await other.send("DELETE", "me/")).status).toBe(204);
    await stack.advance(86_401);
    const again = await logIn(stack, leaver.phone);
    expect((await again.send("DELETE", "me/")).status).toBe(204);
  });
});
