import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, dayOf, startOfDay } from "../../lib/contract/days.ts";
import { ROLES, type Role } from "../../lib/contract/roles.ts";
import { call, codesOf, logIn, newPhone } from "../support/api.ts";
import { chooseAccount, follow, keepSession, settled, takeSession } from "../support/browser.ts";
import {
  CONSOLE_VIEWS,
  DASHBOARD_VIEWS,
  fillConsole,
  fillDashboard,
  setUpDashboardVisits,
} from "../support/dashboard-visits.ts";
import { teamOf } from "../support/users.ts";

const visits = setUpDashboardVisits();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const menu = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link");

/** The menu of each role, by hand from the table of the design. */
const PAYMENTS = ["Checkouts", "Payment links"];
const SELLER = ["Checkouts", "Counter", "Payment links"];
const DEVELOPERS = ["API keys", "Webhooks", "Webhook logs", "Failed requests"];
const MENUS = {
  owner: [
    "Overview",
    ...SELLER,
    "Books",
    "Errors",
    "Apps",
    ...DEVELOPERS,
    "Credits",
    "Team",
    "Account",
  ],
  manager: ["Overview", ...SELLER, "Books", "Errors", "Apps", "Credits", "Team", "Account"],
  developer: [...PAYMENTS, "Errors", "Apps", ...DEVELOPERS, "Account"],
  cashier: [...SELLER, "Apps", "Account"],
  accountant: ["Overview", ...PAYMENTS, "Books", "Apps", "Credits", "Account"],
} as const;

/** The names in the menu, without the counts of what waits. */
async function menuOf(page: Page): Promise<string[]> {
  await menu(page).first().waitFor();
  const texts = await menu(page).locator("span.flex-1").allTextContents();
  return texts.map((text) => text.trim());
}

