import type { Locator, Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { codesOf, logIn, newPhone } from "../support/api.ts";
import { isTooWide, settled, takeSession } from "../support/browser.ts";
import { setUpDashboardVisits } from "../support/dashboard-visits.ts";
import { teamOf } from "../support/users.ts";

const visits = setUpDashboardVisits();

/** Both clicks come before the page has drawn the first one's effect, as on a slow phone. */
const tapTwice = (page: Page, button: string) =>
  page
    .getByRole("dialog")
    .getByRole("button", { name: button, exact: true })
    .evaluate((element) => {
      (element as unknown as { click(): void }).click();
      (element as unknown as { click(): void }).click();
    });

/** Signs a new merchant in by a code, each of whose digits is typed as `typed` says. */
async function signIn(page: Page, typed = (digit: string) => digit): Promise<void> {
  const phone = newPhone();
  await page.goto(`${visits.dashboard.url}/checkouts`);
  await page.getByLabel("Phone number").fill(phone);
  await page.getByRole("button", { name: "Send code" }).click();
  const code = page.getByLabel("Code", { exact: true });
  await code.waitFor();
  const sent = codesOf(visits.dashboard.stack, phone).at(-1) ?? "";
  await code.fill(sent.replaceAll(/\d/g, typed));
  await page.getByRole("heading", { name: "Checkouts", level: 1 }).waitFor();
}

describe("a browser that keeps nothing", () => {
  const REFUSED = "get() { throw new DOMException('denied', 'SecurityError'); }";
  it.each([
    ["refuses its storage", `Object.defineProperty(window, "localStorage", { ${REFUSED} })`],
    ["has no storage", 'Object.defineProperty(window, "localStorage", { value: null })'],
    ["has what another version kept", "sessionStorage.setItem('account-shown', '{')"],
    ["is full", "Storage.prototype.setItem = () => { throw new Error('the device is full'); }"],
  ])("still signs in, where it %s", async (_, script) => {
    const page = await visits.newPage();
    await page.addInitScript(script);
    await signIn(page);
  });
});

it("a page whose files have not come loads again once the device is online", async () => {
  const page = await visits.logInAt("/credits");
  let isHeld = false;
  await page.route(/\/assets\/start-[^/]+\.js$/, (route) => {
    // The first one gets no answer.
    if (isHeld) return route.continue();
    isHeld = true;
  });
  await page.goto(`${visits.dashboard.url}/checkouts`, { waitUntil: "commit" });
  await expect.poll(() => isHeld).toBe(true);
  await page.evaluate('dispatchEvent(new Event("online"))');
  await page.getByRole("heading", { name: "Checkouts", level: 1 }).waitFor();
});

describe("two taps on a button of a slow phone", () => {
  it("are one call, whose secret is shown", async () => {
    const page = await visits.logInAt("/webhooks");
    await page.getByRole("button", { name: "New endpoint" }).click();
    await page
      .getByRole("dialog")
      .getByLabel("URL")
      .fill(`${visits.dashboard.url}/_local/receiver/`);
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") calls.push(new URL(request.url()).pathname);
    });
    await tapTwice(page, "Create endpoint");
    await page.getByRole("dialog").getByText("whsec_").waitFor();
    expect(calls).toEqual(["/api/platform/webhooks/"]);
  });

  it("remove once, and report nothing that failed", async () => {
    const { stack, seed } = visits.dashboard;
    const owner = await logIn(stack, seed.phone);
    const body = { app_id: seed.app_id, description: "Removed by two taps" };
    expect((await owner.send("POST", "payment-links/", { body })).status).toBe(201);
    const page = await visits.logInAt("/payment-links");
    const row = page.getByRole("row").filter({ hasText: "Removed by two taps" });
    await row.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await tapTwice(page, "Delete");
    await row.waitFor({ state: "detached" });
    await page.getByRole("status").getByText("Link deleted").waitFor();
    await settled(page);
    await page.getByRole("status").getByText("Link deleted").waitFor();
  });
});

describe("a response that is not from the service", () => {
  it.each([
    ["the login page of a network", 200, "The service cannot be reached. Check your connection"],
    ["a gateway's limit", 413, "This is too large."],
    ["a gateway's rate limit", 429, "Too many attempts in a short time."],
  ])("is explained to people: %s", async (_, status, said) => {
    visits.expectRefusals();
    const page = await visits.logInAt("/checkouts/new");
    await page.getByLabel("Amount in ETB").fill("1,955");
    await page.route("**/api/platform/checkouts/", (route) =>
      route.fulfill({ status, contentType: "text/html", body: "<main>Welcome</main>" }),
    );
    await page.getByRole("button", { name: "Create checkout", exact: true }).click();
    await page.getByRole("alert").getByText(said).waitFor();
    expect(await page.getByLabel("Amount in ETB").inputValue()).toBe("1,955");
  });
});

