import { describe, expect, it } from "vitest";
import * as apps from "../../../lib/contract/routes/platform-apps.ts";
import * as checkouts from "../../../lib/contract/routes/platform-checkouts.ts";
import * as keys from "../../../lib/contract/routes/platform-keys.ts";
import { call } from "../../support/api.ts";
import { appWithTelebirr, expectStatus, mine, newApp, UNKNOWN } from "./fixtures.ts";
import { hit, stack, stranger } from "./setup.ts";

export function appsCases(): void {
  describe("apps: platform/create-app platform/list-apps platform/read-app platform/update-app platform/delete-app platform/create-payment-method platform/list-payment-methods platform/update-payment-method platform/delete-payment-method", () => {
    it("are made, renamed, listed and deleted, each by its owner only", async () => {
      const appId = await newApp();
      const params = { app_id: appId };
      await expectStatus(hit(apps.listApps, mine()), 200);
      await expectStatus(hit(apps.readApp, mine({ params })), 200);
      await expectStatus(hit(apps.updateApp, mine({ params, body: { name: "New" } })), 200);
      for (const route of [apps.readApp, apps.updateApp, apps.deleteApp, apps.listPaymentMethods]) {
        const body = route === apps.updateApp ? { name: "Mine" } : undefined;
        const answer = await hit(route, { key: stranger.token, params, body });
        const unknown = await hit(route, { key: stranger.token, params: { app_id: 99 }, body });
        expect(answer.status).toBe(404);
        expect({ ...answer.body, request_id: "" }).toEqual({ ...unknown.body, request_id: "" });
      }
      await expectStatus(hit(apps.deleteApp, mine({ params })), 204);
      await expectStatus(hit(apps.readApp, mine({ params })), 404);
      await expectStatus(hit(apps.updateApp, mine({ params, body: { name: "Late" } })), 404);
    });

    it("keep their keys and endpoints until they are deleted, which an open checkout prevents", async () => {
      const appId = await appWithTelebirr();
      const params = { app_id: appId };
      const key = await expectStatus(
        hit(keys.createApiKey, mine({ body: { name: "k", mode: "live", app_id: appId } })),
        201,
      );
      const body = { amount: 500 };
      for (const path of ["/api/v1/checkouts/", "/api/v1/checkouts/"]) {
        const made = await call(stack.url, "POST", path, { key: key.secret, body });
        expect(made.status).toBe(201);
      }
      await expectStatus(hit(apps.deleteApp, mine({ params })), 409);
      const query = `?app_id=${appId}`;
      const { data } = await expectStatus(hit(checkouts.listCheckouts, mine({ query })), 200);
      expect(data).toHaveLength(2);
      for (const { id } of data) {
        await expectStatus(hit(checkouts.cancelCheckout, mine({ params: { id } })), 200);
      }
      await expectStatus(hit(apps.deleteApp, mine({ params })), 204);
      await stack.advance(61);
      const credit = await call(stack.url, "GET", "/api/v1/credits/", { key: key.secret });
      expect(credit.status).toBe(401);
    });

    it("take receiving accounts that can be ones, each once", async () => {
      const appId = await appWithTelebirr();
      const params = { app_id: appId };
      const method = {
        provider: "telebirr",
        account_name: "Shop",
        account_number: "+251900000001",
      };
      await expectStatus(hit(apps.createPaymentMethod, mine({ params, body: method })), 409);
      for (const wrong of [
        { ...method, account_number: "12" },
        { ...method, provider: "sandbox" },
        { ...method, provider: "cbe", account_number: "123" },
        { ...method, colour: "red" },
      ]) {
        await expectStatus(hit(apps.createPaymentMethod, mine({ params, body: wrong })), 400);
      }
      const foreign = { key: stranger.token, params, body: method };
      await expectStatus(hit(apps.createPaymentMethod, foreign), 404);
      const { data } = await expectStatus(hit(apps.listPaymentMethods, mine({ params })), 200);
      const one = { ...params, id: data[0].id };
      const body = { enabled: false, label: null, position: 3 };
      const changed = await expectStatus(
        hit(apps.updatePaymentMethod, mine({ params: one, body })),
        200,
      );
      expect(changed).toMatchObject({ enabled: false, position: 3 });
      const gone = { ...params, id: `pm_${UNKNOWN}` };
      await expectStatus(hit(apps.updatePaymentMethod, mine({ params: gone, body })), 404);
      await expectStatus(hit(apps.deletePaymentMethod, mine({ params: gone })), 404);
      await expectStatus(hit(apps.deletePaymentMethod, mine({ params: one })), 204);
      await expectStatus(hit(apps.createPaymentMethod, mine({ params, body: method })), 201);
    });

    it("keep the place of manual payments as it was written, once", async () => {
      const params = { app_id: await appWithTelebirr() };
      const manual = { provider: "manual", account_name: "Cash desk", label: "Cash" };
      const add = (account_number: string) =>
        hit(apps.createPaymentMethod, mine({ params, body: { ...manual, account_number } }));
      const made = await expectStatus(add("BOLE ROAD  7"), 201);
      expect(made).toMatchObject({ account_number: "BOLE ROAD 7" });
      await expectStatus(add("BOLEROAD-7"), 409);
    });

    it("change an account number for new checkouts only", async () => {
      const appId = await appWithTelebirr();
      const params = { app_id: appId };
      const { data } = await expectStatus(hit(apps.listPaymentMethods, mine({ params })), 200);
      const one = { ...params, id: data[0].id };
      const change = (account_number: string) =>
        hit(apps.updatePaymentMethod, mine({ params: one, body: { account_number } }));
      const checkout = async () => {
        const body = { amount: 100, app_id: appId };
        return (await expectStatus(hit(checkouts.createPaymentLink, mine({ body })), 201)) as {
          id: string;
          payment_methods: readonly { account_number: string }[];
        };
      };
      const before = await checkout();
      await expectStatus(change("12345"), 400);
      const other = { provider: "telebirr", account_name: "Till", account_number: "0911 000 222" };
      await expectStatus(hit(apps.createPaymentMethod, mine({ params, body: other })), 201);
      await expectStatus(change("+251 911 000 222"), 409);
      const changed = await expectStatus(change("0911 000 333"), 200);
      expect(changed).toMatchObject({ account_number: "0911000333" });

      const old = before.payment_methods[0]?.account_number ?? "";
      const kept = await expectStatus(
        hit(checkouts.readCheckout, mine({ params: { id: before.id } })),
        200,
      );
      expect(kept.payment_methods[0]).toMatchObject({ account_number: old });
      expect((await checkout()).payment_methods[0]).toMatchObject({ account_number: "0911000333" });
      const again = { ...other, account_number: old };
      await expectStatus(hit(apps.createPaymentMethod, mine({ params, body: again })), 201);
    });
  });
}
