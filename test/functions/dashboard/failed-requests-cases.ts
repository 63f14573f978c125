import { describe, expect, it } from "vitest";
import * as insight from "../../../lib/contract/routes/platform-insight.ts";
import { call, logIn } from "../../support/api.ts";
import { createMerchant } from "../../support/merchant.ts";
import { tableOf } from "../../support/running-stack.ts";
import { expectStatus } from "./fixtures.ts";
import { hit, stack, stranger } from "./setup.ts";

const LIST = insight.listFailedRequests;

export function failedRequestsCases(): void {
  describe("failed requests: platform/list-failed-requests", () => {
    it("of valid keys are listed without their query, and found by path, code, status and id", async () => {
      const person = await logIn(stack);
      const { liveKey, testKey, appId } = await createMerchant(tableOf(stack), person);
      const send = (path: string, key: string, body?: object) =>
        call(stack.url, body ? "POST" : "GET", `/api/v1/${path}`, { key, body });
      const wrong = await send("checkouts/", liveKey, { amount: "ten" });
      const missing = await call(
        stack.url,
        "GET",
        `/api/v1/checkouts/co_${"0".repeat(26)}/?api_key=${liveKey}`,
      );
      expect([wrong.status, missing.status]).toEqual([400, 404]);
      await send("checkouts/", testKey, {});
      const mistyped = liveKey.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
      expect((await send("checkouts/", mistyped, {})).status).toBe(401);
      expect((await send("credits/", liveKey)).status).toBe(200);
      const list = (query = "", key = person.token) =>
        expectStatus(hit(LIST, { key, query: `?${query}` }), 200);
      const { data } = await list();
      expect(data).toMatchObject([
        {
          method: "GET",
          path: `/api/v1/checkouts/co_${"0".repeat(26)}/`,
          status: 404,
          code: "not_found",
          request_id: missing.body.request_id,
        },
        {
          method: "POST",
          path: "/api/v1/checkouts/",
          status: 400,
          code: "invalid_request",
          request_id: wrong.body.request_id,
          key: { app_id: appId, name: "live key", last4: liveKey.slice(-4) },
        },
      ]);
      expect(JSON.stringify(data)).not.toContain(liveKey);
      expect((await list("livemode=false")).data).toHaveLength(1);
      for (const [search, found] of [
        ["400", 1],
        ["NOT_FOUND", 1],
        ["/co_", 1],
        [wrong.body.request_id, 1],
        ["refund", 0],
      ]) {
        expect((await list(`search=${search}`)).data, String(search)).toHaveLength(Number(found));
      }
      expect((await list("", stranger.token)).data).toEqual([]);
    });

    it("are stored a hundred times an hour, however many there are", async () => {
      const person = await logIn(stack);
      const { liveKey } = await createMerchant(tableOf(stack), person);
      const fail = () => call(stack.url, "POST", "/api/v1/checkouts/", { key: liveKey, body: {} });
      for (let sent = 0; sent < 11; sent++) {
        await Promise.all(Array.from({ length: 10 }, fail));
      }
      const list = await expectStatus(
        hit(LIST, { key: person.token, query: "?limit=100&search=invalid_request" }),
        200,
      );
      expect([list.data.length, list.has_more]).toEqual([100, false]);
    });
  });
}