it("a new checkout is for the app that its form shows, also where another tab has deleted the chosen one", async () => {
  visits.expectRefusals();
  const { stack, seed } = visits.dashboard;
  const owner = await logIn(stack, seed.phone);
  const made = await owner.send("POST", "apps/", { body: { name: "Closed soon" } });
  const page = await visits.logInAt("/checkouts/new");
  const app = page.getByLabel("App", { exact: true });
  await app.selectOption("Closed soon");
  await page.getByLabel("Amount in ETB").fill("1,966");
  expect((await owner.send("DELETE", `apps/${made.body.app_id}/`)).status).toBe(204);
  const create = page.getByRole("button", { name: "Create checkout", exact: true });
  await create.click();
  await page.getByRole("alert").getByText("There is no such app.").waitFor();
  await page.getByRole("option", { name: "Closed soon" }).waitFor({ state: "detached" });
  const shown = Number(await app.inputValue());
  await create.click();
  await page.getByText("The link for ETB 1,966.00 is ready.").waitFor();
  const { data } = (await owner.send("GET", "checkouts/?limit=1")).body;
  expect(data[0]).toMatchObject({ amount: 196_600, app_id: shown });
});

it("an invitation whose acceptance was not answered leads into the account at the next try", async () => {
  visits.expectRefusals();
  const { stack, seed, url } = visits.dashboard;
  const owner = await logIn(stack, seed.phone);
  const { token } = await teamOf(stack, () => owner).invite({ role: "cashier" });
  const page = await visits.logInAt(`/join#${token}`, newPhone());
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort("internetdisconnected");
  };
  await page.route("**/api/platform/me/memberships/", loseAnswer, { times: 1 });
  const accept = page.getByRole("button", { name: "Accept" });
  await accept.click();
  await page.getByRole("alert").getByText("The service cannot be reached.").waitFor();
  await accept.click();
  await page.waitForURL(`${url}/checkouts`);
  await page.getByRole("complementary").getByText("Cashier").waitFor({ state: "attached" });
});

it("shows where buttons are, and what is current, in the user's own colors", async () => {
  const page = await visits.logInAt("/checkouts");
  await page.emulateMedia({ forcedColors: "active" });
  const style = (selector: string, property: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);
  expect(await style('main a[href="/checkouts/new"]', "borderTopWidth")).toBe("1px");
  const current = await style('aside a[href="/checkouts"]', "backgroundColor");
  expect(current).not.toBe(await style('aside a[href="/credits"]', "backgroundColor"));
});

it("the keyboard keeps its place in a list, also where the button for more or the chosen row goes", async () => {
  const owner = await logIn(visits.dashboard.stack, newPhone());
  const app = await owner.send("POST", "apps/", { body: { name: "Bakery" } });
  for (let count = 0; count < 22; count++) {
    const body = { app_id: app.body.app_id, amount: 5_000, description: `Bread ${count}.` };
    await owner.send("POST", "payment-links/", { body });
  }
  const page = await visits.logInAt("/payment-links", owner.phone);
  const focused = page.locator(":focus");
  await page.getByRole("button", { name: "Show more" }).press("Enter");
  await focused.and(page.getByRole("row")).getByText("Bread 1.").waitFor();
  const more = focused.getByRole("button", { name: "More actions" });
  for (const [chosen, next] of [
    ["Bread 1.", "Bread 0."],
    ["Bread 0.", "Bread 2."],
  ] as const) {
    await more.press("Enter");
    await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByText(chosen).waitFor({ state: "detached" });
    await focused.and(page.getByRole("row")).getByText(next).waitFor();
  }
});

it("prints dark letters and times, without menus and buttons, also in the dark theme", async () => {
  await visits.dashboard.checkout({ client_reference: "printed" });
  const page = await visits.logInAt("/checkouts");
  await page.getByRole("link", { name: "printed" }).waitFor();
  await page.getByRole("button", { name: "Dark" }).click();
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(":is(button, aside, header, .button):visible").count()).toBe(0);
  const style = (element: string, property: string) =>
    page.evaluate(`getComputedStyle(document.querySelector("${element}"), "::after").${property}`);
  expect(await style("h1", "color")).toBe("rgb(18, 32, 27)");
  expect(await style("td:nth-child(4) time", "content")).toMatch(/\d{4}, \d\d:\d\d:\d\d/);
});

