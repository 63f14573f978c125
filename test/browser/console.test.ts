import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MAX_CREDIT_SHARDS } from "../../lib/domain/ledger.ts";
import { OPERATOR_PHONE } from "../../lib/local/seed/seed.ts";
import amharic from "../../web/dashboard/src/texts/am.json" with { type: "json" };
import { call, codesOf, logIn, newPhone } from "../support/api.ts";
import {
  accessibilityProblems,
  cutOff,
  follow,
  isTooWide,
  settled,
  takeSession,
} from "../support/browser.ts";
import { buryLetter, playRelease, setUpDashboardVisits } from "../support/dashboard-visits.ts";

const visits = setUpDashboardVisits();
const REASON = "Asked for by letter";
const heading = (page: Page, name: string) => page.getByRole("heading", { name });
const dialog = (page: Page) => page.getByRole("dialog").last();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const pressInside = (page: Page, name: string) =>
  dialog(page).getByRole("button", { name, exact: true }).click();

/** Answers the question for the second factor with a fresh code. */
async function confirmItIsMe(page: Page): Promise<void> {
  await heading(page, "Confirm that it is you").waitFor();
  await pressInside(page, "Send code");
  const field = page.getByLabel("Code from the SMS");
  await field.waitFor();
  await field.fill(codesOf(visits.dashboard.stack, OPERATOR_PHONE).at(-1) ?? "");
  await pressInside(page, "Confirm");
}

/** The newest entries of the operator's audit log: what was done and why. */
async function newestAudits(page: Page, count: number): Promise<string[]> {
  await follow(page, "/account");
  const rows = page.getByRole("table", { name: "Audit log" }).getByRole("row");
  await rows.nth(count).waitFor();
  const texts = await rows.allTextContents();
  return texts.slice(1, count + 1);
}

/** A merchant with a shop of this name. */
async function merchantOf(name: string) {
  const merchant = await logIn(visits.dashboard.stack);
  await merchant.send("POST", "apps/", { body: { name } });
  return merchant;
}

