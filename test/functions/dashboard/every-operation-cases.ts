import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as auth from "../../../lib/contract/routes/auth.ts";
import * as account from "../../../lib/contract/routes/platform-account.ts";
import { createApp } from "../../../lib/contract/routes/platform-apps.ts";
import { readStats } from "../../../lib/contract/routes/platform-insight.ts";
import {
  createApiKey,
  listApiKeys,
  rotateApiKey,
} from "../../../lib/contract/routes/platform-keys.ts";
import { listReusableLinks } from "../../../lib/contract/routes/platform-links.ts";
import { API_KEYS_PER_DAY } from "../../../lib/contract/schemas/api-key.ts";
import { APPS_PER_DAY } from "../../../lib/contract/schemas/app.ts";
import { type RatePolicy, takeRate } from "../../../lib/store/rate-limits.ts";
import { logIn, newPhone } from "../../support/api.ts";
import { declaredStatuses, type RouteCall } from "../../support/contract.ts";
import { createMerchant } from "../../support/merchant.ts";
import { tableOf } from "../../support/running-stack.ts";
import { teamOf } from "../../support/users.ts";
import { expectStatus, newApp, realParams, telegramToken } from "./fixtures.ts";
import { refusesKeys } from "./idempotency-keys.ts";
import { hit, hitBare, owner, ROUTES, seen, stack } from "./setup.ts";

async function refusesStrangers(
  route: (typeof ROUTES)[number],
  params: Readonly<Record<string, string>>,
): Promise<void> {
  await expectStatus(hit(route, { params }), 401);
  const merchant = await createMerchant(tableOf(stack));
  await expectStatus(hit(route, { params, key: merchant.liveKey }), 401);
}

async function refusesBadInput(route: (typeof ROUTES)[number], known: RouteCall): Promise<void> {
  const { request } = route;
  if (request.body) {
    const type = { "content-type": "application/json" };
    await expectStatus(hit(route, { ...known, raw: "{", headers: type }), 400);
    await expectStatus(hit(route, { ...known, raw: "x".repeat(70_000), headers: type }), 413);
    const plain = { "content-type": "text/plain" };
    await expectStatus(hit(route, { ...known, raw: "{}", headers: plain }), 415);
    const polluted = { raw: '{"__proto__":{"admin":true}}', headers: type };
    const answer = await hit(route, { ...known, ...polluted });
    expect(answer.status).toBeLessThan(500);
  } else {
    // Without a body, only the query can be wrong.
    const good = { ...known, params: await realParams(route) };
    await expectStatus(hit(route, { ...good, query: "?surprise=1" }), 400);
  }
}

async function useUp(policy: RatePolicy, subject: string): Promise<void> {
  for (let taken = 0; taken < policy.limit; taken++) {
    await takeRate(tableOf(stack), policy, subject, stack.now());
  }
}

export function everyCases(): void {
  describe("every operation", () => {
    it.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
      "%s refuses what every operation of its kind refuses",
      async (_, route) => {
        const params = Object.fromEntries(
          [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "none"]),
        );
        const key = route.auth === "jwt" ? owner.token : undefined;
        const known: RouteCall = { ...(key === undefined ? {} : { key }), params };
        if (route.auth === "jwt") await refusesStrangers(route, params);
        if (route.request.params) {
          await expectStatus(hit(route, { ...known, body: route.example }), 404);
        }
        await refusesBadInput(route, known);
        if (route.idempotent) await refusesKeys(route);
      },
    );

    it("answers too many with 429 where it counts", async () => {
      const first = newPhone();
      for (const phone of [first, newPhone(), newPhone(), newPhone()]) {
        await hitBare(auth.sendOtp, { body: { phone } });
      }
      await useUp({ name: "login-address", limit: 300, windowSeconds: 600 }, "127.0.0.1");
      await useUp({ name: "apps", limit: APPS_PER_DAY, windowSeconds: 86_400 }, owner.accountId);
      const server = { name: "Server", mode: "live", app_id: null };
      const made = await hit(createApiKey, { key: owner.token, body: server });
      await useUp(
        { name: "api-keys", limit: API_KEYS_PER_DAY, windowSeconds: 86_400 },
        owner.accountId,
      );
      const id_token = await telegramToken("1");
      const phone = newPhone();
      for (const [route, body] of [
        [auth.verifyOtp, { phone, code: "123456" }],
        [auth.telegramLogin, { id_token }],
        [auth.telegramSettings, undefined],
        [account.linkLogin, { phone, code: "123456" }],
        [account.proveSession, { phone, code: "123456" }],
        [createApp, { name: "Shop" }],
        [createApiKey, server],
        [rotateApiKey, {}],
      ] as const) {
        const key = route.auth === "jwt" ? { key: owner.token } : {};
        const params = "params" in route.request ? { params: { id: made.body.id } } : {};
        const answer = await hit(route, { ...key, ...params, body });
        expect(answer.status).toBe(429);
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      await stack.advance(601);
    });

    it("knows no other app for a member who works with some apps", async () => {
      const [own, other] = [await newApp(), await newApp()];
      // An invitation needs a recent sign-in.
      const again = await logIn(stack, owner.phone);
      const team = teamOf(stack, () => again);
      for (const [role, route] of [
        ["manager", readStats],
        ["manager", listReusableLinks],
        ["developer", listApiKeys],
      ] as const) {
        const { token: key } = await team.join(role, { apps: [own] });
        await expectStatus(hit(route, { key, query: `?app_id=${own}` }), 200);
        await expectStatus(hit(route, { key, query: `?app_id=${other}` }), 404);
      }
    });

    it("has shown each status that it declares", () => {
      // Only if the logins of the user change between its read and its write.
      const races = new Set(["platform/update-me 409"]);
      const missing = ROUTES.flatMap((route) =>
        declaredStatuses(route)
          // The owner lacks no permission: `platform/roles-matrix.test.ts` calls every operation as every role.
          .filter((status) => status !== 403 && !seen.get(route)?.has(status))
          .map((status) => `${route.surface}/${route.operation} ${status}`),
      );
      expect(missing.filter((one) => !races.has(one))).toEqual([]);
    });

    it("answers any body within its contract, never with a 5xx", async () => {
      const withBody = new Map(
        ROUTES.flatMap((route) => (route.request.body ? [[route.operation, route] as const] : [])),
      );
      const caller = await logIn(stack);
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...withBody.keys()),
          fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue())),
          async (operation, body) => {
            const route = withBody.get(operation);
            if (!route) throw new Error(operation);
            const known =
              route.auth === "none"
                ? {}
                : { key: caller.token, params: await realParams(route, caller) };
            const answer = await hit(route, { ...known, body });
            expect(answer.status).toBeLessThan(500);
          },
        ),
        { numRuns: 150 },
      );
    });
  });
}
