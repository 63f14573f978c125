import { describe, expect, onTestFinished, test, vi } from "vitest";
import { DocumentClient } from "../../../lib/cloud/dynamodb.ts";
import { purchaseCredits } from "../../../lib/contract/routes/platform-credits.ts";
import { createApiKey } from "../../../lib/contract/routes/platform-keys.ts";
import { readPublicCheckout } from "../../../lib/contract/routes/public.ts";
import { ROUTES } from "../../../lib/contract/routes/table.ts";
import { now } from "../../../lib/pipeline/deps.ts";
import { environment } from "../../../lib/pipeline/environment.ts";
import { getApiKey, hashKey, revokeApiKeyWrite } from "../../../lib/store/api-keys.ts";
import { getAppWithMethods } from "../../../lib/store/apps.ts";
import { listAudit } from "../../../lib/store/audit.ts";
import { getCheckout } from "../../../lib/store/checkouts.ts";
import { getBalance } from "../../../lib/store/credit-shards.ts";
import { transact } from "../../../lib/store/transact.ts";
import { getTeam, getUser } from "../../../lib/store/users.ts";
import { beforeTheCommit } from "../../simulation/chosen-order.ts";
import { answer, invoke, loadHandler } from "../../support/function-calls.ts";
import { REASON, suspensionTests } from "./suspension-setup.ts";

const { table, sent, work, openShop, isMarked } = suspensionTests();

async function payPage(id: string): Promise<string> {
  const checkout = await getCheckout(table(), id);
  const route = ROUTES.find(({ operation }) => operation === "show-pay-page");
  if (!checkout || !route) throw new Error("There is no page.");
  const params = { token: checkout.token };
  return (await answer(await loadHandler("public-show-pay-page"), route, { params })).body;
}

async function publicMethods(id: string): Promise<readonly unknown[]> {
  const token = (await getCheckout(table(), id))?.token ?? "";
  const handler = await loadHandler("public-read-checkout");
  const { body } = await invoke(handler, readPublicCheckout, { params: { token } });
  return body.payment_methods;
}