it("prints only the filters that say which checkouts these are, and no tabs", async () => {
  const { url, seed } = visits.dashboard;
  const page = await visits.logInAt("/checkouts?status=open");
  const filters = page.locator("search :is(input, select):visible");
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => filters.count()).toBe(1);
  expect(await filters.inputValue()).toBe("open");
  await page.goto(`${url}/apps/${seed.app_id}`);
  await page.getByText("Selam Coffee House").waitFor();
  expect(await page.locator("nav:visible").count()).toBe(0);
});

it.each([
  ["Arabic", (digit: string) => String.fromCharCode(0x660 + Number(digit))],
  ["Persian", (digit: string) => String.fromCharCode(0x6f0 + Number(digit))],
  // These have no zero.
  [
    "Ethiopic",
    (digit: string) => (digit === "0" ? "0" : String.fromCharCode(0x1368 + Number(digit))),
  ],
])("a login code may be typed in %s digits", async (_, digitOf) => {
  const page = await visits.newPage();
  await signIn(page, digitOf);
});

it("credits may be bought by the keyboard alone, and by a number in Arabic digits", async () => {
  const page = await visits.logInAt("/credits");
  await page.getByRole("button", { name: "Buy credits" }).press("Enter");
  const dialog = page.getByRole("dialog");
  const amount = dialog.getByLabel("Credits");
  await amount.fill("٢٥٠");
  await amount.press("Enter");
  await dialog.getByText("250 credits for").waitFor();
  // The form is gone. What is focused is read out: the dialog with its result.
  await dialog.and(page.locator(":focus")).waitFor();
});

