import { describe, expect, it } from "vitest";
import * as auth from "../../../lib/contract/routes/auth.ts";
import * as account from "../../../lib/contract/routes/platform-account.ts";
import * as apps from "../../../lib/contract/routes/platform-apps.ts";
import * as checkouts from "../../../lib/contract/routes/platform-checkouts.ts";
import * as keys from "../../../lib/contract/routes/platform-keys.ts";
import { ROUTES as ALL_ROUTES } from "../../../lib/contract/routes/table.ts";
import { askForCode, call, logIn, newPhone } from "../../support/api.ts";
import type { RouteCall } from "../../support/contract.ts";
import { expectStatus, later, mine, telegramToken } from "./fixtures.ts";
import { hit, owner, stack, stranger } from "./setup.ts";

export function accountCases(): void {
  describe("account: platform/read-me platform/update-me platform/close-account platform/link-login platform/unlink-login platform/list-sessions platform/end-session platform/list-audit", () => {
    it("is read, changed and closed", async () => {
      await expectStatus(hit(account.readMe, mine()), 200);
      const named = await expectStatus(
        hit(account.updateMe, mine({ body: { name: "Hanna" } })),
        200,
      );
      expect(named).toMatchObject({ name: "Hanna", language: null });
      await expectStatus(hit(account.updateMe, mine({ body: { language: "am" } })), 200);
      const read = await expectStatus(hit(account.readMe, mine()), 200);
      expect(read).toMatchObject({ name: "Hanna", language: "am" });
      await expectStatus(hit(account.updateMe, mine({ body: { language: "fr" } })), 400);
      await expectStatus(hit(account.updateMe, mine({ body: {} })), 400);
      const leaver = await logIn(stack);
      await expectStatus(hit(account.closeAccount, { key: leaver.token }), 204);
      await expectStatus(hit(account.readMe, { key: leaver.token }), 401);
      await expectStatus(hit(account.closeAccount, { key: leaver.token }), 401);
    });

    it("is not closed while a checkout is open or in review", async () => {
      const leaver = await logIn(stack);
      const own = (more: RouteCall = {}): RouteCall => ({ key: leaver.token, ...more });
      const close = () => hit(account.closeAccount, own());
      const app = await expectStatus(hit(apps.createApp, own({ body: { name: "Shop" } })), 201);
      const made = await expectStatus(
        hit(keys.createApiKey, own({ body: { name: "k", mode: "test", app_id: app.app_id } })),
        201,
      );
      const key = made.secret;
      const v1 = "/api/v1/checkouts/";
      const open = await call(stack.url, "POST", v1, { key, body: { amount: 500 } });
      expect(await close()).toMatchObject({ status: 409, body: { code: "conflict" } });
      const body = { provider: "sandbox", input: "TESTREVIEW1" };
      const sent = await call(stack.url, "POST", `${v1}${open.body.id}/verify/`, { key, body });
      expect(sent.body.checkout.status).toBe("review");
      await expectStatus(close(), 409);
      // A refusal has ended nothing: the key still works.
      expect((await call(stack.url, "GET", v1, { key })).status).toBe(200);
      const decision = {
        params: { id: open.body.id },
        body: { reason: "Not paid", sequence: sent.body.checkout.sequence },
      };
      await expectStatus(hit(checkouts.rejectCheckout, own(decision)), 200);
      await expectStatus(close(), 204);
    });

    it("rejects the access token of a closed account in every operation of the dashboard", async () => {
      const leaver = await logIn(stack);
      await expectStatus(hit(account.closeAccount, { key: leaver.token }), 204);
      const guarded = ALL_ROUTES.filter(({ auth }) => auth === "jwt");
      expect(guarded.length).toBeGreaterThan(50);
      // In turn: each is the first call of its function, which takes long on a busy machine.
      const answers: { operation: string; answer: string }[] = [];
      for (const route of guarded) {
        const path = route.path.replaceAll(/\{\w+\}/g, "none");
        const body = route.request.body ? { body: route.example ?? {} } : {};
        const answer = await call(stack.url, route.method, path, { key: leaver.token, ...body });
        answers.push({
          operation: route.operation,
          answer: `${answer.status} ${answer.body.detail}`,
        });
      }
      // The authorizer lets nobody but operators reach the operator's console.
      const console = new Set(
        guarded.filter(({ permission }) => permission === "operate").map((one) => one.operation),
      );
      const isExpected = ({ operation, answer }: (typeof answers)[number]) =>
        answer === "401 This account is closed." ||
        (console.has(operation) && answer.startsWith("403 "));
      expect(answers.filter((one) => !isExpected(one))).toEqual([]);
    });

    it("rejects the access token of an ended session at once, so that it adds no login", async () => {
      const person = await logIn(stack);
      const cookie = { headers: { cookie: person.cookie } };
      await expectStatus(hit(auth.logout, { ...cookie, body: { everywhere: true } }), 204);
      const body = { id_token: await telegramToken("9004") };
      for (const attempt of [
        hit(account.linkLogin, { key: person.token, body }),
        hit(account.readMe, { key: person.token }),
      ]) {
        expect((await expectStatus(attempt, 401)).detail).toBe(
          "This session has ended. Sign in again.",
        );
      }
    });

    it("ends the other sessions of a login that is removed, and no others", async () => {
      const thief = await logIn(stack);
      const person = await logIn(stack, thief.phone);
      const body = { id_token: await telegramToken("9005") };
      await expectStatus(hit(account.linkLogin, { key: person.token, body }), 200);
      // With two logins, the other one than this session's is the second factor: platform/prove-session.
      const own = { phone: person.phone, code: await askForCode(stack, person.phone) };
      await expectStatus(hit(account.proveSession, { key: person.token, body: own }), 400);
      // A token of the same second would be the same token, which is good once.
      await stack.advance(1);
      const proof = { id_token: await telegramToken("9005") };
      await expectStatus(hit(account.proveSession, { key: person.token, body: proof }), 200);
      await stack.advance(1);
      const again = { body: { id_token: await telegramToken("9005") } };
      const byTelegram = await expectStatus(hit(auth.telegramLogin, again), 200);
      const phone = { params: { kind: "phone" } };
      await expectStatus(hit(account.unlinkLogin, { key: person.token, ...phone }), 204);
      await expectStatus(hit(account.readMe, { key: thief.token }), 401);
      await expectStatus(hit(auth.refresh, { headers: { cookie: thief.cookie } }), 401);
      await expectStatus(hit(account.readMe, { key: person.token }), 200);
      await expectStatus(hit(account.readMe, { key: byTelegram.access_token }), 200);
    });

    it("takes a second login, and gives one of two back", async () => {
      const person = await logIn(stack);
      const own = (more: RouteCall = {}): RouteCall => ({ key: person.token, ...more });
      const telegram = { params: { kind: "telegram" } };
      await expectStatus(hit(account.unlinkLogin, own(telegram)), 404);
      await expectStatus(hit(account.unlinkLogin, own({ params: { kind: "phone" } })), 409);
      const body = { id_token: await telegramToken("9002") };
      const headers = { "idempotency-key": "link-1" };
      await expectStatus(hit(account.linkLogin, own({ body, headers })), 200);
      await expectStatus(hit(account.linkLogin, own({ body, headers })), 200);
      await expectStatus(hit(account.linkLogin, own({ body })), 400);
      const other = { body: { id_token: await telegramToken("9003") } };
      await expectStatus(hit(account.linkLogin, own(other)), 409);
      const foreign = await logIn(stack);
      const phone = { phone: foreign.phone, code: await later(foreign.phone) };
      await expectStatus(hit(account.linkLogin, own({ body: phone })), 409);
      await stack.advance(1);
      const second = { body: { id_token: await telegramToken("9002") } };
      await expectStatus(hit(account.proveSession, own(second)), 200);
      await expectStatus(hit(account.unlinkLogin, own({ params: { kind: "phone" } })), 204);
      const free = newPhone();
      const proof = { phone: free, code: await askForCode(stack, free) };
      expect((await expectStatus(hit(account.linkLogin, own({ body: proof })), 200)).phone).toBe(
        free,
      );
      // The phone that was given back is free, and a login with it is another user.
      expect((await logIn(stack, person.phone)).userId).not.toBe(person.userId);
    });

    it("lists devices and ends them, and what was done", async () => {
      const second = await logIn(stack, owner.phone);
      const { data } = await expectStatus(hit(account.listSessions, mine()), 200);
      const foreign = (await stranger.send("GET", "sessions/")).body.data[0].id;
      await expectStatus(hit(account.endSession, mine({ params: { id: foreign } })), 404);
      const other = data.find(({ current }: { current: boolean }) => !current);
      await expectStatus(hit(account.endSession, mine({ params: { id: other.id } })), 204);
      expect(
        (
          await call(stack.url, "POST", "/api/auth/refresh/", {
            headers: { cookie: second.cookie },
          })
        ).status,
      ).toBe(401);
      await expectStatus(hit(account.listAudit, mine({ query: "?limit=5" })), 200);
      await expectStatus(hit(account.listAudit, mine({ query: "?limit=101" })), 400);
    });
  });
}
