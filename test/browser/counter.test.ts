import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { putNotice } from "../../lib/store/notices.ts";
import { markCheckouts } from "../../lib/store/suspensions.ts";
import { call, codesOf, logIn } from "../support/api.ts";
import {
  accessibilityProblems,
  cutOff,
  isTooWide,
  keepSession,
  latinWords,
  takeSession,
  type VisitOptions,
} from "../support/browser.ts";
import { type MadeCheckout, setUpDashboardVisits } from "../support/dashboard-visits.ts";
import { openPairedShop, tableOf } from "../support/running-stack.ts";
import { teamOf } from "../support/users.ts";

const visits = setUpDashboardVisits();
const PHONE = { width: 320, height: 640 } as const;

/** Takes note of sound and vibration, which tests can neither hear nor feel. The device's sound begins late. */
const SIGNALS = `
  window.signals = [];
  navigator.vibrate = () => window.signals.push("vibration");
  Object.defineProperty(AudioContext.prototype, "state", { get: () => "suspended" });
  const play = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { window.signals.push("tone"); play.apply(this, at); };
`;

/** Takes note of how often the screen was kept on and let go. */
const SCREEN = `
  window.screenKept = [];
  const release = async () => { window.screenKept.push("let go"); };
  const request = async () => { window.screenKept.push("on"); return { release }; };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
`;

type Options = VisitOptions & { readonly movesClock?: boolean };
/** How often a sale's state is read (ms). */
const WATCH_MS = 3_000;

async function openCounter(query = "", options: Options = {}): Promise<Page> {
  const { phone } = visits.dashboard.seed;
  return visits.logInAt(`/counter${query}`, phone, { ...PHONE, ...options });
}

/** Takes a payment of `amount`, up to its QR code. */
async function sell(page: Page, amount: string): Promise<void> {
  await page.getByLabel("Amount in ETB").fill(amount);
  await page.getByRole("button", { name: "Take payment" }).click();
  await page.getByRole("img", { name: "QR code of the payment link" }).waitFor();
}

/** The merchant's newest live checkout. */
async function newestCheckout(): Promise<MadeCheckout> {
  const { seed, url } = visits.dashboard;
  return (await call(url, "GET", "/api/v1/checkouts/?limit=1", { key: seed.live_key })).body
    .data[0];
}

async function transfer(amount: number): Promise<string> {
  const made = await call(visits.dashboard.url, "POST", "/_local/bank/transfers/", {
    body: { provider: "telebirr", amount },
  });
  return made.body.reference;
}