// These are numbers of their own: without them, ፳፭ (25) would read as 5.
it.each(["፳፭", "፪፻፶"])(
  "refuses Ethiopic tens and hundreds in a field for credits: %s",
  async (typed) => {
    const page = await visits.logInAt("/credits");
    await page.getByRole("button", { name: "Buy credits" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Credits").fill("");
    await dialog.getByLabel("Credits").pressSequentially(typed);
    await dialog.getByText("Enter a number from 1 to 1,000,000.").waitFor();
    expect(await dialog.getByRole("button", { name: "Continue" }).isDisabled()).toBe(true);
  },
);

it("refuses Ethiopic tens and hundreds in a login code, and says so", async () => {
  const page = await visits.newPage();
  await page.goto(`${visits.dashboard.url}/checkouts`);
  await page.getByLabel("Phone number").fill(newPhone());
  await page.getByRole("button", { name: "Send code" }).click();
  const code = page.getByLabel("Code", { exact: true });
  await code.fill("፲፪፴፬፶፮7890");
  await page.getByRole("alert").getByText("Use only the digits 0 to 9.").waitFor();
  expect(await page.getByRole("button", { name: "Sign in", exact: true }).isDisabled()).toBe(true);
  await code.fill("1");
  await page.getByText("Use only the digits").waitFor({ state: "detached" });
});

it("what was chosen in the command palette stays chosen when checkouts are found", async () => {
  await visits.dashboard.checkout({ client_reference: "Webhook log 7" });
  const page = await visits.logInAt("/apps");
  const found = Promise.withResolvers<void>();
  await page.route("**/checkouts/?*search=*", async (route) => {
    await found.promise;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill("webhook l");
  await page.keyboard.press("ArrowDown");
  const chosen = page.getByRole("option", { name: "Webhook logs", selected: true });
  await chosen.waitFor();
  found.resolve();
  await page.getByRole("option", { name: "Webhook log 7" }).waitFor();
  await chosen.waitFor();
});

it("a list left open is refetched less often the more pages it shows", async () => {
  for (let count = 0; count < 21; count++) await visits.dashboard.checkout();
  const page = await visits.newPage();
  await page.clock.install();
  await takeSession(page.context(), visits.dashboard.stack, visits.dashboard.seed.phone);
  await page.goto(`${visits.dashboard.url}/checkouts`);
  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByRole("row").nth(21).waitFor();
  await settled(page);
  let reads = 0;
  page.on("request", (one) => {
    if (/checkouts\/\?livemode=true(?!.*status)/.test(one.url())) reads++;
  });
  await page.clock.runFor(28_000);
  await settled(page);
  expect(reads).toBe(0);
  await page.clock.runFor(3_000);
  await expect.poll(() => reads).toBe(2);
});

it("the header and the menu fit 320 px with text of 300 %", async () => {
  const { phone } = visits.dashboard.seed;
  const page = await visits.logInAt("/checkouts", phone, { width: 320, height: 640 });
  await page.evaluate('document.documentElement.style.fontSize = "300%"');
  const isWhole = async (button: Locator) => {
    const [inner, outer] = [await button.locator("svg").boundingBox(), await button.boundingBox()];
    if (inner === null || outer === null) return false;
    return inner.width <= outer.width && outer.x >= 0 && outer.x + outer.width <= 320;
  };
  expect(await isTooWide(page)).toBe(false);
  const menu = page.getByRole("button", { name: "Menu" });
  expect(await isWhole(menu)).toBe(true);
  await menu.click();
  const close = page.getByRole("dialog").getByRole("button", { name: "Close menu" });
  expect(await isWhole(close)).toBe(true);
});

describe("the counter", () => {
  const AMOUNT = "Amount in ETB";

  it("lists the sales of the app that a member of some apps has chosen", async () => {
    const { stack } = visits.dashboard;
    const owner = await logIn(stack, newPhone());
    const made = async (name: string) =>
      (await owner.send("POST", "apps/", { body: { name } })).body.app_id as number;
    const apps = [await made("First shop"), await made("Second shop"), await made("Third shop")];
    const cashier = await teamOf(stack, () => owner).join("cashier", { apps: apps.slice(0, 2) });
    const body = { app_id: apps[0], livemode: false, amount: 2_000, currency: "ETB" };
    expect((await cashier.send("POST", "checkouts/", { body })).status).toBe(201);
    const page = await visits.logInAt("/counter?mode=test", cashier.phone);
    const sale = page.getByRole("button", { name: "ETB 20.00" });
    await sale.waitFor();
    await page.getByLabel("App").selectOption("Second shop");
    await page.getByText("No payments yet today.").waitFor();
    expect(await sale.count()).toBe(0);
    // The answer to the first choice may come last.
    await page.route(`**/checkouts/?*app_id=${apps[0]}*`, async (route) => {
      await page.getByLabel("App").selectOption("Second shop");
      await page.getByText("No payments yet today.").waitFor();
      await route.continue();
    });
    const late = page.waitForResponse((answer) => answer.url().includes(`app_id=${apps[0]}`));
    await page.getByLabel("App").selectOption("First shop");
    await late;
    await settled(page);
    await page.getByText("No payments yet today.").waitFor();
    expect(await sale.count()).toBe(0);
  });

  it("sells for the app that it shows, also where another tab has chosen another one since", async () => {
    visits.expectRefusals();
    const owner = await logIn(visits.dashboard.stack, newPhone());
    const made = async (name: string) =>
      (await owner.send("POST", "apps/", { body: { name } })).body.app_id as number;
    const [, second] = [await made("First shop"), await made("Second shop")];
    const page = await visits.logInAt("/counter", owner.phone);
    await page.getByLabel("App").selectOption("First shop");
    const shown = Number(await page.getByLabel("App").inputValue());
    await page.evaluate(`localStorage.setItem("counter-app", "${second}")`);
    await page.getByLabel(AMOUNT).fill("20");
    const [sale] = await Promise.all([
      page.waitForRequest((one) => one.method() === "POST"),
      page.getByRole("button", { name: "Take payment" }).click(),
    ]);
    expect(sale.postDataJSON().app_id).toBe(shown);
  });

  it("keeps an amount whole, and fits 320 px, with text of 300 % and no connection", async () => {
    visits.expectRefusals();
    const { phone } = visits.dashboard.seed;
    const page = await visits.logInAt("/counter", phone, { width: 320, height: 640 });
    await page.evaluate('document.documentElement.style.fontSize = "300%"');
    await page.getByLabel(AMOUNT).fill("1,234.50");
    await page.getByRole("button", { name: "Take payment" }).click();
    await page.getByRole("img", { name: "QR code of the payment link" }).waitFor();
    const lines = await page.evaluate(`{
      const range = document.createRange();
      range.selectNodeContents(document.querySelector("h1"));
      new Set([...range.getClientRects()].map(({ top }) => top)).size;
    }`);
    expect(lines).toBe(1);
    await page.context().setOffline(true);
    await page.getByText("You are offline").waitFor();
    expect(await isTooWide(page)).toBe(false);
    await page.context().setOffline(false);
  });
});
