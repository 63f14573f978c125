import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as account from "../../../lib/contract/routes/platform-account.ts";
import * as apps from "../../../lib/contract/routes/platform-apps.ts";
import * as webhooks from "../../../lib/contract/routes/platform-webhooks.ts";
import { ROUTES } from "../../../lib/contract/routes/table.ts";
import type { LocalStack } from "../../../lib/local/compose-stack.ts";
import { askForCode, call, logIn, type Visitor, withSigningKey } from "../../support/api.ts";
import { type RouteCall, routeCaller } from "../../support/contract.ts";
import { SHOP } from "../../support/merchant.ts";
import { startLocal } from "../../support/running-stack.ts";
import { teamOf } from "../../support/users.ts";

const LASTING = ROUTES.filter(({ recentSignIn }) => recentSignIn === true);
const SUBJECT = "4711";

let stack: LocalStack;
let owner: Visitor;
let team: ReturnType<typeof teamOf>;
let hit: ReturnType<typeof routeCaller>;

beforeAll(async () => {
  stack = await withSigningKey(await startLocal({ config: { otpPerAddressPerHour: 10_000 } }));
  team = teamOf(stack, () => owner);
  hit = routeCaller(stack, new Map());
}, 400_000);
beforeEach(async () => {
  owner = await logIn(stack);
});
afterAll(() => stack?.close());

const status = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status: got, body } = await answer;
  return body?.code ? `${got} ${body.code}` : got;
};
/** A token of the same second would be the same token, which is good once. */
async function telegramToken(): Promise<string> {
  await stack.advance(1);
  const body = { id: SUBJECT };
  return (await call(stack.url, "POST", "/_local/telegram/token/", { body })).body.id_token;
}
/** The session, ten minutes later. */
async function aged(who: Visitor): Promise<Visitor> {
  await stack.advance(601);
  return team.refreshed(who);
}
async function proveByPhone(who: Visitor): Promise<void> {
  const code = await askForCode(stack, who.phone);
  const proof = { body: { phone: who.phone, code }, key: who.token };
  expect(await status(hit(account.proveSession, proof))).toBe(200);
}

describe("what outlives a session: platform/prove-session", () => {
  it("is refused ten minutes after the sign-in, before the request is looked at", async () => {
    expect(LASTING.map(({ operation }) => operation).sort()).toEqual([
      "close-account",
      "create-api-key",
      "create-notice-source",
      "create-payment-method",
      "create-webhook",
      "invite-member",
      "link-login",
      "offer-ownership",
      "reveal-webhook-secret",
      "rotate-api-key",
      "rotate-notice-source",
      "rotate-webhook-secret",
      "unlink-login",
      "update-member",
    ]);
    const answers = async (who: Visitor) => {
      const found: [string, unknown][] = [];
      // The account is closed last.
      const others = LASTING.filter(({ operation }) => operation !== "close-account");
      for (const route of [...others, account.closeAccount]) {
        const params = { app_id: 1, id: "none", kind: "telegram" };
        const body = route.method === "GET" || route.method === "DELETE" ? {} : { body: {} };
        found.push([
          route.operation,
          await status(hit(route, { key: who.token, params, ...body })),
        ]);
      }
      return found;
    };
    const late = await aged(owner);
    for (const [operation, answer] of await answers(late)) {
      expect(answer, operation).toBe("403 second_factor_required");
    }
    await proveByPhone(late);
    for (const [operation, answer] of await answers(late)) {
      expect(String(answer), operation).toMatch(
        operation === "close-account" ? /^204$/ : /^40[04] /,
      );
    }
  }, 120_000);

  it("leaves a session what ends with it", async () => {
    const late = await aged(owner);
    const app = await late.send("POST", "apps/", { body: { name: "Shop" } });
    expect(app.status).toBe(201);
    expect((await late.send("GET", "members/")).status).toBe(200);
  });

  it("includes a higher limit of bank messages, and no other change of an app", async () => {
    const { app_id } = (await owner.send("POST", "apps/", { body: { name: "Shop" } })).body;
    const change = async (who: Visitor, body: object) =>
      status(hit(apps.updateApp, { key: who.token, params: { app_id }, body }));
    expect(await change(owner, { notice_limit: 100_000 })).toBe(200);
    const late = await aged(owner);
    expect(await change(late, { notice_limit: 100_001 })).toBe("403 second_factor_required");
    expect(await change(late, { notice_limit: 0, name: "Corner Shop" })).toBe(200);
  });

  it("includes what customers read about a receiving account, and none of its other changes", async () => {
    const { app_id } = (await owner.send("POST", "apps/", { body: { name: "Shop" } })).body;
    const account = { provider: "telebirr", account_name: SHOP.name, account_number: SHOP.number };
    const path = `apps/${app_id}/payment-methods/`;
    const { id } = (await owner.send("POST", path, { body: account })).body;
    const late = await aged(owner);
    const change = (body: object) => {
      const more: RouteCall = { key: late.token, params: { app_id, id }, body };
      return status(hit(apps.updatePaymentMethod, more));
    };
    expect(await change({ enabled: false, position: 1 })).toBe(200);
    const refused = "403 second_factor_required";
    expect(await change({ account_number: "0911223344" })).toBe(refused);
    expect(await change({ enabled: true, account_name: "Another Name" })).toBe(refused);
    expect(await change({ label: "Now 0911223344" })).toBe(refused);
    expect(await change({ instructions: "Pay to 0911223344." })).toBe(refused);
    await proveByPhone(late);
    expect(await change({ account_number: "0911223344" })).toBe(200);
  });

  it("includes another URL of a webhook endpoint, and none of its other changes: platform/update-webhook", async () => {
    const { app_id } = (await owner.send("POST", "apps/", { body: { name: "Shop" } })).body;
    const url = (name: string) => `${stack.url}/_local/receiver/${name}/`;
    const made = { app_id, url: url("own"), events: ["checkout.verified"] };
    const { id } = (await owner.send("POST", "webhooks/", { body: made })).body;
    const late = await aged(owner);
    const change = (body: object) =>
      status(hit(webhooks.updateWebhook, { key: late.token, params: { id }, body }));
    expect(await change({ events: ["*"], description: "Till", status: "disabled" })).toBe(200);
    const elsewhere = { url: url("elsewhere"), status: "enabled" };
    expect(await change(elsewhere)).toBe("403 second_factor_required");
    const stored = (await late.send("GET", `webhooks/${id}/`)).body;
    expect([stored.url, stored.status]).toEqual([url("own"), "disabled"]);
    await proveByPhone(late);
    expect(await change(elsewhere)).toBe(200);
  });

  it("lets no one remove a sign-in method who has the phone alone: platform/link-login platform/unlink-login", async () => {
    const link = { key: owner.token, body: { id_token: await telegramToken() } };
    expect(await status(hit(account.linkLogin, link))).toBe(200);
    for (const kind of ["telegram", "phone"]) {
      const remove = { key: owner.token, params: { kind } };
      expect(await status(hit(account.unlinkLogin, remove))).toBe("403 second_factor_required");
    }
    const body = { id_token: await telegramToken() };
    const signedIn = await call(stack.url, "POST", "/api/auth/telegram-login/", { body });
    const remove = { key: signedIn.body.access_token, params: { kind: "phone" } };
    expect(await status(hit(account.unlinkLogin, remove))).toBe(204);
    expect(await status(hit(account.readMe, { key: owner.token }))).toBe("401 unauthenticated");
  });
});