describe("an operator", () => {
  it("goes from the second factor to the audit log: credits, a bank off and on, a dead letter sent back", async () => {
    visits.expectRefusals();
    const { stack } = visits.dashboard;
    const merchant = await merchantOf("Tomoca Bole");
    const granted = async () => (await merchant.send("GET", "credits/")).body.granted as number;
    const before = await granted();
    const page = await visits.logInAt("/", OPERATOR_PHONE);
    await page.getByRole("link", { name: "Operator's console" }).click();

    await page.getByRole("link", { name: "Accounts", exact: true }).click();
    await page.getByRole("searchbox").fill(merchant.phone);
    await page.keyboard.press("Enter");
    await confirmItIsMe(page);
    await page.getByRole("link", { name: "Tomoca Bole" }).click();
    await press(page, "Change credits");
    await dialog(page).getByLabel("Credits").fill("٢፭0");
    await dialog(page).getByLabel("Reference").fill("invoice-17");
    await dialog(page).getByLabel("Reason").fill("Invoice 17");
    await pressInside(page, "Grant");
    await page.getByRole("row", { name: /By our team · Invoice 17.*\+250/ }).waitFor();
    expect(await granted()).toBe(before + 250);

    await page.getByRole("link", { name: "Banks", exact: true }).click();
    const zemen = page.getByRole("row", { name: /Zemen/ });
    await zemen.getByRole("button", { name: "Switch off" }).click();
    await dialog(page).getByLabel("Reason").fill("Maintenance");
    await pressInside(page, "Switch off");
    await heading(page, "Switch off Zemen Bank for everyone?").waitFor();
    await pressInside(page, "Switch off Zemen Bank");
    await zemen.getByText("Maintenance").waitFor();
    await zemen.getByRole("button", { name: "Switch on" }).click();
    await dialog(page).getByLabel("Reason").fill("It is back");
    await pressInside(page, "Switch on");
    await zemen.getByRole("button", { name: "Switch off" }).waitFor();

    const letter = { version: 1, kind: "abandon", account_id: merchant.accountId };
    await buryLetter(stack, "recovery-dead", { ...letter, endpoint_id: "whk_1" });
    await page.getByRole("link", { name: "Dead letters", exact: true }).click();
    await page.getByRole("link", { name: "Recoveries of endpoints" }).click();
    await page.getByText('"kind": "abandon"').waitFor();
    await press(page, "Send back");
    await dialog(page).getByLabel("Reason").fill("The fault is corrected");
    await pressInside(page, "Send back");
    await page.getByText("No dead letters").waitFor();
    await stack.idle();

    const audits = await newestAudits(page, 4);
    expect(audits[0]).toMatch(/Dead letters sent back.*The fault is corrected/);
    expect(audits[1]).toMatch(/Bank switched on.*It is back/);
    expect(audits[2]).toMatch(/Bank switched off.*Maintenance/);
    expect(audits[3]).toMatch(/Credits granted.*Invoice 17/);
  });

  it("follows a release: a part of the requests, the alarm that stops it, and its end", async () => {
    const { stack } = visits.dashboard;
    const functions = ["v1-create-checkout", "authorizer"];
    await playRelease(stack, { step: "begin", functions });
    const page = await visits.logInAt("/console/operations", OPERATOR_PHONE);
    const newest = () => page.getByRole("table", { name: "Releases" }).getByRole("row").nth(1);
    await newest().getByText("In progress").last().waitFor();
    expect(await newest().textContent()).toContain("10 % of requests");
    await newest().getByText("2 functions").click();
    await newest().getByText("v1-create-checkout 41 to 42 · In progress").waitFor();

    const alarm = "release-v1-create-checkout-errors";
    await playRelease(stack, { step: "alarm", function: "v1-create-checkout", alarm });
    await page.reload();
    await newest().getByText("Rolling back").last().waitFor();
    await newest().getByText(`Stopped by checkout-dev-${alarm}`).waitFor();

    await playRelease(stack, { step: "back" });
    await page.reload();
    await newest().getByText("Rolled back", { exact: true }).last().waitFor();
    expect(await newest().textContent()).toContain("gets no requests");
  });

  it("is asked again after 10 minutes, and what was typed is sent then", async () => {
    visits.expectRefusals();
    const merchant = await merchantOf("Kaldi Mexico");
    const page = await visits.logInAt("/console", OPERATOR_PHONE);
    await page.getByRole("link", { name: "Accounts", exact: true }).click();
    await page.getByRole("searchbox").fill(merchant.accountId);
    await page.keyboard.press("Enter");
    await confirmItIsMe(page);
    await page.getByRole("link", { name: "Kaldi Mexico" }).click();
    await press(page, "Change limits");
    const parts = page.getByLabel("Parts of the balance");
    expect(await parts.locator("option").count()).toBe(MAX_CREDIT_SHARDS);
    await parts.selectOption("3");
    await dialog(page).getByLabel("Reason").fill(REASON);
    await visits.dashboard.stack.advance(601);
    await pressInside(page, "Change");
    await heading(page, "Confirm that it is you").waitFor();
    await page.keyboard.press("Escape");
    expect(await dialog(page).getByLabel("Reason").inputValue()).toBe(REASON);
    await pressInside(page, "Change");
    await confirmItIsMe(page);
    await page.locator("dd", { hasText: "3: about 150 payments a second" }).waitFor();
    expect((await newestAudits(page, 1))[0]).toContain(REASON);
  });

  it("with a wrong code sees and changes nothing, is told so in place, and can ask for another code there", async () => {
    visits.expectRefusals();
    const { stack } = visits.dashboard;
    const page = await visits.logInAt("/console/accounts?search=selam", OPERATOR_PHONE);
    await heading(page, "Confirm that it is you").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("One is valid for 10 minutes.").waitFor();
    await press(page, "Confirm");
    await page.clock.install();
    await pressInside(page, "Send code");
    const code = page.getByLabel("Code from the SMS");
    await code.fill("000000");
    await pressInside(page, "Confirm");
    await dialog(page).getByText("The code is wrong or has expired.").waitFor();
    expect(await page.getByRole("table").count()).toBe(0);

    const again = dialog(page).getByRole("button", { name: /^Resend/ });
    expect(await again.isDisabled()).toBe(true);
    await stack.advance(61);
    await page.clock.fastForward(61_000);
    const before = codesOf(stack, OPERATOR_PHONE).length;
    await again.click();
    await dialog(page).getByRole("alert").waitFor({ state: "detached" });
    await code.and(page.locator(":focus")).waitFor();
    expect(await code.inputValue()).toBe("");
    await code.fill(codesOf(stack, OPERATOR_PHONE)[before] ?? "");
    await pressInside(page, "Confirm");
    await page.getByRole("link", { name: "Selam Coffee" }).waitFor();
  });

  it("with two logins confirms by the one that the session did not begin with, at the second try too", async () => {
    visits.expectRefusals();
    const { stack, url } = visits.dashboard;
    const operator = await logIn(stack, OPERATOR_PHONE);
    const own = { id: "880077", name: "Hanna" };
    const { body } = await call(url, "POST", "/_local/telegram/token/", { body: own });
    await operator.send("POST", "me/logins/", { body: { id_token: body.id_token } });
    try {
      const page = await visits.logInAt("/console/accounts?search=selam", OPERATOR_PHONE);
      const confirmAs = async (id: string) => {
        const [telegram] = await Promise.all([
          page.waitForEvent("popup"),
          pressInside(page, "Confirm with Telegram"),
        ]);
        await telegram.getByLabel("Number").fill(id);
        await telegram.getByRole("button", { name: "Log in" }).click();
      };
      await confirmAs("880078");
      await dialog(page).getByRole("alert").waitFor();
      expect(await page.getByRole("table").count()).toBe(0);
      await confirmAs(own.id);
      await page.getByRole("link", { name: "Selam Coffee" }).waitFor();
    } finally {
      // The other tests are asked for a code. A token of the same second would be the same token, which is good once.
      await stack.advance(1);
      const again = await call(url, "POST", "/_local/telegram/token/", { body: own });
      await operator.send("PUT", "session/proof/", { body: { id_token: again.body.id_token } });
      expect((await operator.send("DELETE", "me/logins/telegram/")).status).toBeLessThan(300);
    }
  });

  it("suspends an account after a second question, whose members read why above every view, and lifts it", async () => {
    visits.expectRefusals();
    const merchant = await merchantOf("Suspended Shop");
    const page = await visits.logInAt(`/console/accounts/${merchant.accountId}`, OPERATOR_PHONE);
    await confirmItIsMe(page);
    await press(page, "Suspend account");
    await dialog(page).getByLabel("Reason").fill(REASON);
    await pressInside(page, "Suspend account");
    await heading(page, "Suspend Suspended Shop?").waitFor();
    await pressInside(page, "Suspend account");
    await page.getByText("Pay pages are being updated").waitFor();
    const member = await visits.logInAt("/checkouts", merchant.phone);
    await member.getByText("This account is suspended.").waitFor();
    await member.getByText(`Reason: ${REASON}`).waitFor();
    expect(await accessibilityProblems(member)).toEqual([]);
    await press(page, "Lift suspension");
    await dialog(page).getByLabel("Reason").fill(REASON);
    // The page shows the lifted suspension before all is read anew; the dialog stays what it was until then.
    const all = Promise.withResolvers<void>();
    await page.route("**/me/memberships/", async (route) => {
      await all.promise;
      await route.fallback();
    });
    await pressInside(page, "Lift suspension");
    await page.getByRole("button", { name: "Suspend account" }).waitFor();
    expect(await dialog(page).getByRole("button", { name: "Suspend account" }).count()).toBe(0);
    all.resolve();
    await dialog(page).waitFor({ state: "detached" });
    await member.reload();
    await settled(member);
    await heading(member, "Checkouts").waitFor();
    expect(await member.getByText("This account is suspended.").count()).toBe(0);
  });

  it("closes an account only after typing its name as it is read, with one space for several", async () => {
    visits.expectRefusals();
    const merchant = await merchantOf("Closing  Shop");
    const page = await visits.logInAt(`/console/accounts/${merchant.accountId}`, OPERATOR_PHONE);
    await confirmItIsMe(page);
    await press(page, "Close account");
    await dialog(page).getByLabel("Reason").fill(REASON);
    await pressInside(page, "Close account");
    const close = dialog(page).getByRole("button", { name: "Close account" });
    expect(await close.isDisabled()).toBe(true);
    const name = dialog(page).getByLabel("Type “Closing Shop” to continue");
    await name.fill("ClosingShop");
    expect(await close.isDisabled()).toBe(true);
    await name.fill("Closing Shop");
    await close.click();
    await page.getByText("Closed", { exact: true }).first().waitFor();
    expect(await page.getByRole("button", { name: "Change credits" }).count()).toBe(0);
    expect((await merchant.send("GET", "me/")).status).toBe(401);
  });

  it("reads in Amharic, too, why the service refuses what a second question confirms", async () => {
    visits.expectRefusals();
    const { stack, url } = visits.dashboard;
    const merchant = await merchantOf("Closed Before");
    const page = await visits.newPage();
    await takeSession(page.context(), stack, OPERATOR_PHONE, { provenAt: stack.now() });
    await page.addInitScript('localStorage.setItem("language", "am")');
    await page.goto(`${url}/console/accounts/${merchant.accountId}`);
    await press(page, amharic["account.closeAccount"]);
    await merchant.send("DELETE", "me/");
    await dialog(page).getByRole("textbox").fill(REASON);
    await pressInside(page, amharic["account.closeAccount"]);
    await dialog(page).getByRole("textbox").fill("Closed Before");
    await pressInside(page, amharic["account.closeAccount"]);
    await dialog(page).getByText(amharic["console.cannotClose"]).waitFor();
  });

  it("sees in an account's ledger what its payments took from the balance", async () => {
    visits.expectRefusals();
    const { seed, checkout, pay } = visits.dashboard;
    await pay(await checkout());
    const page = await visits.logInAt(`/console/accounts/${seed.account_id}`, OPERATOR_PHONE);
    await confirmItIsMe(page);
    const ledger = page.getByRole("table", { name: "Ledger" });
    await ledger.getByRole("row", { name: /Spent.*−1/ }).waitFor();
    await ledger.getByRole("row", { name: /Sign-up.*\+/ }).waitFor();
  });

  it("grants once where the answer was lost and the dialog is opened again, and once more after that", async () => {
    visits.expectRefusals();
    const merchant = await merchantOf("Lost Answer");
    const granted = async () => (await merchant.send("GET", "credits/")).body.granted as number;
    const before = await granted();
    const page = await visits.logInAt(`/console/accounts/${merchant.accountId}`, OPERATOR_PHONE);
    await confirmItIsMe(page);
    const grant = async () => {
      await press(page, "Change credits");
      await dialog(page).getByLabel("Credits").fill("40");
      await dialog(page).getByLabel("Reason").fill(REASON);
      await pressInside(page, "Grant");
    };
    await page.route(
      `**/${merchant.accountId}/credits/`,
      async (route) => {
        await route.fetch();
        await route.abort("internetdisconnected");
      },
      { times: 1 },
    );
    await grant();
    await dialog(page).getByText("cannot be reached").waitFor();
    await page.keyboard.press("Escape");
    for (const wanted of [40, 80]) {
      await grant();
      await dialog(page).waitFor({ state: "detached" });
      expect(await granted()).toBe(before + wanted);
    }
  });

  it("is told in place what the service refuses, sees what another operator left, and may try again", async () => {
    visits.expectRefusals();
    const merchant = await merchantOf("Refusing Shop");
    const page = await visits.logInAt(`/console/accounts/${merchant.accountId}`, OPERATOR_PHONE);
    await confirmItIsMe(page);
    await press(page, "Change credits");
    await dialog(page).getByRole("radio", { name: "Take back" }).check();
    const other = { account_id: merchant.accountId, kind: "adjust", credits: -70, note: REASON };
    await call(visits.dashboard.url, "POST", "/_local/operator/credits/", { body: other });
    await dialog(page).getByLabel("Credits").fill("80");
    await dialog(page).getByLabel("Reason").fill(REASON);
    await pressInside(page, "Take back");
    await dialog(page).getByText("The balance would fall below zero.").waitFor();
    await dialog(page).getByText("30 left now").waitFor();
    await dialog(page).getByLabel("Credits").fill("9");
    await pressInside(page, "Take back");
    await page.getByRole("row", { name: /By our team.*−9/ }).waitFor();
  });
});

