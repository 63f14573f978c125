import { describe, expect, it } from "vitest";
import * as apps from "../../../lib/contract/routes/platform-apps.ts";
import * as checkouts from "../../../lib/contract/routes/platform-checkouts.ts";
import * as keys from "../../../lib/contract/routes/platform-keys.ts";
import * as links from "../../../lib/contract/routes/platform-links.ts";
import { submitLink } from "../../../lib/contract/routes/public-links.ts";
import { call } from "../../support/api.ts";
import { png } from "../../support/file-encoders.ts";
import {
  addTelebirr,
  appWithTelebirr,
  expectStatus,
  mine,
  newApp,
  pay,
  UNKNOWN,
} from "./fixtures.ts";
import { hit, stack, stranger } from "./setup.ts";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle r="4"/></svg>';
const base64 = (file: string | Buffer) => Buffer.from(file).toString("base64");

/** Opens a short URL as a browser without scripts does. */
async function visit(url: string, form?: Record<string, string>, cookie = "") {
  const method = form ? "POST" : "GET";
  const body = form && new URLSearchParams(form);
  const init = { method, redirect: "manual", headers: { cookie }, ...(body && { body }) } as const;
  const response = await fetch(`${url}/`, init);
  const { status, headers } = response;
  return {
    ...{ status, headers, location: headers.get("location") ?? "" },
    cookie: headers.getSetCookie().join(),
    text: await response.text(),
  };
}

