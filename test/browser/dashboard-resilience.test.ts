import type { Locator, Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import amharic from "../../web/dashboard/src/texts/am.json" with { type: "json" };
import { codesOf, logIn } from "../support/api.ts";
import { accessibilityProblems, follow, settled } from "../support/browser.ts";
import { setUpDashboardVisits } from "../support/dashboard-visits.ts";
import { teamOf } from "../support/users.ts";

const visits = setUpDashboardVisits();

describe("a merchant who is briefly offline", () => {
  it("shows a message at once, and never sends the form later", async () => {
    visits.expectRefusals();
    const page = await visits.logInAt("/checkouts/new");
    await page.getByLabel("Amount in ETB").fill("1,711");
    await page
      .getByRole("button", { name: "Create checkout", exact: true, disabled: false })
      .waitFor();
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Create checkout", exact: true }).click();
    await page.getByRole("alert").getByText("Check").waitFor();
    await page.getByText("You are offline").waitFor();
    await page.context().setOffline(false);
    await page.getByText("You are offline").waitFor({ state: "detached" });
    // What was sent by itself would have become a payment link by the next one.
    await page.getByRole("button", { name: "Create checkout", exact: true }).click();
    await page.getByText("is ready").waitFor();
    await page.goto(`${visits.dashboard.url}/checkouts`);
    await page.getByText("ETB 1,711.00").first().waitFor();
    expect(await page.getByText("ETB 1,711.00").count()).toBe(1);
  });

  it("reads so in the dialog that is open", async () => {
    const page = await visits.logInAt("/payment-links");
    await page.getByRole("button", { name: "New link" }).first().click();
    const notice = page.getByRole("dialog").getByRole("status").getByText("You are offline");
    await page.context().setOffline(true);
    await notice.waitFor();
    await page.context().setOffline(false);
    await notice.waitFor({ state: "detached" });
  });

  it("stays on a page of ours when a view cannot be loaded, which opens once the device is online", async () => {
    visits.expectRefusals();
    const page = await visits.logInAt("/");
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    // The overview's own parts have loaded.
    await settled(page);
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "Credits", exact: true }).click();
    await page.getByRole("button", { name: "Try again" }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole("heading", { name: "Credits" }).waitFor();
  });

  it("sees what could not be read once the device is online", async () => {
    visits.expectRefusals();
    const page = await visits.logInAt("/books");
    const period = page.getByLabel("Period");
    await period.waitFor();
    await settled(page);
    await page.context().setOffline(true);
    await period.selectOption("gregorian");
    const tryAgain = page.getByRole("button", { name: "Try again" });
    await tryAgain.waitFor();
    await page.context().setOffline(false);
    await tryAgain.waitFor({ state: "detached" });
  });
});

