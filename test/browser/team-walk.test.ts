import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { askForCode, call, codesOf, logIn, newPhone, type Visitor } from "../support/api.ts";
import { chooseAccount, follow, keepSession, settled, takeSession } from "../support/browser.ts";
import { setUpDashboardVisits } from "../support/dashboard-visits.ts";
import { createMerchant } from "../support/merchant.ts";
import { tableOf } from "../support/running-stack.ts";
import { teamOf } from "../support/users.ts";

const visits = setUpDashboardVisits();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

/** Chooses an entry of the menu of the only member with a role. */
async function act(owner: Page, role: RegExp, entry: string): Promise<void> {
  await owner.getByRole("row", { name: role }).getByRole("button").click();
  await owner.getByRole("menuitem", { name: entry }).click();
}

/** A new owner with a member of one role, who works in the owner's account. */
async function pair(role: string) {
  const { stack } = visits.dashboard;
  const first = await logIn(stack);
  const team = teamOf(stack, () => first);
  const member = await team.join(role);
  return { first, member, team };
}

/** The page of a member who works in the owner's account. */
async function workingIn(member: Visitor, path: string): Promise<Page> {
  const page = await visits.newPage();
  await keepSession(page.context(), visits.dashboard.url, member.cookie);
  await page.goto(visits.dashboard.url + path);
  return page;
}

/** Opens an invitation's link and signs in with a new phone. */
async function join(link: string, name: string): Promise<Page> {
  const { stack, url } = visits.dashboard;
  const page = await visits.newPage();
  const { pathname, hash } = new URL(link);
  await page.goto(url + pathname + hash);
  const phone = newPhone();
  await page.getByLabel("Phone number").fill(phone);
  await button(page, "Send code").click();
  const code = page.getByLabel("Code", { exact: true });
  await code.waitFor();
  await code.fill(codesOf(stack, phone).at(-1) ?? "");
  await button(page, "Accept").click();
  await heading(page, name).waitFor();
  return page;
}

async function invite(owner: Page, role: string): Promise<string> {
  await button(owner, "Invite someone").click();
  await owner
    .getByRole("dialog")
    .getByRole("radio", { name: new RegExp(`^${role}`) })
    .check();
  await button(owner, "Invite").click();
  const link = (await owner.getByTestId("invitation").textContent()) ?? "";
  await button(owner, "Done").click();
  return link;
}

