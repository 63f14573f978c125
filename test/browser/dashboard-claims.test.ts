import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { dayOf } from "../../lib/contract/days.ts";
import { askForCode, codesOf, logIn, newPhone, type Visitor } from "../support/api.ts";
import { keepSession, takeSession } from "../support/browser.ts";
import { setUpDashboardVisits } from "../support/dashboard-visits.ts";
import { teamOf } from "../support/users.ts";

const visits = setUpDashboardVisits();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Compares rows of today with the payments to the seeded account. */
async function compared(owner: Visitor, rows: readonly object[]): Promise<string> {
  const date = dayOf(visits.dashboard.stack.now());
  const dated = rows.map((row) => ({ ...row, date }));
  const account = { provider: "telebirr", account_number: "251922000000" };
  const { status, body } = await owner.send("POST", "books/statements/", {
    body: { ...account, rows: dated },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

describe("an offer of ownership", () => {
  it("is shown to a member who has no other account, as an owner who has passed it on", async () => {
    const { stack, url } = visits.dashboard;
    const first = await logIn(stack);
    const team = teamOf(stack, () => first);
    const second = await team.join("manager");
    await first.send("POST", `ownership/${second.userId}/`, { body: { stay_owner: false } });
    const proof = { phone: second.phone, code: await askForCode(stack, second.phone) };
    const accepted = await second.send("POST", "me/ownership/", { body: proof });
    expect(accepted.status).toBe(200);
    const owner = await team.refreshed(second);
    const back = { body: { stay_owner: true } };
    expect((await owner.send("POST", `ownership/${first.userId}/`, back)).status).toBe(200);
    const page = await visits.newPage();
    await keepSession(page.context(), url, first.cookie);
    await page.goto(url);
    await page.getByRole("link", { name: "You are offered ownership" }).click();
    await button(page, "Decline").click();
    await page.getByText("Offer declined").waitFor();
    await button(page, "Accept ownership").waitFor({ state: "detached" });
  });
});

describe("the command palette", () => {
  it("asks for a reference as it was typed, because the index knows no other spelling in both cases", async () => {
    const page = await visits.logInAt("/apps");
    await page.keyboard.press("Control+k");
    const asked = page.waitForRequest((request) => request.url().includes("search="));
    await page.getByRole("combobox", { name: "Search" }).fill("Order-Bole-7");
    expect(new URL((await asked).url()).searchParams.get("search")).toBe("Order-Bole-7");
  });
});

describe("a code that is sent again", () => {
  it("takes away what was said of the one before, and its digits", async () => {
    visits.expectRefusals();
    const { stack, url } = visits.dashboard;
    const phone = newPhone();
    const page = await visits.newPage();
    await page.clock.install();
    await page.goto(`${url}/login`);
    await page.getByLabel("Phone number").fill(phone);
    await button(page, "Send code").click();
    const field = page.getByLabel("Code", { exact: true });
    const [sent = ""] = codesOf(stack, phone);
    await field.fill(sent === "000000" ? "000001" : "000000");
    const wrong = page.getByText("The code is wrong or has expired.");
    await wrong.waitFor();
    await stack.advance(61);
    await page.clock.runFor(61_000);
    await button(page, "Resend").click();
    await wrong.waitFor({ state: "detached" });
    expect(await field.inputValue()).toBe("");
    await field.fill(codesOf(stack, phone).at(-1) ?? "");
    await page.locator("#content").waitFor();
  });
});

describe("the webhook log of a period", () => {
  it("is saved as it is shown: without what was sent before the period", async () => {
    const { dashboard } = visits;
    await dashboard.checkout({ client_reference: "sent-before" });
    await dashboard.stack.advance(2 * 3600);
    await dashboard.checkout({ client_reference: "sent-within" });
    await dashboard.stack.idle();
    const page = await visits.newPage();
    await page.clock.setSystemTime(dashboard.stack.now());
    await takeSession(page.context(), dashboard.stack, dashboard.seed.phone);
    await page.goto(`${dashboard.url}/webhook-logs?period=1h`);
    await page.getByText("sent-within", { exact: true }).waitFor();
    expect(await page.getByText("sent-before").count()).toBe(0);
    await button(page, "More actions").click();
    const saved = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Export as CSV" }).click();
    const csv = await readFile(await (await saved).path(), "utf8");
    expect(csv).toContain("sent-within");
    expect(csv).not.toContain("sent-before");
  });
});

describe("in test mode", () => {
  it("the overview leads to the differences of the books, which are of live payments only", async () => {
    const owner = await logIn(visits.dashboard.stack, visits.dashboard.seed.phone);
    const unknown = { line: 2, amount: 123_400, direction: "in", text: "Deposit at the branch" };
    await compared(owner, [unknown]);
    const page = await visits.logInAt("/?mode=test");
    await page.getByRole("link", { name: /open points? in the books$/ }).click();
    const statements = page.getByRole("table", { name: "Compared statements" });
    await statements.getByRole("link").first().waitFor();
  });

  it("an error leads to its webhook, which is one of live mode", async () => {
    const { dashboard } = visits;
    await dashboard.receiverAnswers(500);
    await dashboard.checkout({ client_reference: "never-arrived" });
    await dashboard.stack.advance(8 * 3600);
    const page = await visits.logInAt("/errors?mode=test");
    await page
      .getByRole("link", { name: /^Delivery/ })
      .first()
      .click();
    await page.getByRole("row", { name: /Failed/ }).waitFor();
    await dashboard.receiverAnswers(200);
  });
});

describe("a compared statement without differences", () => {
  it("says that the bank agrees only once it has confirmed each payment of its days", async () => {
    const { dashboard } = visits;
    const owner = await logIn(dashboard.stack, dashboard.seed.phone);
    const { reference } = await dashboard.pay(await dashboard.checkout({ amount: 77_700 }));
    const fee = { line: 2, amount: 500, direction: "out", text: "Service fee" };
    const without = await compared(owner, [fee]);
    const page = await visits.logInAt(`/books/statements/${without}`);
    await page.getByText("No differences found").waitFor();
    expect(await page.getByText("Your bank agrees").count()).toBe(0);
    const row = { line: 2, amount: 77_700, direction: "in", text: `Transfer ${reference}` };
    await page.goto(`${dashboard.url}/books/statements/${await compared(owner, [row])}`);
    await page.getByText("Your bank agrees").waitFor();
  });
});

describe("webhooks that could not be resent together", () => {
  it("say why: that the service cannot be reached, not that they are being sent", async () => {
    visits.expectRefusals();
    const { dashboard } = visits;
    await dashboard.checkout({ client_reference: "not-resent" });
    await dashboard.stack.idle();
    const page = await visits.logInAt("/webhook-logs?search=not-resent");
    await page.getByRole("checkbox", { name: /not-resent$/ }).check();
    await page.context().setOffline(true);
    await button(page, "Resend").click();
    await page.getByText(/^0 of 1 queued\. .*cannot be reached/).waitFor();
    expect(await page.getByText("being sent already").count()).toBe(0);
    await page.context().setOffline(false);
  });
});

describe("the audit log", () => {
  it.each([
    [
      "en",
      /Approval limit set\s*ETB 5,000\.00/,
      /Approval limit set\s*No limit/,
      /Member invited\s*Cashier/,
    ],
    [
      "am",
      /የማጽደቂያ ገደብ ተቀምጧል\s*ETB 5,000\.00/,
      /የማጽደቂያ ገደብ ተቀምጧል\s*ገደብ የለም/,
      /አባል ተጋብዟል\s*ገንዘብ ተቀባይ/,
    ],
  ])(
    "shows an approval limit as money and a role by its name, in %s",
    async (language, ...entries) => {
      const owner = await logIn(visits.dashboard.stack);
      await owner.send("PATCH", "me/", { body: { language } });
      await owner.send("PATCH", "account/", { body: { approval_limit: 500_000 } });
      await owner.send("PATCH", "account/", { body: { approval_limit: null } });
      await owner.send("POST", "members/", { body: { role: "cashier" } });
      const page = await visits.logInAt("/account", owner.phone);
      for (const entry of entries) await page.getByRole("row", { name: entry }).waitFor();
    },
  );
});

describe("the list of errors", () => {
  it("does not say that nothing needs attention while a checkout waits for a decision", async () => {
    const { stack, handIn } = visits.dashboard;
    const owner = await logIn(stack);
    const app = await owner.send("POST", "apps/", { body: { name: "Shop" } });
    const wanted = { app_id: app.body.app_id, livemode: false, amount: 150_000 };
    const made = await owner.send("POST", "checkouts/", { body: wanted });
    await handIn(made.body, "TESTREVIEW1");
    const page = await visits.logInAt("/errors?mode=test", owner.phone);
    await page.getByRole("link", { name: /^Checkouts 1/ }).waitFor();
    await page.getByText("No problems").waitFor();
    expect(await page.getByText("Nothing needs your attention").count()).toBe(0);
  });
});

describe("the books", () => {
  it("lead from a day without payments to what was rejected on it, by the name of that", async () => {
    const { stack, handIn } = visits.dashboard;
    const owner = await logIn(stack);
    const app = await owner.send("POST", "apps/", { body: { name: "Shop" } });
    const body = { app_id: app.body.app_id, livemode: false, amount: 150_000 };
    const wanted = { body: { ...body, client_reference: "fake-receipt" } };
    const made = (await owner.send("POST", "checkouts/", wanted)).body;
    await handIn(made, "TESTREVIEW1");
    const { sequence } = (await owner.send("GET", `checkouts/${made.id}/`)).body;
    const decision = { body: { reason: "Fake", sequence } };
    const rejected = await owner.send("POST", `checkouts/${made.id}/reject/`, decision);
    expect(rejected.status).toBe(200);
    await stack.idle();
    const page = await visits.logInAt("/books?mode=test", owner.phone);
    const sheet = page.getByRole("table").getByRole("row", { name: /Shop/ });
    for (const link of [
      sheet.locator(".row-link"),
      sheet.getByRole("link", { name: "Rejected" }),
    ]) {
      await link.click();
      await page.getByRole("row", { name: /fake-receipt Rejected/ }).waitFor();
      await page.goBack();
    }
  });

  it("offer no order in another currency for the money of a statement's row", async () => {
    const { dashboard } = visits;
    const owner = await logIn(dashboard.stack, dashboard.seed.phone);
    for (const currency of ["ETB", "USD"]) {
      await dashboard.checkout({ amount: 8_880, currency, client_reference: `in-${currency}` });
    }
    const id = await compared(owner, [
      { line: 2, direction: "in", amount: 8_880, text: "Cash", reference: "FT26319OTHER" },
    ]);
    const page = await visits.logInAt(`/books/statements/${id}`);
    await button(page, "Find checkout").click();
    await page.getByRole("link", { name: "in-ETB" }).waitFor();
    expect(await page.getByRole("link", { name: "in-USD" }).count()).toBe(0);
  });
});

describe("an address with an app that has been deleted since", () => {
  it.each(["/checkouts", "/webhook-logs"])(
    "shows %s of the others, because it may have left no app to choose instead",
    async (path) => {
      visits.expectRefusals();
      const { dashboard } = visits;
      await dashboard.checkout({ client_reference: "of-another-app" });
      await dashboard.stack.idle();
      const page = await visits.logInAt(`${path}?app=999999`);
      await page
        .getByRole("row", { name: /of-another-app/ })
        .first()
        .waitFor();
    },
  );
});
