import { gzipSync } from "node:zlib";
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { newId } from "../../lib/domain/ids.ts";
import { call, codesOf, logIn, newPhone } from "../support/api.ts";
import { follow, isTooWide, logInByPhone, settled, takeSession } from "../support/browser.ts";
import { setUpDashboardVisits } from "../support/dashboard-visits.ts";

const visits = setUpDashboardVisits();
const { newPage, logInAt: asMerchant } = visits;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const clipboard = (page: Page) => page.evaluate("navigator.clipboard.readText()");
const dialog = (page: Page) => page.getByRole("dialog");

describe("the menu", () => {
  it("shows the current place on a low screen, also one that was opened by a link in the page", async () => {
    const page = await newPage({ width: 1200, height: 560 });
    await takeSession(page.context(), visits.dashboard.stack, visits.dashboard.seed.phone);
    const inSight = async (name: string) => {
      const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
      await link.and(page.locator("[aria-current=page]")).waitFor();
      const edges = async (of: Locator) => {
        const { y = 0, height = 0 } = (await of.boundingBox()) ?? {};
        return [y, y + height] as const;
      };
      const [[top, end], [first, last]] = await Promise.all([
        edges(link),
        edges(page.locator("div:has(> nav)").first()),
      ]);
      return top >= first - 1 && end <= last + 1;
    };
    await page.goto(`${visits.dashboard.url}/account`);
    await settled(page);
    expect(await inSight("Account")).toBe(true);
    await follow(page, "/checkouts");
    expect(await inSight("Checkouts")).toBe(true);
  });
});

