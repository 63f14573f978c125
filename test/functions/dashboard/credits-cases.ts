import { describe, expect, it } from "vitest";
import * as credits from "../../../lib/contract/routes/platform-credits.ts";
import * as insight from "../../../lib/contract/routes/platform-insight.ts";
import { logIn } from "../../support/dashboard.ts";
import { expectStatus, mine } from "./fixtures.ts";
import { bare, hit, hitBare, stack } from "./world.ts";

export function creditsCases(): void {
  describe("credits and statistics: platform/read-credits platform/list-ledger platform/purchase-credits platform/list-errors platform/read-stats", () => {
    it("tell what is left, why, what failed and how it goes", async () => {
      await expectStatus(hit(credits.readCredits, mine()), 200);
      await expectStatus(hit(credits.listLedger, mine({ query: "?limit=2" })), 200);
      await expectStatus(hit(credits.listLedger, mine({ query: "?cursor=x" })), 400);
      await expectStatus(hit(credits.purchaseCredits, mine({ body: { credits: 3 } })), 201);
      await expectStatus(hit(credits.purchaseCredits, mine({ body: { credits: 0 } })), 400);
      const poor = await logIn(bare);
      const order = { key: poor.token, body: { credits: 3 } };
      await expectStatus(hitBare(credits.purchaseCredits, order), 404);
      await expectStatus(hit(insight.listErrors, mine()), 200);
      await stack.idle();
      const today = await expectStatus(hit(insight.readStats, mine()), 200);
      expect(today.days).toHaveLength(30);
      expect(today.days.at(-1).verified).toBeGreaterThan(0);
      const range = (text: string) => hit(insight.readStats, mine({ query: text }));
      await expectStatus(range("?from=2026-11-02&to=2026-11-01"), 400);
      await expectStatus(range("?from=2020-01-01&to=2026-11-01"), 400);
    });
  });
}
