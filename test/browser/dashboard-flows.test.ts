import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { claimKey } from "../../lib/domain/receipt.ts";
import { markUnconfirmed } from "../../lib/store/books.ts";
import { putReversal } from "../../lib/store/notices.ts";
import { call, logIn, newPhone } from "../support/api.ts";
import { accessibilityProblems, follow, settled } from "../support/browser.ts";
import { setUpDashboardVisits } from "../support/dashboard-visits.ts";
import { tableOf } from "../support/running-stack.ts";

const visits = setUpDashboardVisits();
const { logInAt: asMerchant } = visits;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const rows = (page: Page) => page.getByRole("table").getByRole("row");

describe("search", () => {
  it("finds a checkout by the start of its reference in any case, and by its amount", async () => {
    await visits.dashboard.checkout({ amount: 734_250, client_reference: "Invoice-8841" });
    await visits.dashboard.checkout({ amount: 99_900, client_reference: "Invoice-9000" });
    const page = await asMerchant("/checkouts");
    const field = page.getByLabel("Search");
    for (const text of ["invoice-88", "8841", "7,342.50"]) {
      await field.fill(text);
      await field.press("Enter");
      await page.waitForURL((url) => url.searchParams.get("search")?.includes(text) ?? false);
      await page.getByRole("link", { name: "Invoice-9000" }).waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Invoice-8841" }).waitFor();
      expect(await rows(page).count()).toBe(2);
      // Whoever searches can go on typing, and the way back empties the field.
      expect(await field.and(page.locator(":focus")).count()).toBe(1);
      await page.goBack();
      await page.getByRole("link", { name: "Invoice-9000" }).waitFor();
      expect(await field.inputValue()).toBe("");
    }
  });
});

describe("a filter of days", () => {
  it("is typed digit by digit, stays while its year is changed, and follows the address", async () => {
    const page = await asMerchant("/checkouts");
    const field = page.getByLabel("From", { exact: true });
    await field.focus();
    // The same in every order of day and month.
    for (const [digits, day] of [
      ["11112025", "2025-11-11"],
      ["2026", "2026-11-11"],
    ] as const) {
      await page.keyboard.type(digits);
      await page.waitForURL((url) => url.searchParams.get("from") === day);
      expect(await field.inputValue()).toBe(day);
      // Back to the year from the part before it.
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowRight");
    }
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe("2025-11-11");
    await page.goForward();
    await expect.poll(() => field.inputValue()).toBe("2026-11-11");
  });
});

describe("an address", () => {
  it("never leads who is signed in to another site", async () => {
    const page = await asMerchant("/checkouts");
    const { url } = visits.dashboard;
    for (const next of ["//evil.example/", "https://evil.example/", "/\\evil.example/"]) {
      await page.goto(`${url}/login?next=${encodeURIComponent(next)}`);
      await page.getByRole("heading", { name: "Overview" }).waitFor();
      expect(new URL(page.url()).origin).toBe(url);
    }
  });

  it("shows a view without the filters that are not valid", async () => {
    const page = await asMerchant("/checkouts");
    const { url } = visits.dashboard;
    const invalid = "status=none&app=x&from=2026-13-40&to=soon&utm_source=post&livemode=7";
    for (const [path, title] of [
      ["checkouts", "Checkouts"],
      ["webhook-logs", "Webhook logs"],
      ["failed-requests", "Failed requests"],
      ["books/entries", "Payments in the books"],
    ] as const) {
      await page.goto(`${url}/${path}?${invalid}&mode=test`);
      await page.getByRole("heading", { name: title, level: 1 }).waitFor();
      await settled(page);
      expect(await page.getByRole("alert").allTextContents(), path).toEqual([]);
    }
  });
});

describe("the language", () => {
  it("is kept with the user, and dates follow it by the Ethiopian calendar", async () => {
    const phone = newPhone();
    const page = await asMerchant("/account", phone);
    await page.getByRole("button", { name: "አማርኛ" }).click();
    await page.getByRole("heading", { name: "መለያ", level: 1 }).waitFor();
    const other = await asMerchant("/account", phone);
    await other.getByRole("heading", { name: "መለያ", level: 1 }).waitFor();
    expect(new URL(other.url()).pathname).toBe("/account");
    const time = other.locator("time").first();
    expect(await time.getAttribute("title")).toMatch(/\d{4} ዓ\.ም\. \(\d\d\/\d\d\/20\d\d\)/);
    await other.getByRole("button", { name: "English" }).click();
    await other.getByRole("heading", { name: "Account", level: 1 }).waitFor();
    expect(await time.getAttribute("title")).toMatch(/^\d+ \w+ 20\d\d, /);
  });
});