describe("a sale at the counter", () => {
  it("turns green with sound and vibration when the customer has paid, and gives a receipt", async () => {
    const page = await openCounter("", { movesClock: true });
    await page.evaluate(SIGNALS);
    await sell(page, "1,500");
    await page.getByText("Waiting for the payment").waitFor();
    await page.getByText("Selam Coffee", { exact: false }).first().waitFor();
    await visits.dashboard.handIn(await newestCheckout(), await transfer(150_000));
    await page.clock.runFor(WATCH_MS);
    await page.getByRole("status").getByText("Paid", { exact: true }).waitFor();
    expect(await page.evaluate("window.signals")).toEqual(["vibration", "tone", "tone"]);
    expect(await page.getByRole("img").count()).toBe(0);
    const receipt = await page
      .getByRole("link", { name: "Open or print the receipt" })
      .getAttribute("href");
    expect((await fetch(receipt ?? "")).status).toBe(200);
    await page.getByRole("button", { name: "Next customer" }).click();
    await page.getByLabel("Amount in ETB").and(page.locator(":focus")).waitFor();
    await page.getByText("ETB 1,500.00 received").waitFor();
  });

  it("says what is missing when a part is paid, and takes the transaction numbers of the customer", async () => {
    const page = await openCounter();
    await sell(page, "1000");
    const number = page.getByLabel("Already paid? Transaction number");
    for (const [amount, shown] of [
      [60_000, "Received ETB 600.00. ETB 400.00 is missing."],
      [40_000, "Paid"],
    ] as const) {
      await number.fill(await transfer(amount));
      await page.getByRole("button", { name: "Check this payment" }).click();
      await page.getByText(shown, { exact: true }).waitFor();
    }
  });

  it("asks no customer to pay while the account is suspended, takes the number of one who has, and goes on after it", async () => {
    const { stack, seed, handIn } = visits.dashboard;
    const page = await openCounter("", { movesClock: true });
    const mark = async (isSuspended: boolean) => {
      const { account_id } = seed;
      await markCheckouts(tableOf(stack), account_id, isSuspended, null, Number.POSITIVE_INFINITY);
      await page.clock.runFor(WATCH_MS);
    };
    await sell(page, "1,600");
    await mark(true);
    await page.getByText("This account is suspended.", { exact: false }).waitFor();
    const asked = [
      page.getByText("Waiting for the payment"),
      page.getByRole("img"),
      page.getByRole("heading", { name: "Or pay into one of these accounts" }),
      page.getByRole("button", { name: "Send the link instead" }),
    ];
    for (const one of asked) expect(await one.isVisible()).toBe(false);
    expect(await page.getByLabel("Already paid? Transaction number").isVisible()).toBe(true);
    await mark(false);
    for (const one of asked) await one.waitFor();
    await mark(true);
    await page.getByText("This account is suspended.", { exact: false }).waitFor();
    await handIn(await newestCheckout(), await transfer(160_000));
    await page.clock.runFor(WATCH_MS);
    await page.getByRole("status").getByText("Paid", { exact: true }).waitFor();
    expect(await page.getByText("This account is suspended.", { exact: false }).count()).toBe(0);
    await mark(false);
  });

  it("keeps the screen on, also after another app, and stays in the list of today, from where it can be shown again", async () => {
    const page = await openCounter();
    await page.evaluate(SCREEN);
    await sell(page, "77.70");
    const comeBack = "document.dispatchEvent(new Event('visibilitychange'))";
    await page.evaluate(comeBack);
    await page.getByRole("button", { name: "Next customer" }).click();
    await page.evaluate(comeBack);
    expect(await page.evaluate("window.screenKept")).toEqual(["on", "on", "let go"]);
    await page.getByRole("button", { name: /ETB 77\.70.*Waiting for the payment/ }).click();
    await page.getByRole("heading", { name: "ETB 77.70" }).waitFor();
    await page.getByRole("img", { name: "QR code of the payment link" }).waitFor();
  });

  it("is not begun without an amount", async () => {
    const page = await openCounter();
    await page.getByLabel("Amount in ETB").fill("1,5");
    await page.getByRole("button", { name: "Take payment" }).click();
    await page.getByText("Enter an amount such as 1,500.00.").waitFor();
  });
});

describe("a payment without a sale", () => {
  it("becomes one by one tap at 320 px, with one sale for two cashiers", async () => {
    const { seed, stack, url } = visits.dashboard;
    const owner = await logIn(stack, seed.phone);
    const { body: source } = await owner.send("POST", "notice-sources/", {
      body: { app_id: seed.app_id, name: "Till", kind: "sms_forwarder" },
    });
    await call(url, "PUT", "/_local/phone/", {
      body: { url: source.url, secret: source.secret, kind: "sms_forwarder" },
    });
    await transfer(4_321_00);
    await stack.idle();
    const pages = [await openCounter(), await openCounter()];
    const [page] = pages as [Page, Page];
    await page.getByRole("heading", { name: "Payments without a sale" }).waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await Promise.all(
      pages.map((one) => one.getByRole("button", { name: "Make it a sale: ETB 4,321.00" }).click()),
    );
    for (const one of pages) {
      await one.getByRole("status").getByText("Paid", { exact: true }).waitFor();
    }
    const { body } = await call(url, "GET", "/api/v1/checkouts/?limit=20", { key: seed.live_key });
    const sold = body.data.filter(({ amount }: MadeCheckout) => amount === 432_100);
    expect(sold).toHaveLength(1);
    await page.getByRole("button", { name: "Next customer" }).click();
    await page.getByRole("button", { name: /ETB 4,321\.00.*Paid/ }).waitFor();
    await page
      .getByRole("heading", { name: "Payments without a sale" })
      .waitFor({ state: "detached" });
    await owner.send("DELETE", `notice-sources/${source.id}/`);
  });

  it.each([
    ["en", "This list may not show every payment without a sale."],
    ["am", "በዚህ ዝርዝር ላይ ያልታዩ፣ ሽያጭ የሌላቸው ተጨማሪ ክፍያዎች ሊኖሩ ይችላሉ።"],
  ])("is announced where the list cannot show it (%s)", async (locale, sentence) => {
    const { stack } = visits.dashboard;
    const shop = await openPairedShop(stack);
    const accountId = (await shop.send("GET", "me/")).body.account_id;
    const at = stack.now();
    const told = Array.from({ length: 201 }, (_, index) => ({
      ...({ accountId, provider: "telebirr", typed: false, balance: "unknown" } as const),
      ...{ sourceId: shop.source.id, amountMinor: 1_500, currency: "ETB", account: null },
      ...{ payer: { name: "Almeta Worqesh", account: null }, link: null, precisionMs: 0 },
      ...{ hash: `told-${index}`, reference: `DKX${1_000 + index}` },
      ...{ paidAt: at, sentAt: at, receivedAt: at },
    }));
    await Promise.all(told.map((notice) => putNotice(tableOf(stack), notice)));
    const page = await visits.logInAt("/counter", shop.visitor.phone, { ...PHONE, locale });
    await page.getByText(sentence).waitFor();
    expect(await isTooWide(page)).toBe(false);
  });
});

