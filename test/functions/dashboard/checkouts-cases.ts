import { describe, expect, it } from "vitest";
import * as checkouts from "../../../lib/contract/routes/platform-checkouts.ts";
import { adjust, appWithTelebirr, expectStatus, mine, pay } from "./fixtures.ts";
import { hit, owner, stack, stranger } from "./world.ts";

export function checkoutsCases(): void {
  describe("checkouts: platform/create-checkout platform/list-checkouts platform/read-checkout platform/cancel-checkout platform/approve-checkout platform/reject-checkout", () => {
    it.each([1, 3, 5])(
      "are all found by one reference, each once, in pages of %i",
      async (limit) => {
        const app_id = await appWithTelebirr();
        const client_reference = `same-${limit}`;
        const body = { app_id, amount: 700, client_reference };
        const made: string[] = [];
        for (let count = 0; count < 7; count += 1) {
          made.push((await expectStatus(hit(checkouts.createPaymentLink, mine({ body })), 201)).id);
        }
        await stack.idle();
        const found: string[] = [];
        for (let cursor = ""; ; ) {
          const query = `?search=${client_reference}&limit=${limit}${cursor}`;
          const page = await expectStatus(hit(checkouts.listCheckouts, mine({ query })), 200);
          found.push(...page.data.map(({ id }: { id: string }) => id));
          if (!page.has_more) break;
          cursor = `&cursor=${page.next_cursor}`;
        }
        expect(found.toSorted()).toEqual(made.toSorted());
      },
    );

    it("are created, found, read, exported and canceled", async () => {
      const appId = await appWithTelebirr();
      const body = {
        app_id: appId,
        amount: 900,
        client_reference: "order-7",
        description: "=SUM(1)",
      };
      const made = await expectStatus(hit(checkouts.createPaymentLink, mine({ body })), 201);
      const params = { id: made.id };
      expect((await pay(made, 900)).body.status).toBe("verified");
      await stack.idle();
      const read = await expectStatus(hit(checkouts.readCheckout, mine({ params })), 200);
      expect(read.attempts[0]).toMatchObject({ outcome: "matched", evidence: expect.anything() });
      expect(read.events.map(({ type }: { type: string }) => type)).toEqual([
        "checkout.verified",
        "checkout.created",
      ]);
      const reference = read.payment.reference;
      const searches = ["order-7", "ORDER-", made.id, made.id.slice(0, 14).toUpperCase()];
      searches.push(reference, reference.toLowerCase(), reference.slice(0, 5), "9.00");
      for (const search of searches) {
        const found = await expectStatus(
          hit(checkouts.listCheckouts, mine({ query: `?search=${search}` })),
          200,
        );
        expect(
          found.data.map(({ id }: { id: string }) => id),
          search,
        ).toEqual([made.id]);
        const elsewhere = `?search=${search}&client_reference=order-8`;
        const none = await expectStatus(
          hit(checkouts.listCheckouts, mine({ query: elsewhere })),
          200,
        );
        expect(none.data, search).toEqual([]);
        const other = await expectStatus(
          hit(checkouts.listCheckouts, { key: stranger.token, query: `?search=${search}` }),
          200,
        );
        expect(other.data).toEqual([]);
      }
      const none = mine({ query: `?format=csv&app_id=${appId}&search=order-8` });
      const empty = await hit(checkouts.listCheckouts, none);
      expect(String(empty.body).split("\r\n")).toHaveLength(2);
      const csv = await hit(
        checkouts.listCheckouts,
        mine({ query: `?format=csv&app_id=${appId}` }),
      );
      expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(String(csv.body).split("\r\n")).toHaveLength(3);
      expect(csv.body).toContain(",'=SUM(1),");
      expect(csv.headers.get("link")).toBeNull();
      await expectStatus(hit(checkouts.cancelCheckout, mine({ params })), 409);
      const foreign = { key: stranger.token, params };
      await expectStatus(hit(checkouts.readCheckout, foreign), 404);
      await expectStatus(hit(checkouts.cancelCheckout, foreign), 404);
      await expectStatus(
        hit(checkouts.approveCheckout, { ...foreign, body: { reason: "x" } }),
        404,
      );
      await expectStatus(hit(checkouts.rejectCheckout, { ...foreign, body: { reason: "x" } }), 404);
      await expectStatus(
        hit(checkouts.listCheckouts, { key: stranger.token, query: `?app_id=${appId}` }),
        404,
      );
      const elsewhere = { key: stranger.token, body: { app_id: appId, amount: 5 } };
      await expectStatus(hit(checkouts.createPaymentLink, elsewhere), 404);
      await expectStatus(hit(checkouts.listCheckouts, mine({ query: "?limit=0" })), 400);
    });

    it("whose money came short are approved, with a credit, or rejected; those in review too", async () => {
      const appId = await appWithTelebirr();
      const short = await expectStatus(
        hit(checkouts.createPaymentLink, mine({ body: { app_id: appId, amount: 1000 } })),
        201,
      );
      const params = { id: short.id };
      const stateOf = async () =>
        (await expectStatus(hit(checkouts.readCheckout, mine({ params })), 200)).decision_state;
      const unpaid = await stateOf();
      expect((await pay(short, 900)).body.outcome).toBe("amount_mismatch");
      const body = { reason: "Enough" };
      const { available } = (await owner.send("GET", "credits/")).body;
      await adjust(owner.accountId, -available);
      await expectStatus(hit(checkouts.approveCheckout, mine({ params, body })), 402);
      await expectStatus(
        hit(checkouts.createPaymentLink, mine({ body: { app_id: appId, amount: 5 } })),
        402,
      );
      await adjust(owner.accountId, available);
      const before = { ...body, decision_state: unpaid };
      await expectStatus(hit(checkouts.approveCheckout, mine({ params, body: before })), 409);
      const seen = { ...body, decision_state: await stateOf() };
      const approved = await expectStatus(
        hit(checkouts.approveCheckout, mine({ params, body: seen })),
        200,
      );
      expect(approved).toMatchObject({ status: "verified", exceptions: ["approved_by_hand"] });
      await expectStatus(hit(checkouts.approveCheckout, mine({ params, body })), 409);
      await expectStatus(hit(checkouts.rejectCheckout, mine({ params, body })), 409);
      const other = await expectStatus(
        hit(checkouts.createPaymentLink, mine({ body: { app_id: appId, amount: 800 } })),
        201,
      );
      expect((await pay(other, 700)).body.outcome).toBe("amount_mismatch");
      expect(
        await expectStatus(
          hit(checkouts.rejectCheckout, mine({ params: { id: other.id }, body })),
          200,
        ),
      ).toMatchObject({ status: "rejected", amount_received: 700, exceptions: [] });
      const masked = await expectStatus(
        hit(checkouts.createPaymentLink, mine({ body: { app_id: appId, amount: 700 } })),
        201,
      );
      await pay(masked, 700, { receiver_name: "Someone Else Entirely" });
      const doubtful = await expectStatus(
        hit(checkouts.readCheckout, mine({ params: { id: masked.id } })),
        200,
      );
      const rejected = await hit(
        checkouts.rejectCheckout,
        mine({ params: { id: masked.id }, body }),
      );
      expect(rejected.status).toBe(doubtful.status === "review" ? 200 : 409);
    });
  });
}
