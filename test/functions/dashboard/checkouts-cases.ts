import { describe, expect, it } from "vitest";
import * as checkouts from "../../../lib/contract/routes/platform-checkouts.ts";
import { adjust, appWithTelebirr, enter, expectStatus, mine, pay } from "./fixtures.ts";
import { hit, owner, stack, stranger } from "./setup.ts";

export function checkoutsCases(): void {
  describe("checkouts: platform/create-checkout platform/list-checkouts platform/read-checkout platform/cancel-checkout platform/approve-checkout platform/reject-checkout platform/release-payment", () => {
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
      const { reference } = read.payments[0];
      const searches = ["order-7", "ORDER-", made.id, made.id.slice(0, 14).toUpperCase()];
      // The first three characters are the day: payments of other tests begin with them, too.
      searches.push(reference, reference.toLowerCase(), reference.slice(0, 8), "9.00");
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
        hit(checkouts.approveCheckout, { ...foreign, body: { reason: "x", sequence: 2 } }),
        404,
      );
      const no = { ...foreign, body: { reason: "x", sequence: 2 } };
      await expectStatus(hit(checkouts.rejectCheckout, no), 404);
      const named = { ...no, body: { ...no.body, provider: "telebirr", reference } };
      await expectStatus(hit(checkouts.releasePayment, named), 404);
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
      const seen = async (id = short.id) =>
        (await expectStatus(hit(checkouts.readCheckout, mine({ params: { id } })), 200)).sequence;
      const unpaid = await seen();
      expect((await pay(short, 900)).body.outcome).toBe("counted");
      const partlyPaid = async (query: string) => {
        const filter = mine({ query: `?partially_paid=true${query}` });
        const { data } = await expectStatus(hit(checkouts.listCheckouts, filter), 200);
        return data.map(({ id }: { id: string }) => id);
      };
      expect(await partlyPaid("")).toEqual([short.id]);
      expect(await partlyPaid("&status=review")).toEqual([]);
      expect(await partlyPaid(`&search=${short.id}`)).toEqual([short.id]);
      const body = { reason: "Enough", sequence: await seen() };
      const { available } = (await owner.send("GET", "credits/")).body;
      await adjust(owner.accountId, -available);
      await expectStatus(hit(checkouts.approveCheckout, mine({ params, body })), 402);
      await expectStatus(
        hit(checkouts.createPaymentLink, mine({ body: { app_id: appId, amount: 5 } })),
        402,
      );
      await adjust(owner.accountId, available);
      const before = { ...body, sequence: unpaid };
      await expectStatus(hit(checkouts.approveCheckout, mine({ params, body: before })), 409);
      await expectStatus(
        hit(checkouts.approveCheckout, mine({ params, body: { reason: "x" } })),
        400,
      );
      const approved = await expectStatus(
        hit(checkouts.approveCheckout, mine({ params, body })),
        200,
      );
      expect(approved).toMatchObject({
        ...{ status: "verified", exceptions: ["approved_by_hand"] },
        ...{ amount_received: 900, amount_due: 0, payments: [{ state: "counted", amount: 900 }] },
      });
      expect(await partlyPaid("")).toEqual([]);
      await expectStatus(hit(checkouts.approveCheckout, mine({ params, body })), 409);
      await expectStatus(hit(checkouts.rejectCheckout, mine({ params, body })), 409);
      const other = await expectStatus(
        hit(checkouts.createPaymentLink, mine({ body: { app_id: appId, amount: 800 } })),
        201,
      );
      const paid = await pay(other, 700);
      expect(paid.body.outcome).toBe("counted");
      const [{ provider, reference }] = paid.body.checkout.payments;
      const wrong = { ...body, sequence: await seen(other.id), provider, reference };
      const of = (more: object) => mine({ params: { id: other.id }, body: { ...wrong, ...more } });
      const release = (more: object) => hit(checkouts.releasePayment, of(more));
      await expectStatus(release({ reference: "OTHER" }), 409);
      await expectStatus(release({ sequence: wrong.sequence - 1 }), 409);
      expect(await expectStatus(release({}), 200)).toMatchObject({
        ...{ status: "open", amount_received: 0, amount_due: 800, payments: [] },
      });
      // Its customer enters it again.
      await expectStatus(enter(other, reference), 200);
      expect(
        await expectStatus(
          hit(
            checkouts.rejectCheckout,
            mine({
              params: { id: other.id },
              body: { reason: "Too little", sequence: await seen(other.id) },
            }),
          ),
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
        mine({ params: { id: masked.id }, body: { ...body, sequence: doubtful.sequence } }),
      );
      expect(rejected.status).toBe(doubtful.status === "review" ? 200 : 409);
    });
  });
}
