import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { logIn, newPhone } from "../support/api.ts";
import { accessibilityProblems, keepSession, settled, takeSession } from "../support/browser.ts";
import { setUpDashboardVisits } from "../support/dashboard-visits.ts";
import { teamOf } from "../support/users.ts";

const visits = setUpDashboardVisits();

/** A new merchant with one app and an account at each of these banks. */
async function newMerchant() {
  const owner = await logIn(visits.dashboard.stack, newPhone());
  const { app_id } = (await owner.send("POST", "apps/", { body: { name: "Bakery" } })).body;
  for (const [provider, account_number] of [
    ["telebirr", "251911000101"],
    ["cbe", "1000200300401"],
  ]) {
    const body = { provider, account_name: "Hirut Belachew", account_number };
    await owner.send("POST", `apps/${app_id}/payment-methods/`, { body });
  }
  return { ...owner, appId: Number(app_id) };
}

/** Answers requests of `method` whose path ends in `path` by `answer`, until the returned function is called. */
async function intercept(
  page: Page,
  method: string,
  path: RegExp,
  answer: (route: Route) => Promise<void>,
): Promise<() => Promise<void>> {
  const isMeant = (url: URL) => path.test(url.pathname);
  await page.route(isMeant, (route) =>
    route.request().method() === method ? answer(route) : route.fallback(),
  );
  return () => page.unroute(isMeant);
}

const refuse = (route: Route) =>
  route.fulfill({
    status: 429,
    contentType: "application/problem+json",
    body: JSON.stringify({ status: 429, code: "rate_limited", detail: "Too many requests." }),
  });

describe("a refresh that fails behind a page", () => {
  const answered = (page: Page, path: RegExp, status: number) =>
    page.waitForResponse(
      (response) =>
        response.request().method() === "GET" &&
        path.test(new URL(response.url()).pathname) &&
        response.status() === status,
    );

  it("keeps an app's settings and what was typed into them", async () => {
    visits.expectRefusals();
    const { phone, appId } = await newMerchant();
    const page = await visits.logInAt(`/apps/${appId}/settings`, phone);
    const name = page.getByLabel("App name");
    await name.fill("Bakery in Bole");
    await page.getByLabel("Color").fill("#123456");
    const path = /\/apps\/\d+\/$/;
    const restore = await intercept(page, "GET", path, refuse);
    const save = page.getByRole("button", { name: "Save color" });
    await Promise.all([answered(page, path, 429), save.click()]);
    await restore();
    await Promise.all([answered(page, path, 200), save.click()]);
    expect(await name.inputValue()).toBe("Bakery in Bole");
  });

  it("keeps an app's accounts", async () => {
    visits.expectRefusals();
    const { phone, appId } = await newMerchant();
    const page = await visits.logInAt(`/apps/${appId}`, phone);
    const turnOff = page.getByRole("button", { name: "Turn off" });
    await turnOff.last().waitFor();
    const path = /\/payment-methods\/$/;
    const restore = await intercept(page, "GET", path, refuse);
    await Promise.all([answered(page, path, 429), turnOff.first().click()]);
    await restore();
    await turnOff.last().click();
    await expect.poll(() => page.getByRole("button", { name: "Turn on" }).count()).toBe(2);
  });
});

