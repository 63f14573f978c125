import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { call, codesOf } from "../support/api.ts";
import { settled } from "../support/browser.ts";
import { setUpDashboardVisits } from "../support/dashboard-visits.ts";

const visits = setUpDashboardVisits();
const LANDSCAPE = { width: 812, height: 375 } as const;

const openCounter = (size: { readonly width: number; readonly height: number }) =>
  visits.logInAt("/counter", visits.dashboard.seed.phone, { ...size, movesClock: true });

/** Takes a payment of `amount`, up to its QR code. */
async function sell(page: Page, amount: string): Promise<void> {
  await page.getByLabel("Amount in ETB").fill(amount);
  await page.getByRole("button", { name: "Take payment" }).click();
  await page.getByRole("img", { name: "QR code of the payment link" }).waitFor();
}

async function transfer(amount: number): Promise<string> {
  const made = await call(visits.dashboard.url, "POST", "/_local/bank/transfers/", {
    body: { provider: "telebirr", amount },
  });
  return made.body.reference;
}

const setBank = (mode: string) =>
  call(visits.dashboard.url, "PUT", "/_local/bank/telebirr/mode/", { body: { mode } });

it("keeps the entered amount in another language, and until a cashier whose session has ended has signed in again", async () => {
  visits.expectRefusals();
  const { seed, stack } = visits.dashboard;
  const page = await openCounter({ width: 360, height: 740 });
  const amount = page.locator("#amount");
  await page.getByText("No payments yet today.").waitFor();
  await amount.fill("1,234.50");
  await page.getByRole("button", { name: "አማርኛ" }).click();
  await page.locator("html[lang=am]").waitFor();
  expect(await amount.inputValue()).toBe("1,234.50");
  await page.getByRole("button", { name: "English" }).click();
  await page.locator("html[lang=en]").waitFor();
  await page.getByText("No payments yet today.").waitFor();

  await page.context().clearCookies();
  await page.route("**/api/platform/checkouts/", (route) =>
    route.fulfill({ status: 401, json: { status: 401, code: "unauthenticated" } }),
  );
  await page.getByRole("button", { name: "Take payment" }).click();
  await page.getByLabel("Phone number").fill(seed.phone);
  await stack.advance(61);
  await page.getByRole("button", { name: "Send code" }).click();
  const code = page.getByLabel("Code", { exact: true });
  await code.waitFor();
  await code.fill(codesOf(stack, seed.phone).at(-1) ?? "");
  await amount.waitFor();
  expect(await amount.inputValue()).toBe("1,234.50");
});