describe("the console's dialogs", () => {
  it("have nothing that axe objects to, and fit 320 px with text of 200 %", async () => {
    visits.expectRefusals();
    const page = await visits.logInAt("/console", OPERATOR_PHONE, { width: 320, height: 640 });
    const expectGood = async () => {
      await page.evaluate('document.documentElement.style.fontSize = "200%"');
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      expect(await cutOff(page)).toEqual([]);
    };
    await page.getByRole("button", { name: "Switch off" }).first().click();
    await expectGood();
    await dialog(page).getByLabel("Reason").fill(REASON);
    await pressInside(page, "Switch off");
    await expectGood();
    await pressInside(page, "Switch off telebirr");
    await heading(page, "Confirm that it is you").waitFor();
    await expectGood();
    // A dialog of the page before would stay.
    await pressInside(page, "Cancel");
    await follow(page, `/console/accounts/${visits.dashboard.seed.account_id}`);
    await confirmItIsMe(page);
    for (const name of ["Change credits", "Change limits", "Suspend account", "Close account"]) {
      await press(page, name);
      await expectGood();
      await page.keyboard.press("Escape");
    }
  });
});

describe("who is no operator", () => {
  it("finds no console, neither in the menu nor by its address", async () => {
    const page = await visits.logInAt("/console", newPhone());
    await page.getByText("Only operators of this service can open this page").waitFor();
    await page.getByRole("link", { name: "Checkouts" }).waitFor();
    expect(await page.getByRole("link", { name: "Operator's console" }).count()).toBe(0);
  });

  it("is everyone of whom the service does not say so", async () => {
    const page = await visits.newPage();
    await page.route("**/api/auth/refresh/", async (route) => {
      const response = await route.fetch();
      const { user, ...session } = await response.json();
      const { operator: _, ...unsaid } = user;
      await route.fulfill({ response, json: { ...session, user: unsaid } });
    });
    await takeSession(page.context(), visits.dashboard.stack, OPERATOR_PHONE);
    await page.goto(`${visits.dashboard.url}/console`);
    await page.getByText("Only operators of this service can open this page").waitFor();
    expect(await page.getByRole("link", { name: "Operator's console" }).count()).toBe(0);
  });
});