describe("failed requests", () => {
  it("show what a server sent in vain, and are found by their error code", async () => {
    const { seed, url } = visits.dashboard;
    const key = seed.live_key;
    await call(url, "POST", "/api/v1/checkouts/", { key, body: { amount: 0 } });
    await call(url, "GET", `/api/v1/checkouts/co_${"0".repeat(26)}/`, { key });
    const page = await asMerchant("/failed-requests");
    await page.getByText("POST /api/v1/checkouts/").waitFor();
    await page.locator(`text=…${key.slice(-4)} >> nth=0`).waitFor();
    await page.getByLabel("Search").fill("not_found");
    await page.getByLabel("Search").press("Enter");
    await page.getByText("POST /api/v1/checkouts/").waitFor({ state: "detached" });
    await page.getByText(`GET /api/v1/checkouts/co_${"0".repeat(26)}/`).waitFor();
    expect(await rows(page).count()).toBe(2);
    expect(await page.getByLabel("Search").and(page.locator(":focus")).count()).toBe(1);
    await page.getByRole("button", { name: "More actions" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Export as CSV" }).click(),
    ]);
    const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain("request_id,livemode,method,path,status,code");
  });
});

describe("the export of checkouts", () => {
  it("comes in parts, says that rows are missing, and goes on with the next part", async () => {
    const page = await asMerchant("/checkouts");
    const asked: (string | null)[] = [];
    await page.route(/checkouts\/\?.*format=csv/, async (route) => {
      const cursor = new URL(route.request().url()).searchParams.get("cursor");
      asked.push(cursor);
      const link = `<${visits.dashboard.url}/api/platform/checkouts/?format=csv&cursor=abc>; rel="next"`;
      await route.fulfill({
        headers: { "content-type": "text/csv", ...(cursor === null && { link }) },
        body: "id\r\n",
      });
    });
    const save = async (name: string) => {
      await page.getByRole("button", { name: "More actions" }).click();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name, exact: true }).click(),
      ]);
      return file.suggestedFilename();
    };
    expect(await save("Export as CSV")).toMatch(/-part-1\.csv$/);
    await page.getByText("There are more rows: export part 2").waitFor();
    expect(await save("Export part 2 as CSV")).toMatch(/-part-2\.csv$/);
    await page.getByText("File saved").waitFor();
    expect(await save("Export as CSV")).toMatch(/-part-1\.csv$/);
    expect(asked).toEqual([null, "abc", null]);
  });
});

describe("the keyboard", () => {
  it("skips to the content, begins at each new view, and comes back from a dialog", async () => {
    const page = await asMerchant("/apps");
    const focused = page.locator(":focus");
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await button(page, "New app").waitFor();
    await press("Tab");
    await page.getByRole("link", { name: "Skip to content" }).and(focused).waitFor();
    await press("Enter", "Tab");
    await button(page, "New app").and(focused).waitFor();
    await press("Enter");
    await page.getByRole("dialog").getByLabel("Name").and(focused).waitFor();
    await press("Shift+Tab", "Shift+Tab", "Tab", "Tab", "Tab");
    expect(await page.getByRole("dialog").locator(":focus").count()).toBe(1);
    await press("Escape");
    await button(page, "New app").and(focused).waitFor();
    await page.getByRole("row").getByRole("link", { name: "Selam Coffee" }).focus();
    await press("Enter");
    await page.getByRole("heading", { name: "Selam Coffee", level: 1 }).waitFor();
    await page.locator("main:focus").waitFor();
    await press("Tab");
    await page.getByRole("main").getByRole("link", { name: "Apps" }).and(focused).waitFor();
  });
});

