import { describe, expect, it } from "vitest";
import * as keys from "../../../lib/contract/routes/platform-keys.ts";
import { call } from "../../support/api.ts";
import { expectStatus, mine, newApp } from "./fixtures.ts";
import { hit, stack, stranger } from "./setup.ts";

export function apiKeysCases(): void {
  describe("API keys: platform/create-api-key platform/list-api-keys platform/revoke-api-key platform/rotate-api-key", () => {
    it("show their secret once, work, rotate with overlap and die when revoked", async () => {
      const appId = await newApp();
      const body = { name: "Server", mode: "live", app_id: appId, scopes: ["credits:read"] };
      const headers = { "idempotency-key": "key-1" };
      const made = await expectStatus(hit(keys.createApiKey, mine({ body, headers })), 201);
      const replayed = await hit(keys.createApiKey, mine({ body, headers }));
      expect(replayed.headers.get("idempotent-replayed")).toBe("true");
      expect(replayed.body).toEqual({ ...made, secret: null });
      const works = async (key: string) =>
        (await call(stack.url, "GET", "/api/v1/credits/", { key })).status;
      expect(await works(made.secret)).toBe(200);
      const params = { id: made.id };
      const rotated = await expectStatus(
        hit(keys.rotateApiKey, mine({ params, body: { overlap_seconds: 120 } })),
        200,
      );
      expect(rotated).toMatchObject({ app_id: appId, scopes: ["credits:read"], warning: null });
      expect([await works(made.secret), await works(rotated.secret)]).toEqual([200, 200]);
      await expectStatus(hit(keys.rotateApiKey, mine({ params })), 409);
      await stack.advance(180);
      expect([await works(made.secret), await works(rotated.secret)]).toEqual([401, 200]);
      const revoke = () => hit(keys.revokeApiKey, mine({ params: { id: rotated.id } }));
      await expectStatus(revoke(), 204);
      await expectStatus(revoke(), 204);
      await stack.advance(61);
      expect(await works(rotated.secret)).toBe(401);
      const { data } = await expectStatus(
        hit(keys.listApiKeys, mine({ query: `?app_id=${appId}` })),
        200,
      );
      expect(data.map(({ status }: { status: string }) => status)).toEqual(["revoked", "expired"]);
      expect(JSON.stringify(data)).not.toContain(rotated.secret);
    });

    it("are one's own", async () => {
      const body = { name: "all", mode: "test", app_id: null };
      const made = await expectStatus(hit(keys.createApiKey, mine({ body })), 201);
      expect(made.warning).toContain("every app");
      const foreign = { key: stranger.token, params: { id: made.id } };
      await expectStatus(hit(keys.revokeApiKey, foreign), 404);
      await expectStatus(hit(keys.rotateApiKey, foreign), 404);
      await expectStatus(hit(keys.createApiKey, mine({ body: { ...body, app_id: 999_999 } })), 404);
      const past = { ...body, expires_at: "2020-01-01T00:00:00Z" };
      await expectStatus(hit(keys.createApiKey, mine({ body: past })), 400);
      const far = { ...body, expires_at: "9999-12-31T23:59:59-23:59" };
      const late = await expectStatus(hit(keys.createApiKey, mine({ body: far })), 201);
      expect(late.expires_at).toBe("9999-12-31T23:59:59.999Z");
      await expectStatus(hit(keys.listApiKeys, mine({ query: "?mode=real" })), 400);
    });
  });
}
