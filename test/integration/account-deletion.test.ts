import { afterAll, beforeAll, expect, it } from "vitest";
import { GetQueueAttributesCommand, SQSClient } from "../../lib/cloud/aws-services.ts";
import { ScanCommand } from "../../lib/cloud/dynamodb.ts";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { call, logIn, withSigningKey } from "../support/api.ts";
import { createMerchant } from "../support/merchant.ts";
import { startLocal, tableOf } from "../support/running-stack.ts";

const MONTH_SECONDS = 30 * 86_400;

let stack: LocalStack;

beforeAll(async () => {
  stack = await withSigningKey(await startLocal());
}, 400_000);
afterAll(() => stack?.close());

it("the worker that deletes closed accounts may delete all that a payment and its webhooks left", async () => {
  const owner = await logIn(stack);
  const {
    accountId,
    appId,
    testKey: key,
  } = await createMerchant(tableOf(stack), {
    accountId: owner.accountId,
    now: stack.now(),
  });
  const url = `${stack.url}/_local/receiver/closed/`;
  const endpoint = { app_id: appId, url, events: ["*"], livemode: false };
  expect((await owner.send("POST", "webhooks/", { body: endpoint })).status).toBe(201);
  const made = await call(stack.url, "POST", "/api/v1/checkouts/", { key, body: { amount: 100 } });
  const path = `/api/v1/checkouts/${made.body.id}/verify/`;
  const paid = await call(stack.url, "POST", path, { key, body: { input: "TESTOK1" } });
  expect(paid.body).toMatchObject({ status: "verified" });
  await stack.idle();
  /** Kinds of the account's items, without expired ones: the local engine keeps those. */
  const kinds = async () => {
    const { client, name } = tableOf(stack);
    const { Items = [] } = await client.send(new ScanCommand({ TableName: name }));
    const own = Items.filter((item) => JSON.stringify(item).includes(accountId));
    const kept = own.filter(({ ttl = Number.POSITIVE_INFINITY }) => ttl * 1000 > stack.now());
    return new Set(kept.map(({ pk }) => String(pk).split("#")[0]));
  };
  expect([...(await kinds())]).toEqual(expect.arrayContaining(["CLM", "CO", "DLW"]));

  expect((await owner.send("DELETE", "me/")).status).toBe(204);
  await stack.advance(3_600);
  await stack.runSchedule("count-events");
  expect([...(await kinds())]).toContain("STA");
  await stack.advance(MONTH_SECONDS);
  await stack.runSchedule("delete-closed-accounts");
  await stack.idle();

  expect([...(await kinds())]).toEqual([]);
});

it.each(["an account", "an app"])(
  "the search for checkouts that were created while %s ended may read whether it has",
  async (ended) => {
    const owner = await logIn(stack);
    const { body } = await owner.send("POST", "apps/", { body: { name: "Second shop" } });
    const path = ended === "an app" ? `apps/${body.app_id}/` : "me/";
    expect((await owner.send("DELETE", path)).status).toBe(204);
    expect(await waiting("-follow-up")).toBe(2);
    await stack.advance(121);
    await stack.idle();
    expect([await waiting("-follow-up"), await waiting("-follow-up-dead")]).toEqual([0, 0]);
  },
);

/** Messages of a queue: visible, being worked on and delayed. */
async function waiting(name: string): Promise<number> {
  const QueueUrl = stack.deployment.queues.find((queue) => queue.name.endsWith(name))?.url;
  const client = new SQSClient(stack.aws);
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] }),
  );
  client.destroy();
  const counts = Object.entries(Attributes).filter(([key]) => key.startsWith("Approximate"));
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}