describe("a session that expires over a form", () => {
  /** Ends the page's session, and signs in again in the dialog that asks for it. */
  async function signInAgain(page: Page, phone: string): Promise<Locator> {
    await page.context().clearCookies();
    const refuse = "**/api/platform/**";
    await page.route(refuse, (route) =>
      route.fulfill({
        status: 401,
        contentType: "application/problem+json",
        body: JSON.stringify({ status: 401, code: "unauthenticated", title: "Unauthenticated" }),
      }),
    );
    await page.getByRole("button", { name: "Create checkout", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Your session has expired" });
    await dialog.waitFor();
    await page.unroute(refuse);
    for (let press = 0; press < 3; press++) await page.keyboard.press("Escape");
    await dialog.getByLabel("Phone number").fill(phone);
    await visits.dashboard.stack.advance(61);
    await dialog.getByRole("button", { name: "Send code" }).click();
    const code = dialog.getByLabel("Code");
    await code.waitFor();
    await code.fill(codesOf(visits.dashboard.stack, phone).at(-1) ?? "");
    return dialog;
  }

  it("is renewed on top of the page, and the typed form is kept", async () => {
    visits.expectRefusals();
    const page = await visits.logInAt("/checkouts/new");
    await page.getByLabel("Amount in ETB").fill("1,822");
    const dialog = await signInAgain(page, visits.dashboard.seed.phone);
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByLabel("Amount in ETB").inputValue()).toBe("1,822");
    expect(await page.getByRole("main").getByRole("alert").count()).toBe(0);
  });

  it("stays on the page when the dialog to sign in cannot be loaded, and asks again", async () => {
    visits.expectRefusals();
    const page = await visits.logInAt("/checkouts/new");
    await page.getByLabel("Amount in ETB").fill("1,844");
    const part = /\/assets\/sign-in-again-[^/]+\.js$/;
    await page.route(part, (route) => route.fulfill({ status: 404 }));
    await page.context().clearCookies();
    await page.route("**/api/platform/**", (route) =>
      route.fulfill({ status: 401, json: { status: 401, code: "unauthenticated" } }),
    );
    await page.getByRole("button", { name: "Create checkout", exact: true }).click();
    const failed = page.getByRole("dialog", { name: "This part could not be loaded" });
    await failed.getByRole("button", { name: "Cancel" }).click();
    expect(await page.getByLabel("Amount in ETB").inputValue()).toBe("1,844");
    await page.getByRole("button", { name: "Create checkout", exact: true }).click();
    await failed.waitFor();
    await page.unroute(part);
    await failed.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("dialog", { name: "Your session has expired" }).waitFor();
    expect(await page.getByLabel("Amount in ETB").inputValue()).toBe("1,844");
  });

  it("leads to the first page where the user has chosen another account on another device", async () => {
    visits.expectRefusals();
    const { stack, seed, url } = visits.dashboard;
    const merchant = await logIn(stack, seed.phone);
    const member = await logIn(stack);
    const { token } = await teamOf(stack, () => merchant).invite({ role: "manager" });
    await member.send("POST", "me/memberships/", { body: { token } });
    const page = await visits.logInAt("/checkouts/new", member.phone);
    await page.getByRole("complementary").getByText("Manager").waitFor({ state: "attached" });
    await page.getByLabel("Amount in ETB").fill("1,933");
    const elsewhere = await logIn(stack, member.phone);
    const own = (await elsewhere.send("GET", "me/memberships/")).body.data.find(
      ({ role }: { role: string }) => role === "owner",
    );
    await elsewhere.send("POST", "session/account/", { body: { account_id: own.account_id } });
    await signInAgain(page, member.phone);
    await page.waitForURL(`${url}/`);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
  });
});

describe("a member of two accounts", () => {
  const SHOWN = "sessionStorage.getItem('account-shown')";

  /** A page of a manager of the seeded account, which knows its name. The manager has an account of their own too. */
  async function openManager(locale: string) {
    const { stack, seed } = visits.dashboard;
    const owner = await logIn(stack, seed.phone);
    const invited = await logIn(stack);
    const { token } = await teamOf(stack, () => owner).invite({ role: "manager" });
    await invited.send("POST", "me/memberships/", { body: { token } });
    const member = await logIn(stack, invited.phone);
    const { data } = (await member.send("GET", "me/memberships/")).body;
    const joined = data.find(({ role }: { role: string }) => role === "manager");
    const page = await visits.logInAt("/account", member.phone, { locale });
    await expect.poll(() => page.evaluate(SHOWN)).not.toBeNull();
    return { page, owner, member, name: joined.app_names.join(", ") as string };
  }

  it.each([
    ["en", (name: string) => `You are no longer a member of ${name}.`],
    ["am", (name: string) => `ከእንግዲህ የ${name} አባል አይደሉም።`],
  ])("is told once which one they were removed from (%s)", async (locale, sentence) => {
    visits.expectRefusals();
    const { stack } = visits.dashboard;
    const { page, owner, member, name } = await openManager(locale);
    // Before the removal: any request after it loads the page anew.
    const before = await page.evaluate(SHOWN);
    const { id } = (await member.send("GET", "me/")).body;
    expect((await owner.send("DELETE", `members/${id}/`)).status).toBe(204);
    await stack.advance(61);
    await page.locator('aside a[href="/checkouts"]').click();
    await page.getByRole("status").getByText(sentence(name), { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).not.toBe(before);
    await page.reload();
    await settled(page);
    expect(await page.getByText(sentence(name)).count()).toBe(0);
  });

  it("is told nothing when they choose the other one", async () => {
    const { page, name } = await openManager("en");
    const before = await page.evaluate(SHOWN);
    const choice = page.getByLabel("Account in use");
    const other = await choice.locator("option:not(:checked)").getAttribute("value");
    await choice.selectOption(other);
    await expect.poll(() => page.evaluate(SHOWN)).not.toBe(before);
    await settled(page);
    expect(await page.getByText(`no longer a member of ${name}`).count()).toBe(0);
  });
});

describe("a slow connection", () => {
  it.each([
    ["that its address opens", "/credits", (page: Page) => page.reload().then(() => settled(page))],
    ["that a link opens", "/account", (page: Page) => follow(page, "/credits")],
  ])(
    "keeps a view %s from being settled before all that it shows has come",
    async (_, start, open) => {
      const page = await visits.logInAt(start);
      const { promise, resolve: answer } = Promise.withResolvers<void>();
      const held: Route[] = [];
      await page.route("**/api/platform/credits/**", (route) => {
        held.push(route);
        return promise.then(() => route.continue());
      });
      let isSettled = false;
      const opened = open(page).then(() => {
        isSettled = true;
      });
      const shown = () => page.getByRole("row").count();
      await expect.poll(() => held.length).toBeGreaterThan(0);
      for (let look = 0; look < 10; look++) {
        await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
      }
      expect([isSettled, await shown()]).toEqual([false, 0]);
      answer();
      await opened;
      expect(await shown()).toBeGreaterThan(0);
    },
  );

  it("does not judge a corrected code by the answer to the wrong one", async () => {
    visits.expectRefusals();
    const page = await visits.newPage();
    const phone = "+251911787878";
    await page.goto(`${visits.dashboard.url}/login`);
    await page.getByLabel("Phone number").fill(phone);
    await page.getByRole("button", { name: "Send code" }).click();
    const code = page.getByLabel("Code", { exact: true });
    await code.waitFor();
    const right = codesOf(visits.dashboard.stack, phone).at(-1) ?? "";
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    const hold = (route: Route) => promise.then(() => route.continue());
    await page.route("**/api/auth/verify-otp/", hold, { times: 1 });
    await code.fill(right === "000000" ? "000001" : "000000");
    await code.fill(right);
    answer();
    await page.locator("#content").waitFor();
  });

  it("keeps a decision's dialog open until the page shows the decision", async () => {
    const checkout = await visits.dashboard.checkout();
    await visits.dashboard.pay(checkout, { receiver_name: "Somebody Else Entirely" });
    const page = await visits.logInAt(`/checkouts/${checkout.id}`);
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Seen on the statement");
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    const hold = (route: Route) => promise.then(() => route.continue());
    const approved = page.waitForResponse((response) => response.url().endsWith("/approve/"));
    const read = page.waitForRequest(
      (request) => request.method() === "GET" && request.url().includes(checkout.id),
    );
    await page.route(`**/api/platform/checkouts/${checkout.id}/`, hold);
    await dialog.getByRole("button", { name: "Approve" }).click();
    await Promise.all([approved, read]);
    expect(await dialog.isVisible()).toBe(true);
    answer();
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByText("This payment needs your review").count()).toBe(0);
  });
});

describe("a reusable payment link", () => {
  it("is created, shared with its QR code, and turned off", async () => {
    const page = await visits.logInAt("/payment-links");
    await page.getByRole("button", { name: "New link" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/Description/).fill("Yoga class");
    await dialog.getByRole("button", { name: "Create link" }).click();
    const share = page.getByRole("dialog", { name: "Share this link" });
    // Outside of the dialog nobody would see or hear it.
    await share.getByRole("status").getByText("Link saved").waitFor();
    await share.getByRole("img", { name: "QR code of the payment link" }).waitFor();
    const url = (await share.getByRole("link", { name: /\/p\// }).getAttribute("href")) ?? "";
    expect(await (await fetch(url)).text()).toContain("Yoga class");
    expect(await share.getByRole("link", { name: "WhatsApp" }).getAttribute("href")).toContain(
      encodeURIComponent(url),
    );
    await share.getByRole("button", { name: "Close" }).click();
    await page.getByRole("table").getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Turn off" }).click();
    await page.getByText("Off", { exact: true }).waitFor();
  });

  it("keeps its own currency, and that currency's decimal places", async () => {
    const { stack, seed } = visits.dashboard;
    const owner = await logIn(stack, seed.phone);
    const body = { app_id: seed.app_id, amount: 5_000, currency: "JPY", description: "In yen" };
    const { id } = (await owner.send("POST", "payment-links/", { body })).body;
    const page = await visits.logInAt("/payment-links");
    const row = page.getByRole("row").filter({ hasText: "In yen" });
    await row.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    const amount = page.getByRole("dialog").getByLabel(/Amount in JPY/);
    expect(await amount.inputValue()).toBe("5000");
    await amount.fill("80");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect((await owner.send("GET", `payment-links/${id}/`)).body.amount).toBe(80);
  });
});

describe("the dashboard in Amharic", () => {
  it("refuses to approve payments that the user has not seen, says so, and reads the checkout again", async () => {
    visits.expectRefusals();
    const [both, other] = [
      await visits.dashboard.checkout({ amount: 141_400 }),
      await visits.dashboard.checkout({ amount: 61_400 }),
    ];
    const { reference } = await visits.dashboard.pay(both, { amount: 61_400 });
    await visits.dashboard.pay(both, { amount: 70_000 });
    const page = await visits.logInAt(`/checkouts/${both.id}`, undefined, { locale: "am" });
    await page.clock.install();
    await page.reload();
    await page.getByRole("button", { name: "ያጽድቁ", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("በባንክ መግለጫ ላይ ታይቷል");
    // One payment moves to the order that it pays in full.
    expect(await visits.dashboard.handIn(other, reference)).toBe("matched");
    // By a clock of 1 ms per look, only the refusal makes the page read the checkout, not its timer of 5 s.
    await page.clock.pauseAt(Date.now() + 60_000);
    await dialog.getByRole("button", { name: "ያጽድቁ", exact: true }).click();
    const shows = (place: Locator, text: string) =>
      expect
        .poll(async () => {
          await page.clock.runFor(1);
          return place.getByText(text).count();
        })
        .toBeGreaterThan(0);
    await shows(dialog.getByRole("alert"), "ከመወሰንዎ በፊት እንደገና ይመልከቱት");
    await shows(page.locator("#content"), "714.00");
    await page.clock.resume();
    await dialog.getByRole("button", { name: "ያጽድቁ", exact: true }).click();
    await page.getByText("ጸድቋል").first().waitFor();
  });

  it("says what is wrong with a field at the field, under its own label", async () => {
    visits.expectRefusals();
    const page = await visits.logInAt("/checkouts/new", undefined, { locale: "am" });
    await page.getByLabel("መጠን በETB").fill("12");
    const reference = page.getByLabel(/^የእርስዎ ማጣቀሻ/);
    await reference.fill("1042");
    const errors = [{ path: "client_reference", message: "is used already" }];
    const problem = { status: 400, code: "invalid_request", title: "Not valid", errors };
    await page.route("**/api/platform/checkouts/", (route) =>
      route.fulfill({ status: 400, contentType: "application/problem+json", json: problem }),
    );
    await page.getByRole("button", { name: "ክፍያ ይፍጠሩ", exact: true }).click();
    await reference.and(page.locator("[aria-invalid=true]:focus")).waitFor();
    expect(await page.locator("form").textContent()).not.toMatch(/reference/i);
  });

  it("says why an app with an open checkout is not deleted, nor its account closed", async () => {
    visits.expectRefusals();
    const { seed, url, checkout } = visits.dashboard;
    await checkout();
    const page = await visits.logInAt("/checkouts", undefined, { locale: "am" });
    const closing = amharic["account.closeMyAccount"];
    for (const [path, action, typed, said] of [
      [`/apps/${seed.app_id}/settings`, "apps.deleteApp", "Selam Coffee", "apps.undecidedFirst"],
      ["/account", "account.closeAccount", closing, "account.undecidedFirst"],
    ] as const) {
      await page.goto(url + path);
      await page.getByRole("button", { name: amharic[action], exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox").fill(typed);
      await dialog.getByRole("button", { name: amharic[action], exact: true }).click();
      await dialog.getByText(amharic[said]).waitFor();
    }
  });

  it("keeps the chosen language and shows no key of a text", async () => {
    const page = await visits.logInAt("/checkouts");
    await page.getByRole("button", { name: "አማርኛ" }).first().click();
    await page.getByRole("heading", { name: "ክፍያዎች" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("am");
    expect(await page.getByRole("main").textContent()).not.toMatch(
      /\b[a-z]+[A-Z]?\w*\.[a-z]+[A-Z]\w+/,
    );
  });
});
