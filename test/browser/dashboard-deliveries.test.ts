import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { call } from "../support/api.ts";
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
