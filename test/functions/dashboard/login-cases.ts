import { describe, expect, it } from "vitest";
import * as auth from "../../../lib/contract/routes/auth.ts";
import { codesOf, cookieOf, newPhone } from "../../support/api.ts";
import { expectStatus, telegramToken } from "./fixtures.ts";
import { hit, hitBare, stack } from "./setup.ts";

export function loginCases(): void {
  describe("login: auth/send-otp auth/verify-otp auth/telegram-config auth/telegram-login auth/refresh auth/logout", () => {
    it("sends and takes codes", async () => {
      const phone = newPhone();
      await expectStatus(hit(auth.sendOtp, { body: { phone } }), 202);
      const code = codesOf(stack, phone).at(-1);
      await expectStatus(hit(auth.verifyOtp, { body: { phone, code: "12345" } }), 400);
      const answer = await hit(auth.verifyOtp, { body: { phone, code } });
      await expectStatus(hit(auth.verifyOtp, { body: { phone, code } }), 401);
      const cookie = cookieOf(answer.headers) ?? "";
      const next = await hit(auth.refresh, { headers: { cookie } });
      expect(next.status).toBe(200);
      await expectStatus(hit(auth.refresh), 401);
      const other = { everywhere: true, user_id: `usr_${"0".repeat(26)}` };
      await expectStatus(hit(auth.logout, { headers: { cookie }, body: other }), 409);
      await expectStatus(hit(auth.logout, { headers: { cookie } }), 204);
      await expectStatus(hit(auth.logout, { body: { everywhere: "yes" } }), 400);
    });

    it("takes tokens of Telegram, where there is one", async () => {
      await expectStatus(hit(auth.telegramSettings), 200);
      const token = await telegramToken("9001");
      await expectStatus(hit(auth.telegramLogin, { body: { id_token: token } }), 200);
      await expectStatus(hit(auth.telegramLogin, { body: { id_token: token } }), 401);
      await expectStatus(hitBare(auth.telegramSettings), 404);
      await expectStatus(hitBare(auth.telegramLogin, { body: { id_token: token } }), 404);
    });
  });
}
