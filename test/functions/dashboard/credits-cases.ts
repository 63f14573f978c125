import { describe, expect, it } from "vitest";
import * as credits from "../../../lib/contract/routes/platform-credits.ts";
import * as insight from "../../../lib/contract/routes/platform-insight.ts";
import { issueWrite } from "../../../lib/store/issues.ts";
import { transact } from "../../../lib/store/transact.ts";
import { logIn } from "../../support/api.ts";
import { tableOf } from "../../support/running-stack.ts";
import { expectStatus, mine } from "./fixtures.ts";
import { bare, hit, hitBare, stack } from "./setup.ts";

/** What an account with so many errors of each kind is shown. */
async function errorsOf(counts: Readonly<Record<string, number>>) {
  const { accountId, token } = await logIn(stack);
  const facts = { accountId, appId: null, message: "", at: stack.now() };
  const writes = Object.entries(counts).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, object) =>
      issueWrite({ ...facts, kind, objectId: `del_${String(object).padStart(5, "0")}` }),
    ),
  );
  for (let from = 0; from < writes.length; from += 50) {
    await transact(tableOf(stack), writes.slice(from, from + 50));
  }
  const { data } = await expectStatus(hit(insight.listErrors, { key: token }), 200);
  const first = await expectStatus(hit(insight.listErrors, { key: token, query: "?limit=1" }), 200);
  expect(first).toMatchObject({ has_more: data.length > 1, next_cursor: null });
  return data as { kind: string; count: number; objects: { id: string }[] }[];
}

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
      const shown = await errorsOf({ delivery_failed: 1150, aaa: 1, parked_checkout: 100 });
      const counts = shown.map(({ kind, count }) => [kind, count]);
      expect(Object.fromEntries(counts)).toEqual({
        delivery_failed: 1000,
        aaa: 1,
        parked_checkout: 100,
      });
      const failed = shown.find(({ kind }) => kind === "delivery_failed");
      expect(failed?.objects[0]?.id).toBe("del_01149");
      await stack.idle();
      const today = await expectStatus(hit(insight.readStats, mine()), 200);
      expect(today.days).toHaveLength(30);
      expect(today.days.at(-1).verified).toBeGreaterThan(0);
      const range = (text: string) => hit(insight.readStats, mine({ query: text }));
      await expectStatus(range("?from=2026-11-02&to=2026-11-01"), 400);
      await expectStatus(range("?from=2020-01-01&to=2026-11-01"), 400);
      for (const year of ["0000", "1999", "3000", "9999"]) {
        await expectStatus(range(`?to=${year}-12-31`), 400);
      }
      const first = await expectStatus(range("?to=2000-01-05"), 200);
      expect(first.days).toHaveLength(30);
    });
  });
}
