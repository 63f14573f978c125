import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listIssues, SERVICE_ACCOUNT } from "../../lib/store/issues.ts";
import { type BankShop, openBankShop, tableOf } from "../support/running-stack.ts";

let shop: BankShop;

beforeAll(async () => {
  shop = await openBankShop();
});
afterAll(() => shop?.stack.close());
beforeEach(() => shop.forgetRequests());

const outages = async () => {
  const filter = { accountId: SERVICE_ACCOUNT, kind: "provider_outage" };
  const page = await listIssues(tableOf(shop.stack), filter, { limit: 100 }, shop.stack.now());
  return page.data.map((issue) => issue.objectId);
};

describe("hostile references", () => {
  it.each([
    ["a path", "../../etc/passwd"],
    ["an encoded path", "%2e%2e%2fDKK3A7B9XZ"],
    ["a path after the reference", "DKK3A7B9XZ/../admin"],
    ["a query", "DKK3A7B9XZ?x=1"],
    ["another parameter", "DKK3A7B9XZ&PH=251911000102"],
    ["a fragment", "DKK3A7B9XZ#"],
    ["a line break and a header", "DKK3A7B9XZ\r\nHost: evil.example"],
    ["NUL", "DKK3A7B9XZ\u0000"],
    ["emoji", "DKK3A7B9X💸"],
    ["letters that only look like these", "ＤKK3A7B9ХZ"],
    ["a link to another host", "https://evil.example/receipt/DKK3A7B9XZ"],
    [
      "the bank's host as another's user",
      "https://transactioninfo.ethiotelecom.et@evil.example/receipt/DKK3A7B9XZ",
    ],
    ["another port", "https://transactioninfo.ethiotelecom.et:8443/receipt/DKK3A7B9XZ"],
    ["the sandbox in live mode", "TESTOK1"],
    ["far too much", `DKK3A7B9XZ${"A".repeat(5000)}`],
    ["markup", "<script>DKK3A7B9XZ</script>"],
  ])("refuses %s without asking any bank", async (_, input) => {
    const checkout = await shop.checkout();
    for (const provider of [undefined, "telebirr", "cbe_birr", "awash"]) {
      const answer = await shop.verify(checkout, input, provider ? { provider } : {});
      expect(answer.status).toBe(400);
      expect(answer.body.code).toBe("invalid_request");
    }
    expect(await shop.requests()).toEqual([]);
    expect((await shop.read(checkout)).attempts_count).toBe(0);
  });
});

describe("one question at a time", () => {
  it("asks once for two checkouts that submit the same reference together, and verifies one", async () => {
    const before = await shop.captured();
    const { reference } = await shop.transfer("dashen");
    const checkouts = await Promise.all([shop.checkout(), shop.checkout()]);
    const answers = await Promise.all(
      checkouts.map((checkout) => shop.verify(checkout, reference)),
    );
    expect(answers.map(({ body }) => body.outcome).sort()).toEqual(["already_used", "matched"]);
    expect(await shop.requests("dashen")).toHaveLength(1);
    expect(await shop.captured()).toBe(before + 1);
  });

  it("answers from a receipt of the last minute, and asks again after it", async () => {
    const { reference } = await shop.transfer("dashen");
    await shop.verify(await shop.checkout({ amount: 100_000_000 }), reference);
    await shop.verify(await shop.checkout({ amount: 100_000_000 }), reference);
    expect(await shop.requests("dashen")).toHaveLength(1);
    await shop.advance(61);
    await shop.verify(await shop.checkout({ amount: 100_000_000 }), reference);
    expect(await shop.requests("dashen")).toHaveLength(2);
  });

  it("does not remember a transfer that was still pending", async () => {
    const { reference } = await shop.transfer("http", { status: "pending" });
    for (const checkout of [await shop.checkout(), await shop.checkout()]) {
      const { body } = await shop.verify(checkout, reference, { provider: "http" });
      expect(body).toMatchObject({ outcome: "not_completed" });
    }
    expect(await shop.requests("http")).toHaveLength(2);
  });
});