describe("the way to the counter", () => {
  it("leads a visitor without a session through the sign-in, in the same page", async () => {
    const { seed, stack, url } = visits.dashboard;
    const page = await visits.newPage(PHONE);
    await page.goto(`${url}/counter`);
    await page.getByLabel("Phone number").fill(seed.phone);
    await page.getByRole("button", { name: "Send code" }).click();
    const field = page.getByLabel("Code", { exact: true });
    await field.waitFor();
    await field.fill(codesOf(stack, seed.phone).at(-1) ?? "");
    await page.getByLabel("Amount in ETB").waitFor();
    expect(new URL(page.url()).pathname).toBe("/counter");
    await sell(page, "15");
  });

  it("is in the dashboard's menu, and back", async () => {
    const page = await visits.logInAt("/apps");
    await page.getByRole("link", { name: "Counter" }).click();
    await page.getByLabel("Amount in ETB").waitFor();
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  });
});

describe("roles at the counter", () => {
  /** The counter of a new member of the seeded merchant. */
  async function counterOf(role: string, more: object = {}): Promise<Page> {
    const { seed, stack, url } = visits.dashboard;
    const owner = await logIn(stack, seed.phone);
    const { cookie } = await teamOf(stack, () => owner).join(role, more);
    const page = await visits.newPage(PHONE);
    await keepSession(page.context(), url, cookie);
    await page.goto(`${url}/counter`);
    return page;
  }

  it("let a cashier of one app sell for it, into an account written as on the pay page", async () => {
    const page = await counterOf("cashier", { apps: [visits.dashboard.seed.app_id] });
    await page.getByText("No payments yet today.").waitFor();
    expect(await page.getByLabel("App").count()).toBe(0);
    await sell(page, "20");
    await page.getByText("0922 000 000", { exact: true }).waitFor();
  });

  it("show a cashier whose apps change the list of the new one, and that it has no receiving account", async () => {
    const { seed, stack, url } = visits.dashboard;
    const owner = await logIn(stack, seed.phone);
    const made = await owner.send("POST", "apps/", { body: { name: "New shop" } });
    const cashier = await teamOf(stack, () => owner).join("cashier");
    const page = await visits.newPage(PHONE);
    await keepSession(page.context(), url, cashier.cookie);
    await page.goto(`${url}/counter`);
    await sell(page, "20");
    const body = { role: "cashier", apps: [made.body.app_id] };
    await owner.send("PATCH", `members/${cashier.userId}/`, { body });
    visits.expectRefusals();
    await page.getByRole("button", { name: "Next customer" }).click();
    await page.getByText("No payments yet today.").waitFor();
    await page.reload();
    await page.getByLabel("Amount in ETB").fill("20");
    await page.getByRole("button", { name: "Take payment" }).click();
    await page.getByText("This app has no receiving account yet.").waitFor();
    await owner.send("DELETE", `apps/${made.body.app_id}/`);
  });

  it("show a customer no masked account where the numbers cannot be read", async () => {
    visits.expectRefusals();
    const page = await counterOf("cashier");
    await page.route("**/api/public/**", (route) => route.abort("internetdisconnected"));
    await sell(page, "20");
    await page.waitForEvent("requestfailed");
    await page.getByText("Or pay into one of these accounts").waitFor();
    expect(await page.getByText("*****", { exact: false }).count()).toBe(0);
  });

  it("let a cashier who signs in again sell at once for the shop they worked in last", async () => {
    const { seed, stack, url } = visits.dashboard;
    const owner = await logIn(stack, seed.phone);
    const { phone } = await teamOf(stack, () => owner).join("cashier");
    const { cookie } = await logIn(stack, phone);
    const page = await visits.newPage(PHONE);
    await keepSession(page.context(), url, cookie);
    await page.goto(`${url}/counter`);
    await page.getByLabel("Amount in ETB").waitFor();
    await sell(page, "20");
  });

  it("let a cashier who is in their own account choose the shop", async () => {
    const { seed, stack, url } = visits.dashboard;
    const owner = await logIn(stack, seed.phone);
    const cashier = await teamOf(stack, () => owner).join("cashier");
    await cashier.send("POST", "session/account/", { body: { account_id: cashier.accountId } });
    const page = await visits.logInAt("/counter", cashier.phone, PHONE);
    await page.getByText("There is no app to sell for yet.").waitFor();
    await page.getByRole("button", { name: /^Sell for .*Selam Coffee/ }).click();
    await page.getByLabel("Amount in ETB").waitFor();
    expect(new URL(page.url()).origin).toBe(new URL(url).origin);
  });

  it("tell an accountant that they cannot sell", async () => {
    const page = await counterOf("accountant");
    await page.getByText("Your role cannot take payments.").waitFor();
    expect(await page.getByRole("button", { name: "Take payment" }).count()).toBe(0);
  });

  it("let a developer sell in test mode only", async () => {
    const page = await counterOf("developer");
    await page.getByRole("link", { name: "Switch to test mode" }).click();
    await page.getByText("Test mode: sandbox payments, no real money, no credits.").waitFor();
    await sell(page, "20");
  });
});