describe("an invitation", () => {
  it("begins at the role that is chosen, so that the space bar chooses no other", async () => {
    const owner = await visits.logInAt("/team");
    await button(owner, "Invite someone").click();
    const cashier = owner.getByRole("radio", { name: /^Cashier/ });
    await cashier.waitFor();
    await owner.keyboard.press("Space");
    expect(await cashier.isChecked()).toBe(true);
    await owner.keyboard.press("ArrowDown");
    expect(await owner.getByRole("radio", { name: /^Accountant/ }).isChecked()).toBe(true);
  });

  it("by a link makes a cashier, who signs in, accepts and sees the shop with a cashier's menu", async () => {
    const owner = await visits.logInAt("/team");
    await button(owner, "Invite someone").click();
    await button(owner, "Invite").click();
    const link = (await owner.getByTestId("invitation").textContent()) ?? "";
    expect(link).toMatch(/\/join#[0-9a-z]{78}$/);
    await button(owner, "Done").click();
    await owner.getByText("Anyone with the link").waitFor();

    const cashier = await visits.newPage();
    const asked: string[] = [];
    cashier.on("request", (request) => asked.push(request.url()));
    await cashier.goto(visits.dashboard.url + new URL(link).pathname + new URL(link).hash);
    await cashier.getByText("You are invited to join a shop's account.").waitFor();
    const phone = newPhone();
    await cashier.getByLabel("Phone number").fill(phone);
    await button(cashier, "Send code").click();
    await cashier.getByLabel("Code", { exact: true }).waitFor();
    const [sms] = visits.dashboard.stack.inbox.find(phone);
    await cashier
      .getByLabel("Code", { exact: true })
      .fill(/\d{6}/.exec(sms?.text ?? "")?.[0] ?? "");
    await cashier.getByText("Cashier", { exact: true }).waitFor();
    await button(cashier, "Accept").click();
    await heading(cashier, "Checkouts").waitFor();
    expect(await menuOf(cashier)).toEqual(MENUS.cashier);
    expect(cashier.url()).not.toContain("join");
    const secret = link.split("#")[1]?.slice(-26) ?? "";
    expect(asked.filter((url) => url.split("#")[0]?.includes(secret))).toEqual([]);

    await owner.reload();
    await owner.getByRole("row", { name: /Cashier/ }).waitFor();
    await owner.getByText("No open invitations.").waitFor();
  });

  it("that was withdrawn or is for another phone says so, and another login can be chosen", async () => {
    visits.expectRefusals();
    const team = teamOf(visits.dashboard.stack, () => merchant);
    const merchant = await logIn(visits.dashboard.stack, visits.dashboard.seed.phone);
    const right = newPhone();
    const { token } = await team.invite({ role: "accountant", phone: right });
    const page = await visits.logInAt(`/join#${token}`, newPhone());
    await page.getByText("This invitation was used or withdrawn").waitFor();
    await button(page, "Use another sign-in").click();
    await page.getByText("You are invited to join a shop's account.").waitFor();
    const code = page.getByLabel("Code", { exact: true });
    await page.getByLabel("Phone number").fill(right);
    await button(page, "Send code").click();
    await code.waitFor();
    await code.fill(codesOf(visits.dashboard.stack, right).at(-1) ?? "");
    await button(page, "Accept").click();
    await heading(page, "Overview").waitFor();
    expect(await menuOf(page)).toEqual(MENUS.accountant);
  });
});

it("an invitation that another member has withdrawn is no longer listed once its page learns that", async () => {
  visits.expectRefusals();
  const owner = await logIn(visits.dashboard.stack);
  const { body } = await teamOf(visits.dashboard.stack, () => owner).invite({ role: "cashier" });
  const page = await visits.logInAt("/team", owner.phone);
  await button(page, "Withdraw").waitFor();
  await owner.send("DELETE", `members/invitations/${body.id}/`);
  await button(page, "Withdraw").click();
  await page.getByRole("status").getByText("There is no such invitation.").waitFor();
  await page.getByText("No open invitations.").waitFor();
});

/** The first part of a path, e.g. `webhook-logs`. */
const folderOf = (path: string) => /^\/([^/?]*)/.exec(path)?.[1] ?? "";

describe("an account with more than a page of apps", () => {
  it("offers and names the oldest of them, too, also at the counter", async () => {
    const page = await visits.newPage();
    const { stack, url } = visits.dashboard;
    const { phone, send } = await logIn(stack);
    for (const name of ["Oldest shop", "Newest shop"])
      await send("POST", "apps/", { body: { name } });
    // One app a page.
    await page.route(/\/api\/platform\/apps\/\?/, (route) => {
      const asked = new URL(route.request().url());
      asked.searchParams.set("limit", "1");
      return route.continue({ url: asked.href });
    });
    await takeSession(page.context(), stack, phone);
    await page.goto(`${url}/team`);
    await button(page, "Invite someone").click();
    await page.getByLabel("All apps").uncheck();
    await page.getByRole("checkbox", { name: "Newest shop" }).waitFor();
    await page.getByRole("checkbox", { name: "Newest shop" }).uncheck();
    await page.getByRole("checkbox", { name: "Oldest shop" }).check();
    await button(page, "Invite").click();
    await button(page, "Done").click();
    await page.getByRole("table", { name: "Open invitations" }).getByText("Oldest shop").waitFor();
    await page.goto(`${url}/counter`);
    await page
      .getByLabel("App")
      .getByRole("option", { name: "Oldest shop" })
      .waitFor({ state: "attached" });
  });
});

describe("each role", () => {
  let paths: Readonly<Record<string, string>>;
  beforeAll(async () => {
    // A cashier sees today's checkouts: the day must not end while the roles open them.
    const { stack } = visits.dashboard;
    const left = startOfDay(addDays(dayOf(stack.now()), 1)) - stack.now();
    if (left < 600_000) await stack.advance(left / 1000 + 1);
    paths = {
      ...(await fillDashboard(visits.dashboard)),
      ...(await fillConsole(visits.dashboard)),
    };
  });

  it.each(ROLES)(
    "%s has the menu of the table, opens its views without a refusal, is told about the others, and finds no link to them",
    async (role) => {
      const { stack, seed } = visits.dashboard;
      const merchant = await logIn(stack, seed.phone);
      const team = teamOf(stack, () => merchant);
      const { cookie } = role === "owner" ? merchant : await team.join(role);
      const page = await visits.newPage();
      await keepSession(page.context(), stack.url, cookie);
      await page.goto(stack.url);
      expect(await menuOf(page)).toEqual(MENUS[role]);
      const refused: string[] = [];
      const open = new Set<string>();
      const linked = new Set<string>();
      // `dashboard-views.test.ts` opens all others as their owner.
      for (const view of [...(role === "owner" ? [] : DASHBOARD_VIEWS), ...CONSOLE_VIEWS]) {
        await follow(page, paths[view] ?? "");
        expect(await page.getByRole("heading", { level: 1 }).count(), view).toBe(1);
        const refusal = page.getByRole("heading", {
          name: /^Your role (does not include|can use)/,
        });
        if (await refusal.isVisible()) {
          refused.push(view);
          continue;
        }
        open.add(folderOf(paths[view] ?? ""));
        const links = (await page.evaluate(
          "[...document.querySelectorAll('#content a')].map((link) => link.pathname)",
        )) as string[];
        for (const link of links) linked.add(folderOf(link));
      }
      // The console is no role's.
      expect(refused).toEqual([...REFUSED[role], ...CONSOLE_VIEWS]);
      const closed = refused.map((view) => folderOf(paths[view] ?? ""));
      expect(closed.filter((folder) => linked.has(folder) && !open.has(folder))).toEqual([]);
    },
  );
});

it("a developer reads that they create checkouts in test mode only, and can switch to it", async () => {
  const { stack, seed } = visits.dashboard;
  const merchant = await logIn(stack, seed.phone);
  const { cookie } = await teamOf(stack, () => merchant).join("developer");
  const page = await visits.newPage();
  await keepSession(page.context(), stack.url, cookie);
  await page.goto(`${stack.url}/checkouts/new`);
  await heading(page, "Your role can use this page in test mode only").waitFor();
  await page.getByRole("link", { name: "Switch to test mode" }).click();
  await page.getByLabel("Amount in ETB").waitFor();
  expect(new URL(page.url()).search).toBe("?mode=test");
});

describe("a member of one app", () => {
  it.each(["manager", "cashier", "accountant", "developer"] as const)(
    "as %s opens the first page without a refused request or an error",
    async (role) => {
      const { stack, seed } = visits.dashboard;
      const team = teamOf(stack, () => merchant);
      const merchant = await logIn(stack, seed.phone);
      const { cookie } = await team.join(role, { apps: [seed.app_id] });
      const page = await visits.newPage();
      await keepSession(page.context(), stack.url, cookie);
      const statuses: number[] = [];
      page.on("response", (response) => {
        if (response.url().includes("/api/platform/")) statuses.push(response.status());
      });
      await page.goto(stack.url);
      await heading(page, MENUS[role][0]).waitFor();
      await settled(page);
      expect(statuses.filter((status) => status >= 400)).toEqual([]);
      expect(statuses.length).toBeGreaterThan(0);
      expect(await page.getByRole("alert").count()).toBe(0);
    },
  );
});

describe("a member of two apps", () => {
  it("sees which one lists and figures are of, and chooses the other one", async () => {
    const { stack } = visits.dashboard;
    const owner = await logIn(stack);
    const made = async (name: string): Promise<number> => {
      const { app_id } = (await owner.send("POST", "apps/", { body: { name } })).body;
      const body = { app_id, amount: 5_000, description: `Bread of ${name}` };
      await owner.send("POST", "payment-links/", { body });
      await owner.send("POST", "checkouts/", { body: { ...body, livemode: false } });
      return app_id;
    };
    const apps = [await made("Bole"), await made("Piassa"), await made("Merkato")];
    const { phone } = await teamOf(stack, () => owner).join("manager", { apps: apps.slice(0, 2) });
    const page = await visits.logInAt("/payment-links", phone);
    await page.getByText("Bread of Bole").waitFor();
    const inUse = page.getByRole("complementary").getByLabel("App in use");
    await expect
      .poll(() => inUse.getByRole("option").allTextContents())
      .toEqual(["Bole", "Piassa"]);
    await inUse.selectOption("Piassa");
    await page.getByText("Bread of Piassa").waitFor();
    expect(await page.getByText("Bread of Bole").count()).toBe(0);
    await button(page, "Test").click();
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByLabel("Period").waitFor();
    expect(await inUse.inputValue()).toBe(String(apps[1]));
    expect(await page.getByRole("option", { name: "All apps" }).count()).toBe(0);
  });
});

const DEVELOPER_VIEWS = ["app-keys", "api-keys", "webhooks", "webhook", "webhook-logs", "delivery"];
/** Views that a role is told about instead of seeing them; `/` is another view for each role. */
const REFUSED: Readonly<Record<Role, readonly string[]>> = {
  owner: [],
  manager: [...DEVELOPER_VIEWS, "failed-requests"],
  developer: ["new-checkout", "app-phones", "app-settings", "credits", "team"],
  cashier: [
    ...["app-keys", "app-phones", "app-settings", ...DEVELOPER_VIEWS.slice(1)],
    ...["errors", "failed-requests", "credits", "team"],
  ],
  accountant: [
    ...["new-checkout", "app-keys", "app-phones", "app-settings", ...DEVELOPER_VIEWS.slice(1)],
    ...["errors", "failed-requests", "team"],
  ],
};

describe("the account switch", () => {
  it("is not there for the owner of one account", async () => {
    const page = await visits.logInAt("/account", newPhone());
    await settled(page);
    expect(await page.getByLabel("Account in use").count()).toBe(0);
    expect(await page.getByText("Your accounts").count()).toBe(0);
  });

  it("in one tab makes another tab load again in the chosen account", async () => {
    visits.expectRefusals();
    const { stack, seed } = visits.dashboard;
    const merchant = await logIn(stack, seed.phone);
    const { phone } = await teamOf(stack, () => merchant).join("developer");
    const one = await visits.logInAt("/account", phone);
    const other = await one.context().newPage();
    await other.goto(`${visits.dashboard.url}/account`);
    await heading(other, "Account").waitFor();
    await chooseAccount(one, "developer");
    await heading(one, "Checkouts").waitFor();
    await other.bringToFront();
    await other.getByRole("link", { name: "Checkouts" }).click();
    await other.getByRole("link", { name: "Failed requests" }).waitFor();
    await other.getByRole("link", { name: "Team" }).waitFor({ state: "detached" });
  });
});

describe("an offer of ownership", () => {
  it("is accepted with a fresh code, and the owner who made it stays if they said so", async () => {
    // A read that runs while the role changes is refused once, and repeated with a new token.
    visits.expectRefusals();
    const { stack } = visits.dashboard;
    const first = await logIn(stack);
    const team = teamOf(stack, () => first);
    const manager = await team.join("manager");
    const owner = await visits.logInAt("/team", first.phone);
    await owner
      .getByRole("row", { name: /Manager/ })
      .getByRole("button")
      .click();
    await owner.getByRole("menuitem", { name: "Offer ownership" }).click();
    await button(owner, "Offer ownership").click();
    await owner.getByRole("row", { name: /Ownership offered/ }).waitFor();

    const page = await visits.newPage();
    await keepSession(page.context(), stack.url, manager.cookie);
    await page.goto(`${stack.url}/account`);
    await button(page, "Accept ownership").click();
    await button(page, "Send code").click();
    await page.getByLabel("Code from the SMS").waitFor();
    await page.getByLabel("Code from the SMS").fill(codesOf(stack, manager.phone).at(-1) ?? "");
    await button(page, "Accept").click();
    await heading(page, "Overview").waitFor();
    expect(await menuOf(page)).toEqual(MENUS.owner);
    expect((await team.roles()).map(([, role]) => role)).toEqual(["owner", "owner"]);
  });
});

describe("a member who gets their notifications by Telegram", () => {
  it.each([
    ["en", "Notifications", "Open the bot in Telegram"],
    ["am", "ማሳወቂያዎች", "ቦቱን በቴሌግራም ይክፈቱ"],
  ])(
    "is led to the bot's chat, and keeps an unsaved choice when other settings change, in %s",
    async (language, title, link) => {
      const { stack, url } = visits.dashboard;
      const member = await logIn(stack);
      const { body: config } = await call(url, "GET", "/api/auth/telegram-config/");
      const person = { id: language === "en" ? "88010" : "88011", nonce: config.nonce };
      const { body } = await call(url, "POST", "/_local/telegram/token/", { body: person });
      await member.send("POST", "me/logins/", { body: { id_token: body.id_token } });
      await member.send("PATCH", "me/", { body: { language } });
      const page = await visits.logInAt("/account", member.phone);
      const section = page.locator("section", { has: page.getByRole("heading", { name: title }) });
      const chat = await section.getByRole("link", { name: link }).getAttribute("href");
      expect(chat).toBe("https://t.me/MahtemBot?start=notifications");
      const [channel, paid] = [section.locator("select").first(), section.locator("select").nth(1)];
      await channel.selectOption("sms");
      expect(await section.getByRole("link", { name: link }).count()).toBe(0);
      await member.send("PATCH", "me/notifications/", { body: { paid: "each" } });
      // The button for a test message; after any action the page reads anew.
      await section.getByRole("button").last().click();
      await expect.poll(() => paid.inputValue()).toBe("each");
      expect(await channel.inputValue()).toBe("sms");
    },
  );
});