describe("a bank that is down: public/read-status", () => {
  it("is not asked any more, is tried again, and then verifies what was parked, once each", async () => {
    const before = await shop.captured();
    await shop.mode("boa", "down");
    const parked = [];
    for (let count = 0; count < 6; count++) {
      const { link } = await shop.transfer("boa");
      const checkout = await shop.checkout();
      const { body } = await shop.verify(checkout, link, { provider: "boa" });
      expect(body).toMatchObject({
        status: "verifying",
        outcome: "pending",
        attempt: { waiting_for: "provider" },
      });
      parked.push(checkout);
    }
    // One account alone opens no breaker; the canary of the next minute does.
    expect(await shop.status("boa")).toBe("degraded");
    await shop.advance(60);
    expect(await shop.status("boa")).toBe("down");
    expect(await outages()).toEqual(["boa"]);

    // Two hours of an outage: hourly plans and the tries of the breaker, not a storm.
    await shop.advance(7200);
    expect((await shop.requests("boa")).length).toBeLessThan(60);
    expect(await shop.status("boa")).toBe("down");
    for (const checkout of parked) {
      expect(await shop.read(checkout)).toMatchObject({ status: "verifying" });
    }

    await shop.mode("boa", "up");
    await shop.advance(480);
    expect(await shop.status("boa")).toBe("up");
    for (const checkout of parked) {
      expect(await shop.read(checkout)).toMatchObject({ status: "verified" });
    }
    expect(await shop.captured()).toBe(before + 6);
    expect(await outages()).toEqual([]);
  });

  it("is degraded while its pages cannot be read, and verifies what waited once they can", async () => {
    const before = await shop.captured();
    await shop.mode("dashen", "changed");
    const parked = [];
    for (let count = 0; count < 5; count++) {
      const { reference } = await shop.transfer("dashen");
      const checkout = await shop.checkout();
      const { body } = await shop.verify(checkout, reference, { provider: "dashen" });
      expect(body).toMatchObject({ status: "verifying", outcome: "pending" });
      parked.push(checkout);
    }
    await shop.advance(10);
    expect(await shop.status("dashen")).toBe("degraded");
    await shop.stack.runSchedule("run-canaries");
    await shop.advance(600);
    expect(await outages()).toEqual([]);
    await shop.mode("dashen", "up");
    await shop.advance(3600);
    expect(await shop.status("dashen")).toBe("up");
    for (const checkout of parked) {
      expect(await shop.read(checkout)).toMatchObject({ status: "verified" });
    }
    expect(await shop.captured()).toBe(before + 5);
  });

  it("leaves it to the merchant when it is not back by the end of the grace period", {
    timeout: 180_000,
  }, async () => {
    const { reference } = await shop.transfer("telebirr");
    const checkout = await shop.checkout();
    await shop.mode("telebirr", "down");
    await shop.verify(checkout, reference, { provider: "telebirr" });
    await shop.advance(23 * 3600);
    expect(await shop.read(checkout)).toMatchObject({ status: "verifying" });
    await shop.advance(2 * 3600);
    await shop.mode("telebirr", "up");
    expect(await shop.read(checkout)).toMatchObject({
      status: "review",
      review: { reason: "provider_unavailable" },
    });
  });

  it("does not let one payer's unreadable receipt stop the others", async () => {
    const { reference } = await shop.transfer("awash", { omit: ["amount"] });
    for (let count = 0; count < 2; count++) {
      const checkout = await shop.checkout();
      await shop.verify(checkout, reference, { provider: "awash" });
    }
    await shop.advance(1500);
    expect(await shop.status("awash")).toBe("degraded");
    const { reference: good } = await shop.transfer("awash");
    const checkout = await shop.checkout();
    const { body } = await shop.verify(checkout, good, { provider: "awash" });
    expect(body).toMatchObject({ outcome: "matched" });
  });
});

describe("the daily canary", () => {
  it("finds every bank as it should be", async () => {
    await shop.stack.runSchedule("run-canaries");
    await shop.stack.idle();
    const asked = new Set((await shop.requests()).map(({ provider }) => provider));
    expect(asked.size).toBeGreaterThanOrEqual(8);
    expect(await outages()).toEqual([]);
  });

  it("opens the breaker of a bank whose answer has changed, until it is as before", async () => {
    await shop.mode("mpesa", "garbled");
    await shop.stack.runSchedule("run-canaries");
    await shop.stack.idle();
    await shop.mode("mpesa", "up");
    expect(await outages()).toEqual(["mpesa"]);
    await shop.advance(10);
    expect(await shop.status("mpesa")).toBe("down");
    await shop.forgetRequests();
    const { reference } = await shop.transfer("mpesa");
    const checkout = await shop.checkout();
    const parked = await shop.verify(checkout, reference, { provider: "mpesa" });
    expect(parked.body).toMatchObject({ outcome: "pending", attempt: { waiting_for: "provider" } });
    expect(await shop.requests("mpesa")).toEqual([]);
    await shop.advance(180);
    expect(await shop.status("mpesa")).toBe("up");
    expect(await shop.read(checkout)).toMatchObject({ status: "verified" });
  });
});