describe("a day of a shop", () => {
  it("goes from the invitation to the audit log: a cashier sells, the customer pays, the counter turns green, the accountant exports", async () => {
    const { handIn, seed, url } = visits.dashboard;
    const owner = await visits.logInAt("/team");
    const cashier = await join(await invite(owner, "Cashier"), "Checkouts");
    const accountant = await join(await invite(owner, "Accountant"), "Overview");

    await cashier.getByRole("link", { name: "Counter" }).click();
    await cashier.getByLabel("Amount in ETB").fill("432.10");
    await button(cashier, "Take payment").click();
    await cashier.getByRole("img", { name: "QR code of the payment link" }).waitFor();
    const made = await call(url, "GET", "/api/v1/checkouts/?limit=1", { key: seed.live_key });
    const body = { provider: "telebirr", amount: 43_210 };
    const paid = await call(url, "POST", "/_local/bank/transfers/", { body });
    await handIn(made.body.data[0], paid.body.reference);
    await cashier.getByRole("status").getByText("Paid", { exact: true }).waitFor();

    await follow(accountant, "/books/entries");
    await accountant.getByText("432.10").first().waitFor();
    await button(accountant, "More actions").click();
    const [file] = await Promise.all([
      accountant.waitForEvent("download"),
      accountant.getByRole("menuitem", { name: "Export as CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^books-.*\.csv$/);

    await follow(owner, "/account");
    const log = owner.getByRole("table", { name: "Audit log" });
    for (const entry of [
      /Member joined.*\*{5}\d{4}.*Cashier/,
      /Checkout created.*\*{5}\d{4}.*Cashier/,
      /Books exported.*\*{5}\d{4}.*Accountant/,
    ]) {
      await log.getByRole("row", { name: entry }).first().waitFor();
    }
  });
});

describe("a member", () => {
  it("gets another role without signing in again; the owner is told what stays before a smaller one", async () => {
    visits.expectRefusals();
    const { first, member } = await pair("cashier");
    const owner = await visits.logInAt("/team", first.phone);
    const page = await visits.logInAt("/account", member.phone);
    await chooseAccount(page, "cashier");
    await act(owner, /Cashier/, "Change role or apps");
    await owner
      .getByRole("dialog")
      .getByRole("radio", { name: /^Manager/ })
      .check();
    const stays = owner.getByText("API keys, signing secrets and phone addresses they know");
    expect(await stays.count()).toBe(0);
    await owner.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
    await owner.getByRole("row", { name: /Manager/ }).waitFor();
    await page.goto(`${visits.dashboard.url}/team`);
    await heading(page, "Team").waitFor();
    await page.getByRole("link", { name: "Books" }).waitFor();
    await act(owner, /Manager/, "Change role or apps");
    expect(await stays.count()).toBe(0);
    await owner
      .getByRole("dialog")
      .getByRole("radio", { name: /^Cashier/ })
      .check();
    await stays.waitFor();
    await owner.getByText("Webhook endpoints, receiving accounts and phones they added").waitFor();
    await owner.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
    await owner.getByRole("row", { name: /Cashier/ }).waitFor();
    await page.getByRole("link", { name: "Checkouts" }).click();
    const accounts = page.getByLabel("Account in use");
    await accounts.locator("option", { hasText: "Cashier" }).waitFor({ state: "attached" });
  });

  it("who is removed loses the account within a minute, and the keys that they made where the owner wants it; the owner is told what to rotate", async () => {
    visits.expectRefusals();
    const { first, member } = await pair("developer");
    const owner = await visits.logInAt("/team", first.phone);
    const page = await workingIn(member, "/checkouts");
    await heading(page, "Checkouts").waitFor();
    const key = { name: "Till server", mode: "test", app_id: null };
    await member.send("POST", "api-keys/", { body: key });
    await createMerchant(tableOf(visits.dashboard.stack), { accountId: first.accountId });
    await act(owner, /Developer/, "Remove");
    await owner.getByText("API keys, signing secrets and phone addresses").waitFor();
    await owner.getByText("Rotate them under API keys, Webhooks and Apps.").waitFor();
    await owner.getByText("Webhook endpoints, receiving accounts and phones they added").waitFor();
    await owner.getByText("The audit log on the account page shows who created each").waitFor();
    await owner.getByText("Unknown creator: ").waitFor();
    // It opens from a cell whose text is at the right.
    const align = 'getComputedStyle(document.querySelector("dialog[open]")).textAlign';
    expect(await owner.evaluate(align)).toBe("left");
    await owner.getByText("Till server. Servers that use them").waitFor();
    await owner.getByRole("checkbox", { name: "Revoke the API keys they created" }).check();
    await button(owner, "Remove").click();
    await owner.getByRole("row", { name: /Developer/ }).waitFor({ state: "detached" });
    await follow(owner, "/api-keys");
    await owner.getByRole("row", { name: /Till server.*A former member.*Revoked/ }).waitFor();
    await owner.getByRole("row", { name: /live key.*Unknown.*Active/ }).waitFor();
    await visits.dashboard.stack.advance(60);
    await page.goto(`${visits.dashboard.url}/account`);
    await heading(page, "Account").waitFor();
    await settled(page);
    expect(await page.getByLabel("Account in use").count()).toBe(0);
    await page.getByRole("link", { name: "Team" }).waitFor();
    await page.getByText(member.accountId).first().waitFor();
  });

  it("leaves an account, and is in their own", async () => {
    visits.expectRefusals();
    const { first, member, team } = await pair("developer");
    const page = await workingIn(member, "/account");
    await button(page, "Leave").click();
    await page.getByText("API keys, signing secrets and phone addresses you know").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Leave", exact: true }).click();
    await heading(page, "Overview").waitFor();
    expect(await team.roles()).toEqual([[first.userId, "owner"]]);
  });

  it("declines an offer of ownership, and nothing changes", async () => {
    const { first, member, team } = await pair("manager");
    const offered = await first.send("POST", `ownership/${member.userId}/`, { body: {} });
    expect(offered.status).toBe(200);
    const page = await workingIn(member, "/account");
    await button(page, "Decline").click();
    await page.getByText("Offer declined").waitFor();
    await button(page, "Accept ownership").waitFor({ state: "detached" });
    expect((await team.roles()).map(([, role]) => role)).toEqual(["owner", "manager"]);
  });

  it("with two logins accepts the ownership with the one that the session did not begin with: Telegram", async () => {
    visits.expectRefusals();
    const { stack, url } = visits.dashboard;
    const { first, member, team } = await pair("manager");
    const person = { id: "880001", name: "Sara" };
    const { body } = await call(url, "POST", "/_local/telegram/token/", { body: person });
    await member.send("POST", "me/logins/", { body: { id_token: body.id_token } });
    await first.send("POST", `ownership/${member.userId}/`, { body: { stay_owner: true } });
    const page = await workingIn(member, "/account");
    await button(page, "Accept ownership").click();
    const [telegram] = await Promise.all([
      page.waitForEvent("popup"),
      button(page, "Confirm with Telegram").click(),
    ]);
    await telegram.getByLabel("Number").fill(person.id);
    await telegram.getByRole("button", { name: "Log in" }).click();
    await heading(page, "Overview").waitFor();
    expect((await team.roles()).map(([, role]) => role)).toEqual(["owner", "owner"]);
    await stack.idle();
  });
});

describe("a removed sign-in method", () => {
  it("is removed with a proof by Telegram, and not asked for when an offer of the ownership needs one", async () => {
    visits.expectRefusals();
    const { stack, url } = visits.dashboard;
    const { first, member, team } = await pair("manager");
    const person = { id: "880002", name: "Hana" };
    const { body } = await call(url, "POST", "/_local/telegram/token/", { body: person });
    await member.send("POST", "me/logins/", { body: { id_token: body.id_token } });
    await first.send("POST", `ownership/${member.userId}/`, { body: { stay_owner: true } });
    const page = await workingIn(member, "/account");
    await page
      .getByRole("listitem")
      .filter({ hasText: "Telegram" })
      .getByRole("button", { name: "Remove" })
      .click();
    const removal = page.getByRole("dialog", { name: "Remove this sign-in method?" });
    // Whoever has lost Telegram reads what to do before they try.
    await removal.getByText("Lost Telegram?").waitFor();
    await removal.getByRole("button", { name: "Remove" }).click();
    // A token of the same second would be the one that is linked, which is good once.
    await stack.advance(1);
    // Whoever has the phone alone removes nothing. What was asked for follows the proof.
    const [telegram] = await Promise.all([
      page.waitForEvent("popup"),
      button(page, "Confirm with Telegram").click(),
    ]);
    await telegram.getByLabel("Number").fill(person.id);
    await telegram.getByRole("button", { name: "Log in" }).click();
    await removal.waitFor({ state: "detached" });
    // The session began by phone, and with two logins the other one would prove it.
    await button(page, "Accept ownership").click();
    await button(page, "Send code").waitFor();
    expect(await button(page, "Confirm with Telegram").count()).toBe(0);
    expect((await team.roles()).map(([, role]) => role)).toEqual(["owner", "manager"]);
    await stack.idle();
  });
});

describe("the role of a second owner", () => {
  it("is not changed by saving a dialog in which nothing was chosen", async () => {
    const { first, member, team } = await pair("manager");
    await first.send("POST", `ownership/${member.userId}/`, { body: { stay_owner: true } });
    const code = await askForCode(visits.dashboard.stack, member.phone);
    const body = { phone: member.phone, code };
    expect((await member.send("POST", "me/ownership/", { body })).status).toBe(200);
    const page = await visits.logInAt("/team", first.phone);
    const row = page.getByRole("row").filter({ hasText: "Owner" }).filter({ hasNotText: "(you)" });
    await row.getByRole("button").click();
    await page.getByRole("menuitem", { name: "Change" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: /Manager/ }).waitFor();
    expect(await dialog.getByRole("radio", { checked: true }).count()).toBe(0);
    const save = dialog.getByRole("button", { name: "Save" });
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByRole("radio", { name: /Accountant/ }).check();
    await save.click();
    await dialog.waitFor({ state: "detached" });
    expect((await team.roles()).map(([, role]) => role)).toEqual(["owner", "accountant"]);
  });
});

describe("a session", () => {
  it("outlives two tabs that are loaded again quickly, before their answers arrive", async () => {
    const { stack, url } = visits.dashboard;
    const phone = newPhone();
    const one = await visits.newPage();
    await takeSession(one.context(), stack, phone);
    const two = await one.context().newPage();
    const tabs = [one, two];
    for (let loads = 0; loads < 6; loads++) {
      // Left as soon as the request for the next token is under way, so that its answer is lost.
      await Promise.all(
        tabs.map(async (tab) => {
          const asked = tab.waitForRequest((request) => request.url().endsWith("/auth/refresh/"));
          await Promise.all([asked, tab.goto(`${url}/account`, { waitUntil: "commit" })]);
        }),
      );
    }
    await stack.advance(60);
    for (const tab of tabs) {
      await tab.goto(`${url}/account`);
      await heading(tab, "Account").waitFor();
    }
  });

  it.each([
    ["signs out", "Sign out", false],
    ["learns that it can't sign out everywhere", "Sign out everywhere", true],
  ])("goes on when the page of the user before %s", async (_, action, isRefused) => {
    visits.expectRefusals();
    const { stack, url } = visits.dashboard;
    const older = await visits.newPage();
    const open = async (tab: Page) => {
      await takeSession(tab.context(), stack, newPhone());
      await tab.goto(`${url}/account`);
      await heading(tab, "Account").waitFor();
    };
    await open(older);
    const next = await older.context().newPage();
    await open(next);
    const out = (place: Page | Locator) => place.getByRole("button", { name: action, exact: true });
    const dialog = older.getByRole("dialog");
    const left = isRefused ? null : older.waitForEvent("load");
    await out(older).first().click();
    if (isRefused) await out(dialog).click();
    await (left ?? dialog.getByText("another user has signed in").waitFor());
    await next.reload();
    await heading(next, "Account").waitFor();
  });
});