describe("login", () => {
  it("takes a pasted code, goes where one wanted, and outlives a reload with no token in storage", async () => {
    const page = await newPage();
    await page.goto(`${visits.dashboard.url}/webhooks`);
    await page.getByLabel("Phone number").fill("0911 00 00 00");
    await button(page, "Send code").click();
    await page.getByText(/^Resend in \d+ s$/).waitFor();
    const code = codesOf(visits.dashboard.stack, visits.dashboard.seed.phone).at(-1) ?? "";
    await page.evaluate(`navigator.clipboard.writeText("Your code: ${code}")`);
    await page.getByLabel("Code", { exact: true }).press("ControlOrMeta+v");
    await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/webhooks");

    const kept = await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })");
    expect(kept).not.toMatch(/eyJ|Bearer/);
    expect(await page.evaluate("document.cookie")).toBe("");
    await page.reload();
    await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor();
  });

  it("signs up by Telegram in a window of its own, and shows the first steps", async () => {
    const page = await newPage();
    await page.goto(`${visits.dashboard.url}/login`);
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("button", { name: "Sign in with Telegram" }).click(),
    ]);
    await popup.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { name: "First steps" }).waitFor();
    await page.getByText("@local_person").waitFor();
    // Without an app there is nothing to link to, so no form is offered that cannot be sent.
    for (const place of ["Payment links", "Webhooks"]) {
      await page.getByRole("link", { name: place, exact: true }).click();
      await page.getByRole("heading", { name: place, level: 1 }).waitFor();
      await page.getByRole("main").getByText("Create an app first").waitFor();
      expect(await page.getByRole("button", { name: /^New/ }).count()).toBe(0);
    }
  });

  it("ends on all devices at once, and leads back to the login", async () => {
    visits.expectRefusals();
    const page = await asMerchant("/account");
    await button(page, "Sign out everywhere").click();
    await dialog(page).getByText("including this one").waitFor();
    await dialog(page).getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByText("You are signed out on all devices.").waitFor();
    expect(page.url()).not.toContain("next=");
  });

  it("tells the owner that the account is closed", async () => {
    visits.expectRefusals();
    const page = await asMerchant("/account", newPhone());
    await button(page, "Close account").click();
    await dialog(page).getByRole("textbox").fill("close my account");
    await dialog(page).getByRole("button", { name: "Close account" }).click();
    await page.getByText("Your account is closed.").waitFor();
    expect(await page.getByText("Your session has ended").count()).toBe(0);
  });

  it("loads neither React, router nor query cache, and at most 30 KB", async () => {
    const page = await newPage();
    const files: string[] = [];
    let bytes = 0;
    page.on("response", async (response) => {
      if (!response.url().includes("/assets/")) return;
      files.push(new URL(response.url()).pathname);
      bytes += gzipSync(await response.body()).length;
    });
    await page.goto(`${visits.dashboard.url}/checkouts`);
    await settled(page);
    await page.getByLabel("Phone number").waitFor();
    expect(page.url()).toContain("/login?next=%2Fcheckouts");
    expect(files.some((path) => path.includes("/sign-in-"))).toBe(true);
    expect(files.filter((path) => /\/(react|vendor|common|start)-/.test(path))).toEqual([]);
    expect(bytes).toBeLessThan(30_000);
  });

  it("takes those who are signed in already to where they wanted", async () => {
    const page = await asMerchant("/webhooks");
    await page.goto(`${visits.dashboard.url}/login?next=%2Fcredits`);
    await page.getByRole("heading", { name: "Credits", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/credits");
  });

  it("shows the service's name before any script has loaded, and later what browser it needs", async () => {
    const page = await newPage();
    await page.route("**/*.js", () => undefined);
    await page.goto(visits.dashboard.url, { waitUntil: "commit" });
    await page.locator("#root", { hasText: "Mahtem" }).waitFor();
    const needs = page.getByText("The dashboard needs Chrome 111").filter({ visible: true });
    await expect.poll(() => needs.count(), { message: "hidden by the styles" }).toBe(0);
    await page.evaluate("for (const one of document.getAnimations()) one.finish()");
    await needs.waitFor();
    // Browsers before 2024 would draw no colors.
    const sheet = await page.locator('link[rel="stylesheet"]').getAttribute("href");
    const styles = await fetch(new URL(sheet ?? "", visits.dashboard.url));
    expect(await styles.text()).toMatch(/^(?!.*light-dark).*--canvas/s);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  it("offers another try when the dashboard's files cannot be loaded after the code", async () => {
    visits.expectRefusals();
    const page = await newPage();
    await page.goto(`${visits.dashboard.url}/login`);
    await page.route("**/assets/start-*.js", (route) => route.abort("internetdisconnected"));
    const phone = newPhone();
    await page.getByLabel("Phone number").fill(phone);
    await button(page, "Send code").click();
    await page.getByText(/^Resend in \d+ s$/).waitFor();
    await page
      .getByLabel("Code", { exact: true })
      .fill(codesOf(visits.dashboard.stack, phone).at(-1) ?? "");
    await button(page, "Try again").waitFor();
    await page.unrouteAll();
    await button(page, "Try again").click();
    await page.getByRole("heading", { name: "First steps" }).waitFor();
  });

  it("takes the code that was sent before the page was closed, while no other is sent", async () => {
    visits.expectRefusals();
    const { stack, url } = visits.dashboard;
    const phone = newPhone();
    const page = await newPage();
    for (const said of [/can sign in here/, "in the last 5 minutes is still valid"]) {
      await page.goto(`${url}/login`);
      await page.getByLabel("Phone number").fill(phone);
      await button(page, "Send code").click();
      await page.getByText(said).waitFor();
      await page.getByText(/^Resend in \d+ s$/).waitFor();
    }
    const codes = codesOf(stack, phone);
    expect(codes).toHaveLength(1);
    await page.getByLabel("Code", { exact: true }).fill(codes[0] ?? "");
    await page.getByRole("heading", { name: "First steps" }).waitFor();
  });

  it("never leads to another site", async () => {
    const page = await newPage();
    await page.goto(`${visits.dashboard.url}/login?next=${encodeURIComponent("//evil.example/")}`);
    await logInByPhone(page, visits.dashboard.url, visits.dashboard.seed.phone);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    expect(new URL(page.url()).origin).toBe(visits.dashboard.url);
  });
});

describe("API keys", () => {
  it("shows a key once, with a call that works, and later only its ends", async () => {
    const page = await asMerchant(`/apps/${visits.dashboard.seed.app_id}/api-keys`);
    await button(page, "New API key").click();
    await dialog(page).getByLabel("Name").fill("Till");
    await dialog(page).getByLabel("Test", { exact: false }).first().check();
    await button(page, "Create key").click();
    const secret = (await page.getByTestId("secret").textContent()) ?? "";
    expect(secret).toMatch(/^pk_test_[0-9A-Za-z]{36}$/);
    await expect(dialog(page).getByText(`Bearer ${secret}`).count()).resolves.toBe(1);
    await button(page, "Copy API key").click();
    expect(await clipboard(page)).toBe(secret);
    const answer = await call(visits.dashboard.url, "GET", "/api/v1/checkouts/", { key: secret });
    expect(answer.status).toBe(200);

    await page.keyboard.press("Escape");
    await expect(page.getByTestId("secret").count()).resolves.toBe(1);
    await button(page, "I stored it").click();
    const row = page.getByRole("row").filter({ hasText: "Till" });
    await row.getByText(`${secret.slice(-4)}`).waitFor();
    expect(await page.content()).not.toContain(secret);

    await row.getByRole("button", { name: "Revoke Till" }).click();
    await button(page, "Revoke key").waitFor();
    expect(await button(page, "Revoke key").isDisabled()).toBe(true);
    await dialog(page).getByRole("textbox").fill(secret.slice(-4));
    await button(page, "Revoke key").click();
    await row.getByText("Revoked").last().waitFor();
  });
});

describe("webhooks", () => {
  it("registers an endpoint for some events and shows its secret", async () => {
    const page = await asMerchant("/webhooks");
    await button(page, "New endpoint").click();
    await dialog(page).getByLabel("URL").fill(`${visits.dashboard.url}/_local/receiver/second/`);
    await dialog(page).getByLabel("checkout.review").check();
    await button(page, "Create endpoint").click();
    const secret = (await page.getByTestId("secret").textContent()) ?? "";
    expect(secret).toMatch(/^whsec_/);
    await button(page, "Done").click();
    await page.getByRole("link", { name: /receiver\/second/ }).click();
    await page.getByText("checkout.verified, checkout.review").waitFor();
    await button(page, "Reveal").click();
    await page.getByText(secret, { exact: true }).waitFor();
  });

  it("shows why a delivery failed, and delivers it when sent again", async () => {
    await visits.dashboard.receiverAnswers(500, "the till is closed");
    const checkout = await visits.dashboard.checkout({ client_reference: "to-be-retried" });
    expect((await visits.dashboard.pay(checkout)).outcome).toBe("matched");
    const page = await asMerchant("/webhook-logs?status=retrying&kind=checkout.verified");
    await page.getByRole("link", { name: "checkout.verified" }).first().click();
    await page.getByText("Your server answered with an error").first().waitFor();
    await page.getByText("the till is closed").first().waitFor();
    await page.getByText("Next attempt").first().waitFor();
    await page
      .getByRole("region", { name: "Body", exact: true })
      .getByText(checkout.id)
      .first()
      .waitFor();

    await visits.dashboard.receiverAnswers(200, "thank you");
    await button(page, "Resend").click();
    await page.getByText("Delivered").first().waitFor();
    await page.getByText("Manual").first().waitFor();
    await page.getByText("thank you").first().waitFor();
  });
});

describe("webhook logs", () => {
  it("keep what was sent for tests to test mode, and mark it where one endpoint is looked at", async () => {
    const { dashboard } = visits;
    const owner = await logIn(dashboard.stack, dashboard.seed.phone);
    const endpoint = await owner.send("POST", "webhooks/", {
      body: {
        app_id: dashboard.seed.app_id,
        url: `${dashboard.url}/_local/receiver/trials/`,
        events: ["checkout.created"],
        livemode: false,
      },
    });
    await dashboard.checkout({}, dashboard.seed.test_key);
    await dashboard.pay(await dashboard.checkout());
    await dashboard.stack.idle();
    const tests = await owner.send("GET", `webhooks/${endpoint.body.id}/deliveries/`);
    const delivery = tests.body.data[0];

    const page = await asMerchant("/webhook-logs");
    const rows = page.getByRole("row");
    const row = rows.filter({ hasText: delivery.id.slice(-6) });
    await rows.nth(1).waitFor();
    expect(await row.count()).toBe(0);
    await follow(page, `/webhook-logs?endpoint=${endpoint.body.id}`);
    await row.getByText("Test", { exact: true }).waitFor();
    await page.goto(`${dashboard.url}/webhook-logs?mode=test`);
    await row.getByRole("link").click();
    await page.getByRole("heading", { name: "checkout.created", level: 1 }).waitFor();
    await page.getByRole("main").getByText("Test", { exact: true }).waitFor();
  });
});

describe("checkouts", () => {
  it("lets a person approve a review with a reason, which verifies it", async () => {
    const checkout = await visits.dashboard.checkout({ client_reference: "to-be-decided" });
    await visits.dashboard.pay(checkout, { receiver_name: "Somebody Else Entirely" });
    const page = await asMerchant(`/checkouts?search=to-be-decided`);
    await page.getByRole("row").getByRole("link").click();
    await page.getByText("This payment needs your review").waitFor();
    // What it is about stands beside the buttons; the timeline keeps it folded.
    const nameDiffers = page.getByText("Name differs").filter({ visible: true });
    await nameDiffers.waitFor();
    await button(page, "Approve").click();
    await dialog(page).getByLabel("Reason").fill("Seen on the statement");
    await dialog(page).getByRole("button", { name: "Approve" }).click();
    await page.getByText("Approved manually").first().waitFor();
    // Keyboard and screen reader go on where the buttons were.
    await page.locator(":focus", { hasText: "Approved manually" }).waitFor();
    await page.getByText("Seen on the statement").waitFor();
    const stored = await call(visits.dashboard.url, "GET", `/api/v1/checkouts/${checkout.id}/`, {
      key: visits.dashboard.seed.live_key,
    });
    expect(stored.body).toMatchObject({
      status: "verified",
      exceptions: expect.arrayContaining(["approved_by_hand"]),
    });
  });

  it("says how much came before money that came short is approved", async () => {
    const checkout = await visits.dashboard.checkout({ amount: 150_000 });
    const paid = await visits.dashboard.pay(checkout, { amount: 90_000 });
    expect(paid.outcome).toBe("counted");
    const page = await asMerchant(`/checkouts/${checkout.id}`);
    await page.getByText("Part of the amount is missing").waitFor();
    await page.getByText("Received ETB 900.00 of ETB 1,500.00.").waitFor();
    await button(page, "Approve").click();
    await dialog(page)
      .getByText("Received ETB 900.00 of ETB 1,500.00. ETB 600.00 is missing.")
      .waitFor();
  });

  it("counts all that wait for a decision on the overview, and leads to them", async () => {
    const checkout = await visits.dashboard.checkout({ client_reference: "to-be-counted" });
    await visits.dashboard.pay(checkout, { receiver_name: "Somebody Else Entirely" });
    const owner = await logIn(visits.dashboard.stack, visits.dashboard.seed.phone);
    const { body } = await owner.send("GET", "checkouts/?status=review");
    const page = await asMerchant("/");
    await page.getByRole("link", { name: `${body.data.length} in review` }).click();
    await page.getByRole("row").filter({ hasText: "to-be-counted" }).waitFor();
    expect(page.url()).toContain("/checkouts?status=review");
  });

  it("says that there is no such checkout, and does not offer to try again", async () => {
    visits.expectRefusals();
    const unknown = newId("co_", Date.now(), new Uint8Array(10));
    for (const id of [unknown, "co_mistyped"]) {
      const page = await asMerchant(`/checkouts/${id}`);
      await page.getByText("There is nothing here").waitFor();
      expect(await button(page, "Try again").count()).toBe(0);
    }
  });

  it("breaks a description without spaces where the screen of a phone ends", async () => {
    const made = await visits.dashboard.checkout({ description: "x".repeat(400) });
    const page = await asMerchant(`/checkouts/${made.id}`, undefined, { width: 360 });
    const lead = page.getByText("x".repeat(400));
    await lead.waitFor();
    const box = await lead.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 1000)).toBeLessThanOrEqual(360);
    expect(await isTooWide(page)).toBe(false);
  });

  it("makes a checkout whose page asks for the amount that was typed", async () => {
    const page = await asMerchant("/checkouts/new");
    await page.getByLabel("Amount in ETB").fill("1,234.5");
    await page.getByLabel(/Description/).fill("Invoice 17");
    await button(page, "Create checkout").click();
    const link = page.getByRole("link", { name: /\/p(ay)?\// });
    const address = (await link.getAttribute("href")) ?? "";
    expect(await (await fetch(address)).text()).toContain("1,234.50");
    await page.getByRole("link", { name: "View checkout" }).click();
    await page.getByRole("heading", { name: /1,234\.50/ }).waitFor();
  });

  it("keeps filters in the address, and offers to clear those that leave nothing", async () => {
    await visits.dashboard.checkout();
    const page = await asMerchant("/checkouts");
    await page.getByLabel("Status").selectOption("canceled");
    await page.getByText("No results for these filters").waitFor();
    expect(page.url()).toContain("status=canceled");
    await page.reload();
    await page.getByText("No results for these filters").waitFor();
    await button(page, "Clear filters").click();
    await page.getByRole("row").nth(1).waitFor();
    expect(page.url()).not.toContain("status");
  });

  it("shows test payments only in test mode, which stays in the address", async () => {
    const made = await visits.dashboard.checkout(
      { client_reference: "only-a-test" },
      visits.dashboard.seed.test_key,
    );
    expect(await visits.dashboard.handIn(made, "TESTOK123")).toBe("matched");
    const page = await asMerchant("/checkouts");
    expect(await page.getByText("only-a-test").count()).toBe(0);
    await button(page, "Test").click();
    await page.getByRole("row").filter({ hasText: "only-a-test" }).waitFor();
    expect(page.url()).toContain("mode=test");
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Overview" })
      .click();
    await page.getByText("no real money").waitFor();
  });
});