describe("a refused action without a form", () => {
  it.each<[string, (appId: number) => string, string, RegExp, (page: Page) => Promise<void>]>([
    [
      "turning a payment link off",
      () => "/payment-links",
      "PATCH",
      /\/payment-links\/[^/]+\/$/,
      async (page) => {
        await page.getByRole("table").getByRole("button", { name: "More actions" }).click();
        await page.getByRole("menuitem", { name: "Turn off" }).click();
      },
    ],
    [
      "turning an account off",
      (appId) => `/apps/${appId}`,
      "PATCH",
      /\/payment-methods\/[^/]+\/$/,
      (page) => page.getByRole("button", { name: "Turn off" }).first().click(),
    ],
    [
      "signing another device out",
      () => "/account",
      "DELETE",
      /\/sessions\/[^/]+\/$/,
      (page) => page.getByRole("table").getByRole("button", { name: "Sign out" }).first().click(),
    ],
    [
      "signing out",
      () => "/",
      "POST",
      /\/auth\/logout\/$/,
      (page) => page.getByRole("complementary").getByRole("button", { name: "Sign out" }).click(),
    ],
  ])("shows its problem: %s", async (_, pathOf, method, path, act) => {
    visits.expectRefusals();
    const { phone, appId, send } = await newMerchant();
    const body = { app_id: appId, amount: 5_000, description: "Bread" };
    await send("POST", "payment-links/", { body });
    const page = await visits.logInAt(pathOf(appId), phone);
    await intercept(page, method, path, refuse);
    await act(page);
    await page.getByText("Too many requests.").waitFor();
  });

  it("shows its problem and leaves the order as it is: moving an account", async () => {
    visits.expectRefusals();
    const { phone, appId, send } = await newMerchant();
    const page = await visits.logInAt(`/apps/${appId}`, phone);
    let sent = 0;
    const restore = await intercept(page, "PATCH", /\/payment-methods\/[^/]+\/$/, (route) => {
      sent += 1;
      return refuse(route);
    });
    const down = page.getByRole("button", { name: "Move Telebirr down" });
    await down.click();
    await page.getByText("Too many requests.").waitFor();
    expect(sent).toBe(1);
    await restore();
    await down.click();
    const providers = async () =>
      (await send("GET", `apps/${appId}/payment-methods/`)).body.data.map(
        ({ provider }: { provider: string }) => provider,
      );
    await expect.poll(providers).toEqual(["cbe", "telebirr"]);
  });
});

describe("a list", () => {
  it("says why its next page could not be read", async () => {
    visits.expectRefusals();
    const { phone, appId, send } = await newMerchant();
    for (let count = 0; count < 21; count++) {
      const body = { app_id: appId, amount: 5_000, description: `Bread ${count}` };
      await send("POST", "payment-links/", { body });
    }
    const page = await visits.logInAt("/payment-links", phone);
    const more = page.getByRole("button", { name: "Show more" });
    await more.waitFor();
    const restore = await intercept(page, "GET", /\/payment-links\/$/, refuse);
    await more.click();
    await page.getByRole("alert").getByText("Too many requests.").waitFor();
    await restore();
    await more.click();
    await page.getByText("Bread 0", { exact: true }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});

describe("settings that could not be read", () => {
  it.each([
    ["the approval limit", "/team", /\/platform\/account\/$/, "Approval limit"],
    ["the notifications", "/account", /\/notifications\/$/, "Notifications"],
  ])("are not left out without a word: %s", async (_, path, read, title) => {
    visits.expectRefusals();
    const { phone } = await newMerchant();
    const page = await visits.newPage();
    const restore = await intercept(page, "GET", read, refuse);
    await takeSession(page.context(), visits.dashboard.stack, phone);
    await page.goto(visits.dashboard.url + path);
    const section = page.locator("section").filter({ hasText: "Too many requests." });
    await section.getByRole("heading", { name: title }).waitFor();
    await restore();
    await section.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Too many requests.").waitFor({ state: "detached" });
    await page
      .locator("section", { hasText: title })
      .getByRole("button", { name: "Save" })
      .waitFor();
  });
});

describe("a list of apps that could not be read", () => {
  it("leaves no view waiting or empty: it says why, and can be asked for again", async () => {
    visits.expectRefusals();
    const { phone } = await newMerchant();
    const page = await visits.logInAt("/account", phone);
    for (const [path, shown] of [
      ["/webhook-logs", page.getByText("Nothing sent yet")],
      ["/checkouts/new", page.getByLabel("Amount in ETB")],
    ] as const) {
      const restore = await intercept(page, "GET", /\/platform\/apps\/$/, refuse);
      await page.goto(visits.dashboard.url + path);
      await page.getByRole("alert").getByText("Too many requests.").waitFor();
      expect(await shown.count()).toBe(0);
      await restore();
      await page.getByRole("button", { name: "Try again" }).click();
      await shown.waitFor();
    }
  });
});

describe("reviews and statements that could not be read", () => {
  it("are not called nothing that needs attention", async () => {
    visits.expectRefusals();
    const { phone } = await newMerchant();
    const page = await visits.logInAt("/account", phone);
    const section = page.locator("section").filter({ hasText: "Needs attention" });
    for (const path of [/\/platform\/checkouts\/$/, /\/statements\/$/]) {
      const restore = await intercept(page, "GET", path, refuse);
      await page.goto(visits.dashboard.url);
      await section.getByText("Too many requests.").waitFor();
      expect(await section.getByText("Nothing needs your attention").count()).toBe(0);
      await restore();
    }
    await page.goto(visits.dashboard.url);
    await settled(page);
    expect(await section.textContent()).not.toContain("Too many requests.");
  });
});

describe("figures that lag behind", () => {
  it("say on the overview of when they are, until they are current again", async () => {
    const { phone } = await newMerchant();
    const page = await visits.logInAt("/account", phone);
    const until = new Date(Date.now() - 300_000).toISOString();
    const restore = await intercept(page, "GET", /\/platform\/stats\/$/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), counted_until: until } });
    });
    await page.goto(visits.dashboard.url);
    const line = page.getByRole("status").filter({ hasText: "These figures are from" });
    expect(await line.getByRole("time").getAttribute("datetime")).toBe(until);
    await line.getByText("What came later is added within 15 minutes.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await restore();
    await page.reload();
    await page.getByText("Payments today").waitFor();
    await settled(page);
    expect(await line.count()).toBe(0);
  });
});