describe("the command palette", () => {
  it("opens a checkout by the keyboard alone, and gives the focus back on Escape", async () => {
    const made = await visits.dashboard.checkout({ amount: 61_700, client_reference: "palette-7" });
    const page = await asMerchant("/apps");
    const opener = button(page, "New app");
    await opener.focus();
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Search" });
    await field.waitFor();
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "detached" });
    await opener.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Control+k");
    await field.fill("PALETTE");
    await page.getByRole("option", { name: /palette-7.*ETB 617\.00/ }).waitFor();
    const active = await field.getAttribute("aria-activedescendant");
    const selected = page.getByRole("option", { selected: true });
    expect(await selected.getAttribute("id")).toBe(active);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${visits.dashboard.url}/checkouts/${made.id}`);
    await page.keyboard.press("Control+k");
    await field.fill("webhook l");
    await page.getByRole("option", { name: "Webhook logs" }).waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Webhook logs", level: 1 }).waitFor();
  });
});

describe("webhook logs", () => {
  it("name the order and amount, are found by the order, and resend several at once", async () => {
    const { dashboard } = visits;
    // A delivery whose own retry has begun meanwhile is refused, and not counted as queued.
    visits.expectRefusals();
    await dashboard.receiverAnswers(500);
    for (const client_reference of ["resend-1", "resend-2"]) {
      await dashboard.pay(await dashboard.checkout({ amount: 40_100, client_reference }));
    }
    await dashboard.stack.idle();
    const page = await asMerchant("/webhook-logs?status=retrying");
    await page
      .getByRole("row", { name: /resend-2.*\/receiver\/shop\/.*ETB 401\.00.*500 · \d+ ms/ })
      .first()
      .waitFor();
    await dashboard.receiverAnswers(200);
    await page.getByLabel("Select all").check();
    await page.getByText(/^([2-9]|\d{2,}) selected$/).waitFor();
    await button(page, "Resend").click();
    await page.getByText(/^[1-9]\d* (deliveries|of \d+) queued/).waitFor();
    await button(page, "Close").and(page.locator(":focus")).waitFor();
    await dashboard.stack.idle();
    await follow(page, "/webhook-logs?search=resend-1");
    await page.getByRole("row", { name: /checkout\.verified.*resend-1.*Delivered/ }).waitFor();
    expect(await page.getByText("resend-2").count()).toBe(0);
    await page.getByText(/% delivered/).waitFor();
  });
});

describe("errors and the overview", () => {
  it("compare one measure with the period before, in live mode and not in an empty test mode", async () => {
    await visits.dashboard.pay(await visits.dashboard.checkout({ amount: 70_000 }));
    await visits.dashboard.stack.idle();
    const page = await asMerchant("/");
    await page.getByText(/compared with .*0\.00 in the previous period/).waitFor();
    await page.getByLabel("Show").selectOption("Success rate");
    await page.getByText("100 %").first().waitFor();
    await page.goto(`${visits.dashboard.url}/?mode=test`);
    await page.getByText("Payments today").waitFor();
    await settled(page);
    expect(await page.getByLabel("Show").count()).toBe(0);
  });
});

describe("a checkout in parts", () => {
  /** A checkout of ETB 1,500.00 with a part of ETB 900.00. */
  async function partlyPaid(reference: string) {
    const made = await visits.dashboard.checkout({ amount: 150_000, client_reference: reference });
    const paid = await visits.dashboard.pay(made, { amount: 90_000 });
    return { made, reference: paid.reference };
  }

  it("is found by its filter, and shows what proves each payment, and what speaks against it", async () => {
    const { made, reference } = await partlyPaid("parts-1");
    await visits.dashboard.checkout({ client_reference: "parts-unpaid" });
    const page = await asMerchant("/checkouts");
    await page.getByRole("combobox", { name: "Status" }).selectOption("Partly paid");
    const row = page.getByRole("row", { name: /parts-1.*Partly paid.*ETB 600\.00 is missing/ });
    await row.waitFor();
    expect(await page.getByText("parts-unpaid").count()).toBe(0);
    await row.getByRole("link").click();
    await page.getByText("Part of the amount is missing").waitFor();
    await page.getByText("Received ETB 900.00. ETB 600.00 is missing.").waitFor();
    const part = page.getByRole("listitem").filter({ hasText: "The bank's receipt" });
    await part.getByText(reference).first().waitFor();
    await part.getByText("Counted").waitFor();
    const { seed, stack } = visits.dashboard;
    const accountId = seed.account_id;
    const told = { accountId, provider: "telebirr", reference, amounts: [], hash: "told" } as const;
    await putReversal(tableOf(stack), { ...told, receivedAt: stack.now() });
    await markUnconfirmed(tableOf(stack), made.id, [claimKey("telebirr", reference)], true);
    await page.reload();
    await part.getByText("says that the bank reversed this payment").waitFor();
    await part.getByText("Your bank's statement does not show this payment").waitFor();
    // Nothing else is known of it, so the details stand below it and leave no gap.
    const left = async (title: string) =>
      (await page.getByRole("heading", { name: title, exact: true }).boundingBox())?.x;
    expect(await left("Details")).toBe(await left("Payments"));
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("gives a payment back with a reason, which the audit log keeps", async () => {
    const { made, reference } = await partlyPaid("parts-2");
    const page = await asMerchant(`/checkouts/${made.id}`);
    await page.getByRole("button", { name: new RegExp(`^Release.*${reference}`) }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(reference).waitFor();
    expect(await dialog.getByRole("button", { name: "Release" }).isDisabled()).toBe(true);
    await dialog.getByLabel("Reason").fill("For order 18");
    await dialog.getByRole("button", { name: "Release" }).click();
    await page.getByText("No payment yet.").waitFor();
    expect(await page.getByText("Part of the amount is missing").count()).toBe(0);
    await follow(page, "/account");
    await page
      .getByText(/Payment released.*For order 18/s)
      .first()
      .waitFor();
  });

  it("asks again when a payment has come behind the dialog, and then decides about both", async () => {
    visits.expectRefusals();
    const { made } = await partlyPaid("parts-3");
    const page = await asMerchant(`/checkouts/${made.id}`);
    await button(page, "Reject").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Received ETB 900.00 of ETB 1,500.00.").waitFor();
    await dialog.getByLabel("Reason").fill("Too little");
    await visits.dashboard.pay(made, { amount: 10_000 });
    await dialog.getByRole("button", { name: "Reject" }).click();
    await dialog.getByText("This checkout has changed").waitFor();
    await dialog.getByText("Received ETB 1,000.00 of ETB 1,500.00.").waitFor();
    await dialog.getByRole("button", { name: "Reject" }).click();
    await page.getByText(/Rejected.*: Too little/).waitFor();
    expect(await page.getByRole("button", { name: /^Release/ }).count()).toBe(0);
  });
});

it("a dialog that is opened again does not say why an earlier attempt was refused", async () => {
  visits.expectRefusals();
  const owner = await logIn(visits.dashboard.stack);
  const { body: app } = await owner.send("POST", "apps/", { body: { name: "Corner shop" } });
  await owner.send("POST", `apps/${app.app_id}/payment-methods/`, {
    body: { provider: "telebirr", account_name: "Corner shop", account_number: "251922000777" },
  });
  const order = { app_id: app.app_id, livemode: true, amount: 100, currency: "ETB" };
  await owner.send("POST", "checkouts/", { body: order, headers: { "idempotency-key": "one" } });
  const page = await visits.logInAt("/account", owner.phone);
  const dialog = page.getByRole("dialog");
  await button(page, "Close account").click();
  await dialog.getByRole("textbox").fill("close my account");
  await dialog.getByRole("button", { name: "Close account" }).click();
  await dialog.getByText("still open or in review").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await button(page, "Close account").click();
  await dialog.getByRole("textbox").waitFor();
  expect(await dialog.getByRole("alert").count()).toBe(0);
});

describe("a page that the browser has kept for its Back button", () => {
  const comeBack = 'dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))';

  it("stays as it is for the user who has left it", async () => {
    const page = await asMerchant("/credits");
    await page.evaluate("window.isKept = true");
    await page.evaluate(comeBack);
    await settled(page);
    expect(await page.evaluate("window.isKept")).toBe(true);
  });

  it.each(["/credits", "/counter"])(
    "shows nothing of %s to others: not after its user has signed out, and not to the next user",
    async (path) => {
      const page = await asMerchant(path);
      // Before its session is known, a page has nothing to hide.
      await settled(page);
      const next = 'localStorage.setItem("session", "usr_of_another")';
      await Promise.all([page.waitForEvent("load"), page.evaluate(`${next}; ${comeBack}`)]);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await settled(page);
      await page.evaluate(`localStorage.removeItem("session"); ${comeBack}`);
      await page.getByLabel("Phone number").waitFor();
    },
  );
});

it("a key that is shown once survives the browser's Back button, which works again after it", async () => {
  const page = await asMerchant("/credits");
  await page.locator('aside a[href="/api-keys"]').click();
  await button(page, "New API key").click();
  await page.getByLabel("Name").fill("Till");
  await button(page, "Create key").click();
  await page.getByTestId("secret").waitFor();
  // Once back, and once forward again.
  const twice = "onpopstate = () => (onpopstate = () => end())";
  await page.evaluate(`new Promise((end) => { ${twice}; history.back(); })`);
  await button(page, "I stored it").click();
  await page.evaluate("history.back()");
  await page.getByRole("heading", { name: "Credits", level: 1 }).waitFor();
});