it("shows the whole QR code, and then that it is paid, on a phone held in landscape", async () => {
  const page = await openCounter(LANDSCAPE);
  await sell(page, "1,300");
  const code = await page.getByRole("img").boundingBox();
  expect(code && code.y + code.height).toBeLessThanOrEqual(LANDSCAPE.height);
  await page.getByLabel("Already paid? Transaction number").fill(await transfer(130_000));
  await page.keyboard.press("Enter");
  const paid = page.getByRole("status").getByText("Paid", { exact: true });
  await paid.waitFor();
  expect((await paid.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.getByRole("button", { name: "Next customer" }).and(page.locator(":focus")).waitFor();
});

/** Whether the whole element is in sight. */
async function isInSight(one: Locator): Promise<boolean> {
  const box = await one.boundingBox();
  const height = one.page().viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

it("keeps the state in sight while a number is entered, on a phone held in landscape", async () => {
  const page = await openCounter(LANDSCAPE);
  await sell(page, "1,310");
  const number = page.getByLabel("Already paid? Transaction number");
  await number.focus();
  await number.pressSequentially("DKX0");
  expect(await isInSight(number)).toBe(true);
  expect(await isInSight(page.getByText("Waiting for the payment"))).toBe(true);
});

it("shows that the bank is being asked about the number that was entered, and then what it says", async () => {
  const page = await openCounter({ width: 360, height: 640 });
  await sell(page, "1,320");
  await page.getByLabel("Already paid? Transaction number").focus();
  expect(await isInSight(page.getByText("Waiting for the payment"))).toBe(false);
  await page.keyboard.type("DKX0AB1CD5");
  await page.keyboard.press("Enter");
  const checking = page.getByRole("status").getByText("Checking with the bank");
  await checking.waitFor();
  await expect.poll(() => isInSight(checking)).toBe(true);
  const unknown = page.getByText("The bank does not know this reference");
  for (let tries = 0; tries < 3 && (await unknown.count()) === 0; tries++) {
    await visits.dashboard.stack.advance(61);
    await page.clock.runFor(3_000);
  }
  await unknown.waitFor();
  await expect.poll(() => isInSight(unknown)).toBe(true);
});

it("lets the cashier go on typing while the sale's state changes, and announces the bank's check once", async () => {
  const { handIn, seed, url } = visits.dashboard;
  const page = await openCounter({ width: 360, height: 740 });
  await sell(page, "1,400");
  const { body } = await call(url, "GET", "/api/v1/checkouts/?limit=1", { key: seed.live_key });
  const number = page.getByLabel("Already paid? Transaction number");
  await number.pressSequentially("ET");
  await handIn(body.data[0], await transfer(100_000));
  await page.clock.runFor(3_000);
  await page.getByText("Received ETB 1,000.00. ETB 400.00 is missing.").waitFor();
  const rest = await transfer(40_000);
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type(rest);
  expect(await number.inputValue()).toBe(rest);

  await setBank("down");
  await page.keyboard.press("Enter");
  const checking = page.getByRole("status").getByText("Checking with the bank");
  await checking.first().waitFor();
  await page
    .getByRole("button", { name: "Check this payment" })
    .and(page.locator(":enabled"))
    .waitFor();
  expect(await checking.count()).toBe(1);
  await setBank("up");
  await visits.dashboard.stack.advance(61);
  await page.clock.runFor(3_000);
  await page.getByRole("status").getByText("Paid", { exact: true }).waitFor();
});

it("says late that the bank does not know a number, and that a customer has paid too much", async () => {
  const page = await openCounter({ width: 360, height: 740 });
  await sell(page, "1,500");
  const number = page.getByLabel("Already paid? Transaction number");
  await number.fill("DKX0AB1CD2");
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Checking with the bank").waitFor();
  const unknown = page.getByText("The bank does not know this reference");
  for (let tries = 0; tries < 3 && (await unknown.count()) === 0; tries++) {
    await visits.dashboard.stack.advance(61);
    await page.clock.runFor(3_000);
  }
  await unknown.waitFor();
  await number.fill(await transfer(165_000));
  await page.keyboard.press("Enter");
  await page.getByText("Received ETB 1,650.00, ETB 150.00 more than the amount.").waitFor();
});

it("clears the number of a part that counts late, for that of the rest", async () => {
  const page = await openCounter({ width: 360, height: 740 });
  await sell(page, "1,600");
  const number = page.getByLabel("Already paid? Transaction number");
  await setBank("down");
  await number.fill(await transfer(100_000));
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Checking with the bank").waitFor();
  await setBank("up");
  await visits.dashboard.stack.advance(61);
  await page.clock.runFor(3_000);
  await page.getByText("Received ETB 1,000.00. ETB 600.00 is missing.").waitFor();
  await expect.poll(() => number.inputValue()).toBe("");
});

it("says it also where the sale could not be read while the bank was being asked", async () => {
  visits.expectRefusals();
  const page = await openCounter({ width: 360, height: 740 });
  await sell(page, "1,500");
  const looks = /\/gateway\/checkouts\/[^/]+\/$/;
  await page.route(looks, (route) => route.abort("internetdisconnected"));
  await page.getByLabel("Already paid? Transaction number").fill("DKX0AB1CD3");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("The service cannot be reached.").waitFor();
  const { url, seed, stack } = visits.dashboard;
  const status = async () => {
    const { body } = await call(url, "GET", "/api/v1/checkouts/?limit=1", { key: seed.live_key });
    return body.data[0].status;
  };
  for (let tries = 0; tries < 3 && (await status()) === "verifying"; tries++) {
    await stack.advance(61);
  }
  expect(await status()).toBe("open");
  await page.unroute(looks);
  await page.clock.runFor(3_000);
  await page.getByText("The bank does not know this reference").waitFor();
});

it("announces no payment of a sale whose place another one has taken since", async () => {
  const page = await openCounter({ width: 360, height: 740 });
  await page.evaluate("navigator.vibrate = () => { document.title = 'announced'; return true; }");
  await sell(page, "1,710");
  await page.getByRole("button", { name: "Next customer" }).click();
  const { url, seed, handIn } = visits.dashboard;
  const { body } = await call(url, "GET", "/api/v1/checkouts/?limit=1", { key: seed.live_key });
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/platform/checkouts/", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.getByLabel("Amount in ETB").fill("1,720");
  await page.getByRole("button", { name: "Take payment" }).click();
  await page.getByRole("button", { name: "ETB 1,710.00" }).click();
  await page.getByRole("heading", { name: "ETB 1,710.00" }).waitFor();
  answered.resolve();
  await page.getByRole("heading", { name: "ETB 1,720.00" }).waitFor();
  await handIn(body.data[0], await transfer(171_000));
  await page.clock.runFor(6_000);
  await settled(page);
  expect(await page.title()).not.toBe("announced");
});

it("says that a sale cannot be read, until it can be again", async () => {
  visits.expectRefusals();
  const page = await openCounter({ width: 360, height: 740 });
  await sell(page, "20");
  const problem = page.getByRole("alert").getByText("The service cannot be reached.");
  for (const [isOffline, state] of [
    [true, "visible"],
    [false, "detached"],
  ] as const) {
    await page.context().setOffline(isOffline);
    await page.clock.runFor(3_000);
    await problem.waitFor({ state });
  }
});

it("shows no older state once a newer one is shown, although its answer came later", async () => {
  const page = await openCounter({ width: 360, height: 740 });
  await sell(page, "1,500");
  await settled(page);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const looks = "**/api/public/gateway/checkouts/*/";
  let isFirst = true;
  await page.route(looks, async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    const response = await route.fetch();
    hold();
    await isReleased;
    await route.fulfill({ response });
  });
  await page.clock.runFor(3_000);
  await isHeld;
  await page.getByLabel("Already paid? Transaction number").fill(await transfer(100_000));
  await page.keyboard.press("Enter");
  const part = page.getByRole("status").getByText("Partly paid", { exact: true });
  await part.waitFor();
  await page.evaluate(`{
    said = [];
    new MutationObserver(() => said.push(document.querySelector("main").innerText)).observe(
      document.querySelector("main"), { childList: true, subtree: true });
  }`);
  const late = page.waitForResponse(looks);
  release();
  await late;
  // The next look begins only once the one before has shown its answer.
  let hasNext = false;
  page.once("request", () => {
    hasNext = true;
  });
  const looksAgain = async () => {
    await page.clock.runFor(3_000);
    return hasNext;
  };
  await expect.poll(looksAgain).toBe(true);
  await settled(page);
  expect(await part.count()).toBe(1);
  expect(String(await page.evaluate("said.join()"))).not.toContain("Waiting for the payment");
});