export function linksCases(): void {
  describe("payment links: platform/create-payment-link platform/list-payment-links platform/read-payment-link platform/update-payment-link platform/delete-payment-link platform/share-checkout public/show-link public/submit-link public/show-card", () => {
    it("create a checkout for each customer, and count created and verified ones", async () => {
      const app_id = await appWithTelebirr();
      const body = { app_id, amount: 25_000, description: "Yoga class" };
      const link = await expectStatus(hit(links.createReusableLink, mine({ body })), 201);
      expect(link).toMatchObject({ amount: 25_000, active: true, checkouts_count: 0 });
      expect((await visit(link.url)).text).toContain("Yoga class");
      const ids: string[] = [];
      for (let customer = 0; customer < 2; customer++) {
        const { status, location, headers } = await visit(link.url, { amount: "1" });
        expect(status).toBe(303);
        expect(submitLink.headers?.filter((name) => !headers.has(name))).toEqual([]);
        const token = location.split("/").at(-2);
        const read = await call(stack.url, "GET", `/api/public/gateway/checkouts/${token}/`);
        expect(read.body).toMatchObject({ amount: 25_000, description: "Yoga class" });
        ids.push(read.body.id);
        if (customer === 0) await pay(read.body, 25_000);
      }
      expect(new Set(ids).size).toBe(2);
      const params = { id: link.id };
      await expect
        .poll(() => hit(links.readReusableLink, mine({ params })).then((one) => one.body), {
          timeout: 60_000,
        })
        .toMatchObject({ checkouts_count: 2, verified_count: 1 });
      const checkout = { params: { id: ids[0] ?? "" } };
      const paid = await expectStatus(hit(checkouts.readCheckout, mine(checkout)), 200);
      expect(paid.metadata).toEqual({ payment_link: link.id });
    });

    it("count what they created, whatever metadata says", async () => {
      const app_id = await appWithTelebirr();
      const link = await expectStatus(
        hit(links.createReusableLink, mine({ body: { app_id, amount: 25_000 } })),
        201,
      );
      const verified = async () => {
        await stack.idle();
        const read = hit(links.readReusableLink, mine({ params: { id: link.id } }));
        return (await expectStatus(read, 200)).verified_count;
      };
      const foreign = { app_id, amount: 25_000, metadata: { payment_link: link.id } };
      const made = await expectStatus(
        hit(checkouts.createPaymentLink, mine({ body: foreign })),
        201,
      );
      expect((await pay(made, 25_000)).body.status).toBe("verified");
      expect(await verified()).toBe(0);

      const token = (await visit(link.url, {})).location.split("/").at(-2) ?? "";
      const page = `/api/public/gateway/checkouts/${token}/`;
      const { id, pay_url } = (await call(stack.url, "GET", page)).body;
      const body = { name: "k", mode: "live", app_id };
      const { secret: key } = await expectStatus(hit(keys.createApiKey, mine({ body })), 201);
      const patch = { key, body: { metadata: {} } };
      expect((await call(stack.url, "PATCH", `/api/v1/checkouts/${id}/`, patch)).status).toBe(200);
      expect((await pay({ pay_url }, 25_000)).body.status).toBe("verified");
      expect(await verified()).toBe(1);
    });

    it("lead the same browser back to a checkout that it has not finished", async () => {
      const app_id = await appWithTelebirr();
      const create = () =>
        expectStatus(hit(links.createReusableLink, mine({ body: { app_id, amount: 500 } })), 201);
      const [link, other] = await Promise.all([create(), create()]);
      const { location, cookie } = await visit(link.url, {});
      expect(cookie).toMatch(/; Path=\/p\/[^/;]+; .*Secure; HttpOnly/);
      const [kept = ""] = cookie.split(";");
      const path = location.split("?")[0] ?? "";
      expect((await visit(link.url, undefined, kept)).text).toContain(path);
      for (const wrong of ["", "pay_link=", kept.slice(0, -20), "pay_link=%00;pay_link"]) {
        const page = await visit(link.url, undefined, wrong);
        expect([wrong, page.status]).toEqual([wrong, 200]);
        expect(page.text).not.toContain("/pay/");
      }
      expect((await visit(other.url, undefined, kept)).text).not.toContain("/pay/");
      expect((await pay({ pay_url: new URL(path, link.url).href }, 500)).body.status).toBe(
        "verified",
      );
      expect((await visit(link.url, undefined, kept)).text).not.toContain("/pay/");
    });

    it("ask for an open amount, and for a better one where it is none, with what was typed", async () => {
      const app_id = await appWithTelebirr();
      const link = await expectStatus(
        hit(links.createReusableLink, mine({ body: { app_id } })),
        201,
      );
      for (const wrong of ["", "0", "12,5", "1.234", "-5", "1e3", "१२", "5<p", "99999999999999"]) {
        const { status, location } = await visit(link.url, { amount: wrong });
        expect([wrong, status, location]).toEqual([
          wrong,
          303,
          expect.stringMatching(/problem=amount/),
        ]);
        const page = await fetch(new URL(location, link.url));
        expect(await page.text()).toContain(`value="${wrong.replace("<", "&lt;")}"`);
      }
      const { location } = await visit(link.url, { amount: "1,500.5" });
      const token = location.split("/").at(-2);
      const read = await call(stack.url, "GET", `/api/public/gateway/checkouts/${token}/`);
      expect(read.body.amount).toBe(150_050);
    });

    it("take nothing and say so, also on the card, while switched off, after deletion, or without a payment method", async () => {
      const app_id = await appWithTelebirr();
      const link = await expectStatus(
        hit(links.createReusableLink, mine({ body: { app_id } })),
        201,
      );
      const params = { id: link.id };
      const off = { body: { active: false, amount: 100 }, params };
      await expectStatus(hit(links.updateReusableLink, mine(off)), 200);
      expect((await visit(link.url)).text).toContain("accept payments right now");
      expect((await visit(link.url, {})).location).toContain("problem=closed");
      expect((await visit(`${link.url}/card`)).text).toContain("accept payments right now");
      const bare = await expectStatus(
        hit(links.createReusableLink, mine({ body: { app_id: await newApp(), amount: 5 } })),
        201,
      );
      expect((await visit(bare.url, {})).location).toContain("problem=closed");
      await expectStatus(hit(links.deleteReusableLink, mine({ params })), 204);
      expect((await visit(link.url)).status).toBe(404);
      expect((await visit(link.url, {})).status).toBe(404);
    });

    it("lead from a refusal to the form again, which works once the shop has an account", async () => {
      const app_id = await newApp();
      const body = { app_id, amount: 900 };
      const link = await expectStatus(hit(links.createReusableLink, mine({ body })), 201);
      const { location } = await visit(link.url, {});
      const refused = await (await fetch(new URL(location, link.url))).text();
      expect(refused).toContain("accept payments right now");
      await addTelebirr(app_id);
      const [, again = ""] = /class="button" href="([^"]+)"/.exec(refused) ?? [];
      expect(again).toContain(new URL(link.url).pathname);
      const page = await (await fetch(new URL(again, link.url))).text();
      expect(page).toContain("Continue to payment");
      expect((await visit(link.url, {})).location).toContain("/pay/");
    });

    it("belong to their account, are listed by app, and survive typing errors in the code", async () => {
      const app_id = await appWithTelebirr();
      const body = { app_id, amount: 700 };
      const link = await expectStatus(hit(links.createReusableLink, mine({ body })), 201);
      const query = `?app_id=${app_id}`;
      const list = await expectStatus(hit(links.listReusableLinks, mine({ query })), 200);
      expect(list.data.map(({ id }: { id: string }) => id)).toEqual([link.id]);
      for (const route of [links.readReusableLink, links.deleteReusableLink]) {
        const foreign = { key: stranger.token, params: { id: link.id } };
        await expectStatus(hit(route, foreign), 404);
      }
      const foreign = { key: stranger.token, body: { app_id, amount: 1 } };
      await expectStatus(hit(links.createReusableLink, foreign), 404);
      const change = { body: { active: false }, params: { id: link.id }, key: stranger.token };
      await expectStatus(hit(links.updateReusableLink, change), 404);
      const typed = link.url.replace(/[^/]+$/, (code: string) => code.toUpperCase());
      // The browser sends the cookie of an unfinished payment to the address as printed only.
      const { status, location } = await visit(typed);
      expect([status, location]).toEqual([303, `${new URL(link.url).pathname}/`]);
      const card = await fetch(link.card_url);
      expect([card.status, await card.text()]).toEqual([
        200,
        expect.stringContaining("Scan to pay"),
      ]);
    });

    it("include the short URL of a checkout, the same each time", async () => {
      const body = { app_id: await appWithTelebirr(), amount: 900 };
      const { id, pay_url } = await expectStatus(
        hit(checkouts.createPaymentLink, mine({ body })),
        201,
      );
      const params = { id };
      const first = await expectStatus(hit(links.shareCheckout, mine({ params })), 200);
      const again = await expectStatus(hit(links.shareCheckout, mine({ params })), 200);
      expect(again.url).toBe(first.url);
      const { location } = await visit(first.url);
      expect(pay_url).toContain(location);
      const inAmharic = await fetch(`${first.url}/?lang=am`, { redirect: "manual" });
      expect(inAmharic.headers.get("location")).toBe(`${location}?lang=am`);
      await expectStatus(hit(links.shareCheckout, { key: stranger.token, params }), 404);
      await expectStatus(hit(links.shareCheckout, mine({ params: { id: `co_${UNKNOWN}` } })), 404);
    });
  });

  describe("branding: platform/set-app-logo platform/remove-app-logo public/show-logo", () => {
    it("puts color and logo on new pay pages, and serves the logo as an SVG that cannot run", async () => {
      const app_id = await appWithTelebirr();
      const params = { app_id };
      const color = { params, body: { color: "#FFE400" } };
      await expectStatus(hit(apps.updateApp, mine(color)), 200);
      for (const [content_type, file] of [
        ["image/svg+xml", SVG],
        ["image/png", png(4, 4)],
      ] as const) {
        const body = { content_type, data: base64(file) };
        const { logo_url } = await expectStatus(hit(apps.setAppLogo, mine({ params, body })), 200);
        const logo = await fetch(logo_url);
        expect(logo.headers.get("content-type")).toBe("image/svg+xml");
        expect(logo.headers.get("content-security-policy")).toContain("sandbox");
        expect(await logo.text()).toMatch(/^<svg /);
        const made = await expectStatus(
          hit(checkouts.createPaymentLink, mine({ body: { app_id, amount: 100 } })),
          201,
        );
        const page = await (await fetch(made.pay_url)).text();
        expect(page).toContain(new URL(logo_url).pathname);
        // Light enough for the dark scheme, too light for the other.
        expect(page.match(/--accent:#ffe400/g)).toHaveLength(1);
      }
      await expectStatus(hit(apps.removeAppLogo, mine({ params })), 204);
      await expectStatus(hit(apps.removeAppLogo, mine({ params })), 204);
      const app = await expectStatus(hit(apps.readApp, mine({ params })), 200);
      expect(app).toMatchObject({ logo_url: null, color: "#ffe400" });
    });

    it("refuses what is no picture or does more than draw, and too many changes", async () => {
      const app_id = await newApp();
      const params = { app_id };
      const set = (content_type: string, file: string | Buffer) =>
        hit(apps.setAppLogo, mine({ params, body: { content_type, data: base64(file) } }));
      for (const file of ["", "<svg", "<html></html>", SVG.replace("<circle", "<script")]) {
        await expectStatus(set("image/svg+xml", file), 400);
      }
      for (const file of ["GIF89a", png(4, 4).subarray(0, 40), png(2000, 1)]) {
        await expectStatus(set("image/png", file), 400);
      }
      const wrong = { params, body: { color: "red" } };
      await expectStatus(hit(apps.updateApp, mine(wrong)), 400);
      const foreign = { key: stranger.token, params };
      const body = { content_type: "image/svg+xml", data: base64(SVG) };
      await expectStatus(hit(apps.setAppLogo, { ...foreign, body }), 404);
      await expectStatus(hit(apps.removeAppLogo, foreign), 404);
      for (let change = 0; change < 20; change++) {
        await expectStatus(set("image/svg+xml", SVG), 200);
      }
      await expectStatus(set("image/svg+xml", SVG), 429);
    });
  });
}