describe.each([
  ["English and light", "en", {}, 1],
  ["Amharic and dark", "am", { dark: true }, 1],
  ["Amharic with text of 200 %", "am", {}, 2],
] as const)("at 320 px in %s", (_name, language, look, zoom) => {
  it("the counter and a sale fit the screen, and axe objects to nothing", async () => {
    const { dashboard } = visits;
    const page = await visits.newPage({ ...PHONE, ...look });
    await takeSession(page.context(), dashboard.stack, dashboard.seed.phone);
    await page.addInitScript(`localStorage.setItem("language", "${language}")`);
    await page.goto(`${dashboard.url}/counter`);
    const check = async () => {
      await page.evaluate(`document.documentElement.style.fontSize = "${zoom * 100}%"`);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      expect(await cutOff(page)).toEqual([]);
      const given = ["Selam Coffee House", "Selam Coffee"];
      if (language === "am") expect(await latinWords(page, given)).toEqual([]);
    };
    await page.locator("section h2").waitFor();
    await check();
    await page.locator("#amount").fill("1500");
    await page.locator("main form button").click();
    await page.locator("main img").waitFor();
    await check();
    await page.locator("#reference").fill(await transfer(150_000));
    await page.locator("main form button").click();
    await page.locator("main a[target=_blank]").waitFor();
    await check();
  });
});

describe("the counter on the device", () => {
  it("opens without a connection, keeps its files, without React, and nothing of the API, and sells what was entered when it is connected again", async () => {
    visits.expectRefusals();
    const page = await openCounter("", { serviceWorker: true });
    const kept = () =>
      page.evaluate(`caches.open("counter-shell").then((shell) => shell.keys())
        .then((keys) => keys.map(({ url }) => new URL(url).pathname))`) as Promise<string[]>;
    await expect.poll(kept, { timeout: 60_000 }).toContainEqual(expect.stringMatching(/sale-/));
    const paths = await kept();
    expect(paths).toContain("/counter");
    expect(paths.filter((path) => !/^\/(counter$|assets\/)/.test(path))).toEqual([]);
    // Neither for the amount nor for the sale: over a slow connection, they take seconds.
    expect(paths.filter((path) => /\/(react|vendor|common|start)-/.test(path))).toEqual([]);
    await page.context().setOffline(true);
    await page.goto(`${visits.dashboard.url}/counter`);
    await page.getByLabel("Amount in ETB").fill("15");
    await page.getByRole("button", { name: "Try again" }).waitFor();
    // The notice covers nothing of the page.
    const notice = await page.getByText("You are offline").boundingBox();
    const heading = await page.getByRole("heading", { name: "Counter" }).boundingBox();
    if (notice === null || heading === null) throw new Error("there is no notice or no heading");
    expect(heading.y).toBeGreaterThanOrEqual(notice.y + notice.height);
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Try again" }).waitFor({ state: "detached" });
    expect(await page.getByLabel("Amount in ETB").inputValue()).toBe("15");
    await sell(page, "15");
  });

  it("can be installed", async () => {
    const { url } = visits.dashboard;
    const page = await openCounter();
    const link = await page.locator("link[rel=manifest]").getAttribute("href");
    const answer = await fetch(url + link);
    expect(answer.headers.get("content-type")).toBe("application/manifest+json");
    const manifest = (await answer.json()) as { icons: { src: string }[] };
    expect(manifest).toMatchObject({ start_url: "/counter", scope: "/counter" });
    for (const { src } of manifest.icons) {
      expect((await fetch(url + src)).headers.get("content-type")).toBe("image/png");
    }
  });
});