describe("a suspended account", () => {
  test("opens no checkout: not by a key, in the dashboard, or by a payment link", async () => {
    const shop = await openShop();
    expect([(await shop.byKey()).status, (await shop.byMember()).status]).toEqual([201, 201]);
    expect(await shop.byLink()).toContain("/pay/");
    await shop.suspend();
    for (const made of [
      await shop.byKey("test"),
      await shop.byKey("live"),
      await shop.byMember(),
    ]) {
      expect([made.status, made.body.code]).toEqual([403, "account_suspended"]);
    }
    expect(await shop.byLink()).toContain("problem=closed");
    await shop.suspend(false);
    const again = [await shop.byKey("test"), await shop.byKey("live"), await shop.byMember()];
    expect(again.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await shop.byLink()).toContain("/pay/");
  });

  test("has open checkouts that ask nobody to pay, in both modes, until it is resumed", async () => {
    const shop = await openShop();
    const other = await openShop();
    const ids = [await shop.byKey("test"), await shop.byKey("live")].map(({ body }) => body.id);
    const theirs = (await other.byKey()).body.id;
    const before = await Promise.all(ids.map((id) => getCheckout(table(), id)));
    await shop.suspend();
    await work();
    for (const id of ids) {
      expect(await payPage(id)).toContain("Don&#39;t pay now");
      expect(await payPage(id)).not.toContain("251900000001");
      expect(await payPage(id)).toContain('name="input"');
      expect(await publicMethods(id)).toEqual([]);
    }
    expect(await isMarked(theirs)).toBe(false);
    // Its own program sees what it has configured.
    expect((await shop.read(ids[0])).body.payment_methods).not.toEqual([]);
    await shop.suspend(false);
    await work();
    expect(await Promise.all(ids.map((id) => getCheckout(table(), id)))).toEqual(before);
    expect(await publicMethods(ids[0])).not.toEqual([]);
  });

  test("still verifies what a customer has paid, with the same calls to the table", async () => {
    const shop = await openShop();
    const ids = [(await shop.byKey()).body.id, (await shop.byKey()).body.id];
    const calls: string[][] = [];
    const send = DocumentClient.prototype.send;
    vi.spyOn(DocumentClient.prototype, "send").mockImplementation(function (
      this: DocumentClient,
      ...call: unknown[]
    ) {
      calls.at(-1)?.push((call[0] as object).constructor.name);
      return Reflect.apply(send, this, call);
    });
    calls.push([]);
    expect((await shop.verify(ids[0], "TESTOK11")).body.checkout.status).toBe("verified");
    calls.push([]);
    await payPage(ids[1]);
    await shop.suspend();
    await work();
    calls.push([]);
    expect((await shop.verify(ids[1], "TESTOK12")).body.checkout.status).toBe("verified");
    const [active, , suspended] = calls.map((made) => made.toSorted());
    expect(suspended).toEqual(active);
  });

  test("settles a payment that was submitted before, and keeps its credits", async () => {
    const shop = await openShop();
    const { id } = (await shop.byKey()).body;
    const credits = await getBalance(table(), shop.accountId);
    beforeTheCommit(async () => {
      await shop.suspend();
      await work();
    });
    expect((await shop.verify(id, "TESTOK21")).body.checkout.status).toBe("verified");
    expect(await getBalance(table(), shop.accountId)).toEqual(credits);
  });

  test("that sells credits sells none, which its buyers are not blamed for", async () => {
    const [seller, buyer] = [await openShop(), await openShop()];
    const sale = { operatorAccountId: seller.accountId, operatorAppId: seller.appId };
    Object.assign(environment().config, sale);
    onTestFinished(() => {
      Object.assign(environment().config, { operatorAccountId: null, operatorAppId: null });
    });
    const buy = async () =>
      invoke(await loadHandler("platform-purchase-credits"), purchaseCredits, {
        ...{ principal: buyer.user, body: { credits: 3 } },
      });
    expect((await buy()).status).toBe(201);
    await seller.suspend();
    const { status, body } = await buy();
    expect([status, body.code]).toEqual([503, "service_unavailable"]);
  });

  test("refuses its members what could take payments, before it asks for a proof, and closing", async () => {
    const shop = await openShop();
    await shop.suspend();
    const refused = ROUTES.filter((route) => route.needsActiveAccount);
    expect(refused.map(({ operation }) => operation).toSorted()).toEqual([
      ...["accept-ownership", "close-account", "create-api-key", "create-app"],
      ...["create-notice-source", "create-payment-link", "create-payment-method"],
      ...["create-webhook", "invite-member", "offer-ownership", "rotate-api-key"],
      ...["rotate-notice-source", "update-app", "update-payment-method"],
    ]);
    for (const route of refused) {
      const handler = await loadHandler(`platform-${route.operation}`);
      const { status, body } = await invoke(handler, route, { principal: shop.user });
      expect([status, body.code], route.operation).toEqual([403, "account_suspended"]);
    }
  });

  test("takes nobody in by an invitation that was made before, until it is resumed", async () => {
    const shop = await openShop();
    const person = (await openShop()).user;
    const user = await getUser(table(), person.userId);
    if (user === null) throw new Error("The user is gone.");
    const { acceptInvitation, inviteMember } = await import(
      "../../../lib/use-cases/accounts/invitations.ts"
    );
    const { url } = await inviteMember(shop.user, { role: "manager" }, now(), () => []);
    const accept = (token: string) => acceptInvitation(user, token, now());
    const token = url.split("#")[1] ?? "";
    await shop.suspend();
    await expect(accept(token)).rejects.toMatchObject({ code: "account_suspended" });
    // Whoever has no invitation learns nothing of it.
    const guessed = accept(token.slice(0, -26) + "0".repeat(26));
    await expect(guessed).rejects.toMatchObject({ code: "not_found" });
    expect((await getTeam(table(), shop.accountId))?.rows).toEqual([]);
    await shop.suspend(false);
    expect(await accept(token)).toBe(shop.accountId);
  });

  test.each(["list-memberships", "list-checkouts", "list-audit", "read-credits"])(
    "lets its members read: %s",
    async (name) => {
      const shop = await openShop();
      await shop.suspend();
      const route = ROUTES.find((one) => one.surface === "platform" && one.operation === name);
      if (route === undefined) throw new Error(name);
      const handler = await loadHandler(`platform-${name}`);
      const { status, body } = await invoke(handler, route, { principal: shop.user });
      expect(status).toBe(200);
      if (name !== "list-memberships") return;
      expect(body.data).toMatchObject([{ current: true, suspended: { reason: REASON } }]);
    },
  );

  test("keeps what its members have revoked: a resumed account gets no key back", async () => {
    const shop = await openShop();
    const key = await getApiKey(table(), hashKey(shop.liveKey));
    if (key === null) throw new Error("The key is gone.");
    await shop.suspend();
    await transact(table(), [revokeApiKeyWrite(key, now())]);
    await shop.suspend(false);
    await work();
    expect((await getApiKey(table(), hashKey(shop.liveKey)))?.revokedAt).not.toBeNull();
    expect((await getApiKey(table(), hashKey(shop.testKey)))?.revokedAt).toBeNull();
    const app = await getAppWithMethods(table(), shop.accountId, shop.appId);
    expect(app?.methods.map(({ enabled }) => enabled)).toEqual([true]);
  });

  test("gains nothing by a key that was created at the same moment", async () => {
    const shop = await openShop();
    beforeTheCommit(() => shop.suspend());
    const made = await invoke(await loadHandler("platform-create-api-key"), createApiKey, {
      principal: shop.user,
      body: { name: "Late", app_id: shop.appId, mode: "test" },
    });
    expect(made.status).toBe(201);
    expect((await shop.byKey()).body.code).toBe("account_suspended");
  });

  test("tells its members, and writes to its audit log, once", async () => {
    const shop = await openShop();
    await shop.suspend();
    await shop.suspend();
    const told = sent().filter((one) => one.queue === "notifications");
    expect(new Set(told.map(({ body }) => body.facts.type))).toEqual(
      new Set(["account.suspended"]),
    );
    // A member gets each id once.
    expect(new Set(told.map(({ body }) => body.id)).size).toBe(1);
    await shop.suspend(false);
    expect(sent().map(({ body }) => body.facts?.type)).toContain("account.resumed");
    const { data } = await listAudit(table(), shop.accountId, { limit: 5 }, now());
    expect(data).toMatchObject([
      { action: "account.resumed", actor: "operator:hanna", note: REASON },
      { action: "account.suspended", actor: "operator:hanna", note: REASON },
    ]);
  });
});