describe("a lost answer", () => {
  /** Carries requests out, and loses their answers. */
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort("internetdisconnected");
  };

  it("makes no second API key when the button is pressed again", async () => {
    visits.expectRefusals();
    const { phone, send } = await newMerchant();
    const page = await visits.logInAt("/api-keys", phone);
    await page.getByRole("button", { name: "New API key" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Till");
    const create = dialog.getByRole("button", { name: "Create key" });
    const restore = await intercept(page, "POST", /\/api-keys\/$/, lose);
    await create.click();
    await dialog.getByText("cannot be reached").waitFor();
    await restore();
    await create.click();
    await dialog.getByText("we can't show its secret again").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    expect((await send("GET", "api-keys/")).body.data).toHaveLength(1);
  });

  it("leaves no list as it was before: the key that was made is in it", async () => {
    visits.expectRefusals();
    const { phone } = await newMerchant();
    const page = await visits.logInAt("/api-keys", phone);
    await page.getByText("No API keys yet").waitFor();
    await page.getByRole("button", { name: "New API key" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Till");
    await intercept(page, "POST", /\/api-keys\/$/, lose);
    await dialog.getByRole("button", { name: "Create key" }).click();
    await dialog.getByText("cannot be reached").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("row", { name: /Till/ }).waitFor();
  });

  it("makes no second checkout when the button is pressed again, but another one when asked", async () => {
    visits.expectRefusals();
    const { phone, send } = await newMerchant();
    const count = async () => (await send("GET", "checkouts/")).body.data.length;
    const page = await visits.logInAt("/checkouts/new", phone);
    await page.getByLabel("Amount in ETB").fill("50");
    const create = page.getByRole("button", { name: "Create checkout", exact: true });
    const restore = await intercept(page, "POST", /\/checkouts\/$/, lose);
    await create.click();
    await page.getByText("cannot be reached").waitFor();
    await restore();
    await create.click();
    await page.getByText("is ready").waitFor();
    expect(await count()).toBe(1);
    await page.getByRole("button", { name: "Create another" }).click();
    await create.click();
    await page.getByText("is ready").waitFor();
    expect(await count()).toBe(2);
  });
});

describe("a page whose account has changed since it was opened", () => {
  /** A member's page at `path`, which knows what account it shows. */
  async function open(page: Page, path: string): Promise<Page> {
    await page.goto(visits.dashboard.url + path);
    await page.getByLabel("Amount in ETB").fill("321");
    await expect.poll(() => page.evaluate("sessionStorage['account-shown']")).toBeTruthy();
    return page;
  }

  it("says at the counter and elsewhere that another one was chosen in another tab, and which", async () => {
    visits.expectRefusals();
    const { stack, seed, url } = visits.dashboard;
    const owner = await logIn(stack, seed.phone);
    const team = teamOf(stack, () => owner);
    const { accountId, ...member } = await team.join("manager");
    const page = await visits.newPage();
    await keepSession(page.context(), url, member.cookie);
    await open(page, "/checkouts/new");
    const counter = await open(await page.context().newPage(), "/counter");
    const chosen = await member.send("POST", "session/account/", {
      body: { account_id: accountId },
    });
    const own = team.renewed({ accountId, ...member }, chosen.body.access_token);
    await own.send("POST", "apps/", { body: { name: "Own shop" } });
    const said = "Another account was chosen in this browser. This page now shows: Own shop.";
    await page.getByRole("button", { name: "Create checkout" }).click();
    await page.getByRole("status").getByText(said).waitFor();
    await counter.getByRole("button", { name: "Take payment" }).click();
    await counter.getByRole("status").getByText(said).waitFor();
    await counter.close();
  });

  it("says at the counter which one the member has lost, not that there is no app", async () => {
    visits.expectRefusals();
    const { stack, seed, url } = visits.dashboard;
    const owner = await logIn(stack, seed.phone);
    const cashier = await teamOf(stack, () => owner).join("cashier");
    const page = await visits.newPage({ width: 360 });
    await keepSession(page.context(), url, cashier.cookie);
    await settled(await open(page, "/counter"));
    await owner.send("DELETE", `members/${cashier.userId}/`);
    await page.getByRole("button", { name: "Take payment" }).click();
    await page.getByText(/^You are no longer a member of .*Selam Coffee.*\.$/).waitFor();
    expect(await page.getByText("There is no app to sell for yet").count()).toBe(0);
  });
});

describe("a session that has ended", () => {
  /** The counter of a merchant, whose session there ends after it was opened. */
  async function openCounter(): Promise<Page> {
    visits.expectRefusals();
    const owner = await newMerchant();
    const page = await visits.logInAt("/counter", owner.phone, { width: 360 });
    await page.getByText("No payments yet today.").waitFor();
    await page.getByLabel("Amount in ETB").fill("20");
    const { data } = (await owner.send("GET", "sessions/")).body;
    for (const { id, current } of data) if (!current) await owner.send("DELETE", `sessions/${id}/`);
    return page;
  }
  const sell = (page: Page) => page.getByRole("button", { name: "Take payment" }).click();

  it.each([
    ["a sale is begun", sell],
    ["it is opened", (page: Page) => page.reload()],
  ])("leads from the counter to the sign-in when %s", async (_, use) => {
    const page = await openCounter();
    await use(page);
    await page.getByLabel("Phone number").waitFor();
  });

  it("leaves another user signed in who has signed in on another tab since", async () => {
    const page = await openCounter();
    await keepSession(page.context(), visits.dashboard.url, (await newMerchant()).cookie);
    const next = await page.context().newPage();
    const credits = next.getByRole("heading", { name: "Credits", level: 1 });
    await next.goto(`${visits.dashboard.url}/credits`);
    await credits.waitFor();
    await Promise.all([page.waitForEvent("load"), sell(page)]);
    await next.reload();
    await credits.waitFor();
    await next.close();
  });
});
