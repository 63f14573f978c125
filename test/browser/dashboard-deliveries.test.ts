import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
import { settled } from "../support/browser.ts";
import { setUpDashboardVisits } from "../support/dashboard-visits.ts";

const visits = setUpDashboardVisits();
const { logInAt: asMerchant } = visits;

/** The lines of the CSV file that a menu of `place` saves. */
async function exported(page: Page, section: string): Promise<readonly string[]> {
  const place = page.locator("section", { has: page.getByRole("heading", { name: section }) });
  await place.getByRole("button", { name: "More actions" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Export as CSV" }).click(),
  ]);
  const [mark, text] = (await readFile(await download.path(), "utf8")).split(/(?<=^\ufeff)/);
  expect(mark, "the mark by which Excel knows UTF-8").toBe("\ufeff");
  return (text ?? "").trim().split(/\r?\n/);
}

describe("deliveries", () => {
  it("count down to their next attempt", async () => {
    const { dashboard } = visits;
    await dashboard.receiverAnswers(500);
    await dashboard.pay(await dashboard.checkout({ client_reference: "to-be-retried" }));
    await dashboard.stack.idle();
    const page = await asMerchant("/webhook-logs?status=retrying");
    await page.getByRole("row").getByRole("link").first().click();
    const left = page.locator("dd time", { hasText: /^in (\d+ min )?\d+ s$/ });
    const shown = await left.textContent();
    await expect.poll(() => left.textContent(), { timeout: 60_000 }).not.toBe(shown);
    await dashboard.receiverAnswers(200);
  });

  it("of a period have a chart that says what it covers", async () => {
    const { dashboard } = visits;
    await dashboard.pay(await dashboard.checkout());
    await dashboard.stack.idle();
    const page = await asMerchant("/webhook-logs?period=24h");
    const figure = page.getByRole("figure");
    await figure.getByText(/^All \d+ deliveries since \d+ \w+ 20\d\d, /).waitFor();
    await figure.getByText(/^\d+ % delivered · median \d+ ms · 95 % within \d+ ms$/).waitFor();
    await page.getByRole("row").nth(1).waitFor();
    const rows = await page.getByRole("row").count();
    await figure.getByText(`All ${rows - 1} deliveries`).waitFor();
  });
});

describe("a CSV file", () => {
  it("holds the devices, the payment methods, and the deliveries of an endpoint", async () => {
    const { seed } = visits.dashboard;
    const account = await asMerchant("/account");
    expect((await exported(account, "Devices"))[0]).toContain("last_used_at");
    const methods = await asMerchant(`/apps/${seed.app_id}`);
    expect((await exported(methods, "Payment methods")).join()).toContain("Selam Coffee House");
    const endpoint = await asMerchant(`/webhooks/${seed.webhook.id}`);
    expect((await exported(endpoint, "Latest deliveries"))[0]).toContain("last_status_code");
  });
});

describe("a bank that did not answer", () => {
  it("is marked on the overview, beside its payments", async () => {
    const { dashboard } = visits;
    await dashboard.pay(await dashboard.checkout());
    const checkout = await dashboard.checkout();
    const mode = (name: string) =>
      call(dashboard.url, "PUT", "/_local/bank/telebirr/mode/", { body: { mode: name } });
    await mode("down");
    expect((await dashboard.pay(checkout)).outcome).toBe("pending");
    await mode("up");
    const page = await asMerchant("/");
    const row = page.getByRole("row").filter({ hasText: "telebirr" });
    await row.getByText(/^Degraded$/).waitFor();
  });
});

describe("a verified checkout", () => {
  it("gives back the payment in doubt that it did not need", async () => {
    const { dashboard } = visits;
    const checkout = await dashboard.checkout();
    const doubtful = await dashboard.pay(checkout, { receiver_name: "Somebody Else Entirely" });
    const counted = await dashboard.pay(checkout);
    expect(counted.outcome).toBe("matched");
    const page = await asMerchant(`/checkouts/${checkout.id}`);
    const release = page.getByRole("button", { name: /^Release / });
    await release.getByText(doubtful.reference).waitFor({ state: "attached" });
    expect(await release.count()).toBe(1);
    await release.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("For order 18");
    await dialog.getByRole("button", { name: "Release" }).click();
    await release.waitFor({ state: "detached" });
    const { body } = await call(dashboard.url, "GET", `/api/v1/checkouts/${checkout.id}/`, {
      key: dashboard.seed.live_key,
    });
    const { reference } = counted;
    expect(body).toMatchObject({ status: "verified", payments: [{ reference }] });
  });
});

/** Long numbers of a page that are broken over two lines. */
const brokenNumbers = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const broken = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      for (const { 0: number, index } of text.nodeValue.matchAll(/\\d[\\d,.]{5,}\\d/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + number.length);
        const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
        if (new Set(tops).size > 1) broken.push(number);
      }
    }
    return broken;
  })()`);

describe("a small phone", () => {
  it("with text of 200 % breaks an amount of ten million beside its number, not inside it", async () => {
    const { dashboard } = visits;
    const paid = await dashboard.checkout({ amount: 1_234_567_890 });
    const { outcome } = await dashboard.pay(paid);
    expect(outcome).toBe("matched");
    const open = await dashboard.checkout({ amount: 8_888_888_888 });
    await dashboard.pay(open, { amount: 2_345_678_901 });
    const page = await asMerchant("/", undefined, { width: 320, height: 700 });
    for (const address of [
      paid.pay_url,
      open.pay_url,
      "/",
      "/checkouts",
      `/checkouts/${paid.id}`,
    ]) {
      await page.goto(new URL(address, dashboard.url).href);
      await page
        .getByText(/\d\d,\d{3},\d{3}\.\d\d/)
        .first()
        .waitFor();
      await settled(page);
      await page.evaluate('document.documentElement.style.fontSize = "200%"');
      expect(await brokenNumbers(page), address).toEqual([]);
    }
  });

  it("shows the tabs of an app in columns of the same width, one of them as the current one", async () => {
    const path = `/apps/${visits.dashboard.seed.app_id}`;
    const page = await asMerchant(path, undefined, { width: 360, height: 700 });
    const tabs = page.getByRole("navigation", { name: "App" }).getByRole("listitem");
    await tabs.nth(3).waitFor();
    const boxes = await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()));
    expect(new Set(boxes.map((box) => box?.width)).size).toBe(1);
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(2);
    await tabs.nth(1).getByRole("link").click();
    await page.waitForURL("**/api-keys");
    const current = tabs.locator("[aria-current=page]");
    expect(await current.allTextContents()).toEqual(["API keys"]);
  });
});
