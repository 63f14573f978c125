import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PayPageShop, startPayPageShop } from "../support/running-stack.ts";

let shop: PayPageShop;
beforeAll(async () => {
  shop = await startPayPageShop();
});
afterAll(() => shop?.close());

const suffix = () => Math.random().toString(36).slice(2, 8).toUpperCase();

describe("over HTTP: public/show-pay-page public/submit-pay-page", () => {
  const settled = async () => {
    const checkout = await shop.checkout();
    const response = await fetch(checkout.pay_url, {
      method: "POST",
      body: new URLSearchParams({ input: `TESTOK${suffix()}` }),
    });
    const code = /verify\/([0-9A-Z-]{19})\//.exec(await response.text())?.[1] ?? "";
    return { checkout, code };
  };
  const receipt = (code: string, accept: string) =>
    fetch(`${shop.stack.url}/api/public/gateway/verify/${code}/`, { headers: { accept } });

  it("returns a receipt as JSON, without anything about the customer", async () => {
    const { code } = await settled();
    const answer = await receipt(code, "application/json");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      object: "receipt",
      genuine: true,
      merchant_name: shop.merchant.appName,
      amount: 150_000,
      amount_received: 150_000,
      currency: "ETB",
      payments: [
        {
          provider: "sandbox",
          amount: 150_000,
          paid_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          evidence: "receipt",
        },
      ],
      confirmed_by: "bank",
      verified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      livemode: false,
    });
    // As people type it.
    const typed = encodeURIComponent(code.toLowerCase().replaceAll("-", " "));
    expect((await receipt(typed, "*/*")).status).toBe(200);
  });

  it("returns 404 for an unknown receipt, as JSON or as a page", async () => {
    const data = await receipt("0000-0000-0000-0000", "application/json");
    expect([data.status, data.headers.get("content-type")]).toEqual([
      404,
      "application/problem+json",
    ]);
    const page = await receipt("0000-0000-0000-0000", "text/html");
    expect([page.status, page.headers.get("content-type")]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
  });

  it("returns 304 while the page is unchanged", async () => {
    const { pay_url } = (await settled()).checkout;
    const look = (tag: string) => fetch(pay_url, { headers: { "if-none-match": tag } });
    const first = await look('W/"other"');
    const tag = first.headers.get("etag") ?? "";
    expect((await first.text()).replaceAll("&quot;", '"')).toContain(`data-etag="${tag}"`);
    const again = await look(tag);
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
    const opaque = tag.slice("W/".length);
    const statuses: number[] = [];
    for (const seen of [
      "*",
      opaque,
      `"a,b", ${tag}`,
      `W/"a",${opaque}`,
      `"a", "b"`,
      opaque.slice(1, -1),
    ])
      statuses.push((await look(seen)).status);
    expect(statuses).toEqual([304, 304, 304, 304, 200, 200]);
  });

  it("redirects after every POST, even when it rejects the input", async () => {
    const { pay_url } = await shop.checkout();
    const post = (body: Record<string, string>) =>
      fetch(pay_url, { method: "POST", body: new URLSearchParams(body), redirect: "manual" });
    const phone = await post({ input: `TESTOK${suffix()}`, payer_phone: "not a phone" });
    expect(phone.status).toBe(303);
    expect(phone.headers.get("location")).toContain("problem=bad_phone");
    expect((await post({ input: "I have paid" })).headers.get("location")).toContain(
      "problem=not_a_reference",
    );
    for (let tries = 0; tries < 6; tries++) await post({ input: `TESTWRONG${suffix()}` });
    const late = await post({ input: `TESTOK${suffix()}` });
    expect(late.status).toBe(303);
    expect(late.headers.get("location")).toContain("problem=rate_limited");
    expect(late.headers.get("ratelimit")).toContain("verify-checkout");
  });

  it.each([
    { payer_phone: "+251 91 122 33 44" },
    { payer_phone: "0911-22-33-44" },
    { payer_account_suffix: " 12 345" },
    { payer_account_suffix: "*12345" },
  ])("takes numbers as people write them: %j", async (details) => {
    const { pay_url } = await shop.checkout();
    const body = new URLSearchParams({ input: `TESTOK${suffix()}`, ...details });
    const { headers } = await fetch(pay_url, { method: "POST", body, redirect: "manual" });
    expect(headers.get("location")).toContain("attempt=");
  });

  it("takes an input that is far too long for no number, not for a fault of ours", async () => {
    const { pay_url } = await shop.checkout();
    const body = new URLSearchParams({ input: "a ".repeat(40_000) });
    const { status, headers } = await fetch(pay_url, { method: "POST", body, redirect: "manual" });
    expect(status).toBe(303);
    expect(headers.get("location")).toContain("problem=not_a_reference");
  });

  it("never fails on malformed input", async () => {
    const { pay_url } = await shop.checkout();
    const bodies = ["", "%", "input=%00", "input=%ff", "__proto__=1", "a".repeat(70_000), "{}"];
    for (const body of bodies) {
      const { status } = await fetch(pay_url, {
        method: "POST",
        body,
        redirect: "manual",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      expect(status).toBeLessThan(500);
    }
  });
});
