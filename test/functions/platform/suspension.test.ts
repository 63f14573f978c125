import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Route } from "../../../lib/contract/route.ts";
import { inspectAccount, suspendAccount } from "../../../lib/contract/routes/platform-operator.ts";
import type { LocalStack } from "../../../lib/local/compose-stack.ts";
import { askForCode, logIn, type Visitor, withSigningKey } from "../../support/api.ts";
import { type RouteCall, routeCaller } from "../../support/contract.ts";
import { startLocal } from "../../support/running-stack.ts";

const REASON = "Customers report that nothing is delivered";
const consoleAccounts: string[] = [];

let stack: LocalStack;
let operator: Visitor;
let as: (route: Route, call: RouteCall) => ReturnType<ReturnType<typeof routeCaller>>;

beforeAll(async () => {
  stack = await withSigningKey(await startLocal({ config: { consoleAccounts } }));
  operator = await logIn(stack);
  consoleAccounts.push(operator.accountId);
  stack.reload();
  const hit = routeCaller(stack, new Map());
  as = (route, call) => hit(route, { key: operator.token, ...call });
  const code = await askForCode(stack, operator.phone);
  await operator.send("PUT", "session/proof/", { body: { phone: operator.phone, code } });
}, 400_000);
afterAll(() => stack?.close());

const change = (accountId: string, suspended: boolean) =>
  as(suspendAccount, { params: { id: accountId }, body: { suspended, reason: REASON } });

async function auditOf(who: Visitor) {
  return (await who.send("GET", "audit/?limit=20")).body.data as readonly { action: string }[];
}

describe("an account: platform/suspend-account", () => {
  it("is suspended and resumed with a reason that both audit logs keep, but never the operator's own", async () => {
    const shop = await logIn(stack);
    expect((await change(operator.accountId, true)).status).toBe(409);
    expect((await change(shop.accountId, false)).status).toBe(409);
    expect((await change(shop.accountId, true)).body).toMatchObject({
      suspended: { reason: REASON },
      pages_behind_since: expect.any(String),
    });
    const refused = await shop.send("POST", "apps/", { body: { name: "Another shop" } });
    expect([refused.status, refused.body.code]).toEqual([403, "account_suspended"]);
    expect((await shop.send("GET", "me/memberships/")).body.data).toMatchObject([
      { suspended: { reason: REASON } },
    ]);
    // The last work on its pay pages begins two minutes later.
    await stack.advance(121);
    await vi.waitFor(async () => {
      const { body } = await as(inspectAccount, { params: { id: shop.accountId } });
      expect(body.pages_behind_since).toBeNull();
    }, 60_000);
    expect((await change(shop.accountId, false)).body.suspended).toBeNull();
    expect((await shop.send("POST", "apps/", { body: { name: "Another shop" } })).status).toBe(201);
    const actions = (await auditOf(shop)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["account.suspended", "account.resumed"]));
    expect((await auditOf(operator))[0]).toMatchObject({
      ...{ action: "account.resumed", object_id: shop.accountId, note: REASON },
    });
  });

  it("is told by SMS, also on a day with five other messages about security", async () => {
    const shop = await logIn(stack);
    const { app_id: id } = (await shop.send("POST", "apps/", { body: { name: "Selam" } })).body;
    for (let number = 911_000_201; number <= 911_000_206; number++) {
      const body = { provider: "telebirr", account_name: "Selam", account_number: `0${number}` };
      await shop.send("POST", `apps/${id}/payment-methods/`, { body });
      await stack.idle();
    }
    for (const suspended of [true, false]) {
      expect((await change(shop.accountId, suspended)).status).toBe(200);
      await stack.idle();
    }
    const texts = stack.inbox.find(shop.phone).map(({ text }) => text);
    expect(texts.filter((text) => /receiving account/.test(text))).toHaveLength(5);
    expect(texts.slice(-2)).toEqual([
      expect.stringContaining("has suspended your account"),
      expect.stringContaining("no longer suspended"),
    ]);
  });
});
