import { readFile } from "node:fs/promises";
import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { call, logIn } from "../support/api.ts";
import { settled, takeSession } from "../support/browser.ts";
import { setUpDashboardVisits } from "../support/dashboard-visits.ts";

const visits = setUpDashboardVisits();

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("a new checkout", () => {
  it.each([
    ["1,234.5", "ETB 1,234.50"],
    ["12,345,678", "ETB 12,345,678.00"],
    ["1500.50", "ETB 1,500.50"],
    ["1 500 birr", "ETB 1,500.00"],
  ])("reads %s as %s, and says so before it is made", async (typed, shown) => {
    const page = await visits.logInAt("/checkouts/new");
    await page.getByLabel("Amount in ETB").fill(typed);
    await page.getByText(`The customer pays ${shown}`).waitFor();
  });

  it("after another one has its amount, but not its reference", async () => {
    const page = await visits.logInAt("/checkouts/new?mode=test");
    await page.getByLabel("Amount in ETB").fill("1,044");
    await page.getByLabel(/Your reference/).fill("invoice-44");
    await button(page, "Create checkout").click();
    await button(page, "Create another").click();
    expect(await page.getByLabel("Amount in ETB").inputValue()).toBe("1,044");
    expect(await page.getByLabel(/Your reference/).inputValue()).toBe("");
  });

  it("is not made for an amount that may be meant in two ways", async () => {
    const page = await visits.logInAt("/checkouts/new");
    for (const typed of ["12,50", "1,50.00", "1,2345", ",500"]) {
      await page.getByLabel("Amount in ETB").fill(typed);
      await button(page, "Create checkout").click();
      await page.getByText("Enter an amount such as 1,500.00.").waitFor();
      expect(await page.getByText(/The customer pays ETB/).count()).toBe(0);
      expect(await page.getByRole("link", { name: /\/pay\// }).count()).toBe(0);
    }
  });
});

describe("what was refused", () => {
  it("is a logo, for a reason that its owner can act on", async () => {
    visits.expectRefusals();
    const page = await visits.logInAt(`/apps/${visits.dashboard.seed.app_id}/settings`);
    const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>');
    await page
      .getByLabel("Choose logo")
      .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer });
    await page.getByText("We can't use this file. It is an SVG without a viewBox.").waitFor();
  });

  it("is said once, at its field, in words for people", async () => {
    visits.expectRefusals();
    const page = await visits.newPage();
    await page.goto(`${visits.dashboard.url}/login`);
    const phone = page.getByLabel("Phone number");
    await phone.and(page.locator(":focus")).waitFor();
    for (const typed of ["12", "not a number at all"]) {
      await phone.fill(typed);
      await button(page, "Send code").click();
      await page.getByText("Enter a valid phone number.").waitFor();
      expect(await page.getByRole("main").textContent()).not.toMatch(/Request|string|phone: /);
    }
  });

  it("leaves a dialog as it is and leads back to the field", async () => {
    visits.expectRefusals();
    const page = await visits.logInAt("/webhooks");
    await button(page, "New endpoint").click();
    const url = dialog(page).getByLabel("URL");
    await url.fill("https://127.0.0.1/hook");
    await button(page, "Create endpoint").click();
    await page.locator("input[aria-invalid=true]").waitFor();
    await url.and(page.locator(":focus")).waitFor();
    expect(await dialog(page).getByText("Request").count()).toBe(0);
    expect(await dialog(page).getByRole("alert").textContent()).toBe("");
    const said = await page.locator("input[aria-invalid=true] ~ p").last().textContent();
    expect(said).toMatch(/^[A-Z].*\.$/);
  });

  it("is said below the form where no field says it", async () => {
    visits.expectRefusals();
    const page = await visits.logInAt(`/apps/${visits.dashboard.seed.app_id}`);
    for (const round of [1, 2]) {
      await button(page, "Add account").click();
      await dialog(page).getByLabel("Account or phone number").fill("0911223344");
      await dialog(page).getByLabel("Account holder").fill("Selam Coffee");
      await dialog(page).getByRole("button", { name: "Add account" }).click();
      if (round === 1) await dialog(page).waitFor({ state: "detached" });
    }
    const alert = dialog(page).getByRole("alert");
    await alert.getByText("already has a payment method with this account number").waitFor();
  });
});

describe("the secret of a phone", () => {
  it("that somebody else may know ends at once where its owner chooses so", async () => {
    const { seed, stack } = visits.dashboard;
    const page = await visits.logInAt(`/apps/${seed.app_id}/phones`);
    await button(page, "Pair a phone").first().click();
    await dialog(page).getByLabel("Name").fill("Till");
    await dialog(page).getByRole("button", { name: "Pair a phone" }).click();
    const headers = dialog(page)
      .getByText(/Bearer nsec_/)
      .first();
    const [old = ""] = /nsec_[\w-]+/.exec((await headers.textContent()) ?? "") ?? [];
    const [path = ""] =
      /\/api\/public\/gateway\/notices\/\w+\//.exec((await dialog(page).textContent()) ?? "") ?? [];
    await button(page, "Done").click();
    await page.getByRole("row", { name: /Till/ }).getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Rotate secret" }).click();
    await dialog(page).getByLabel("The old secret works for").selectOption("0");
    await button(page, "Rotate secret").click();
    const shown = await headers.textContent();
    const [now = ""] = /nsec_[\w-]+/.exec(shown ?? "") ?? [];
    expect(now).not.toBe(old);
    const send = (secret: string) =>
      call(stack.url, "POST", path, {
        raw: JSON.stringify({ from: "127", text: "hello" }),
        headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
      });
    expect((await send(now)).status).toBe(202);
    expect((await send(old)).status).toBe(401);
  });
});

describe("a dialog", () => {
  it("keeps its buttons in sight where it is longer than the screen", async () => {
    const height = 600;
    const page = await visits.logInAt("/webhooks", undefined, { width: 1280, height });
    await button(page, "New endpoint").click();
    await dialog(page).getByRole("checkbox", { name: "checkout.verified" }).waitFor();
    const box = await dialog(page).getByRole("button", { name: "Create endpoint" }).boundingBox();
    expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(0.95 * height);
  });

  it.each([
    ["/apps", "New app", "Name"],
    ["/webhooks", "New endpoint", "URL"],
    ["/api-keys", "New API key", "Name"],
  ])("of %s begins at its first field, and Close comes last", async (path, opener, field) => {
    const page = await visits.logInAt(path);
    await button(page, opener).first().click();
    const first = dialog(page).getByLabel(field, { exact: true });
    await first.and(page.locator(":focus")).waitFor();
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await dialog(page).waitFor({ state: "detached" });
  });
});

describe("an API key", () => {
  it("is for the only app, and for one that is chosen where there are more", async () => {
    const { stack } = visits.dashboard;
    const owner = await logIn(stack);
    const first = await owner.send("POST", "apps/", { body: { name: "Bole" } });
    const page = await visits.logInAt("/api-keys", owner.phone);
    const reaches = dialog(page).getByLabel("Access");
    await button(page, "New API key").first().click();
    await expect.poll(() => reaches.inputValue()).toBe(String(first.body.app_id));
    await owner.send("POST", "apps/", { body: { name: "Piassa" } });
    await page.reload();
    await button(page, "New API key").first().click();
    await dialog(page).getByLabel("Name").fill("Till");
    await dialog(page).getByRole("option", { name: "Piassa" }).waitFor({ state: "attached" });
    expect(await reaches.inputValue()).toBe("");
    expect(await button(page, "Create key").isDisabled()).toBe(true);
    await reaches.selectOption({ label: "Piassa" });
    await button(page, "Create key").click();
    await page.getByTestId("secret").waitFor();
    const made = await owner.send("GET", "api-keys/");
    expect(made.body.data).toMatchObject([{ name: "Till", app_id: first.body.app_id + 1 }]);
  });
});

describe("an API key that expires", () => {
  it.each([390, 1280])("says when, %d pixels wide, also before it is rotated", async (width) => {
    const owner = await logIn(visits.dashboard.stack);
    await owner.send("POST", "apps/", { body: { name: "Bole" } });
    const page = await visits.logInAt("/api-keys", owner.phone, { width, height: 900 });
    await button(page, "New API key").first().click();
    await dialog(page).getByLabel("Name").fill("Till");
    await dialog(page)
      .getByLabel(/Last day/)
      .fill("2999-02-28");
    await button(page, "Create key").click();
    await button(page, "I stored it").click();
    const end = "28 Feb 2999, 23:59:59";
    await page.getByText(`expires ${end}`).filter({ visible: true }).waitFor();
    await page.getByText("Active", { exact: true }).filter({ visible: true }).waitFor();
    const made = await owner.send("GET", "api-keys/");
    expect(made.body.data).toMatchObject([{ expires_at: "2999-02-28T20:59:59.000Z" }]);
    await button(page, "Rotate Till").click();
    await dialog(page).getByText(`The new key also expires on ${end}.`).waitFor();
  });
});

describe("a secret that is shown once", () => {
  it("stays in sight however often Escape is pressed, until its button closes it", async () => {
    const page = await visits.logInAt("/api-keys");
    await button(page, "New API key").first().click();
    await dialog(page).getByLabel("Name").fill("Kept");
    await dialog(page).getByLabel("Access").selectOption({ index: 1 });
    await button(page, "Create key").click();
    const secret = page.getByTestId("secret");
    await secret.waitFor();
    for (let press = 0; press < 4; press++) await page.keyboard.press("Escape");
    await button(page, "I stored it").click();
    await dialog(page).waitFor({ state: "detached" });
  });

  it("cannot be closed away while it is being made", async () => {
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    const page = await visits.logInAt("/api-keys");
    const hold = (route: Route) => promise.then(() => route.continue());
    await page.route("**/api-keys/*/rotate/", hold);
    await page
      .getByRole("button", { name: /^Rotate/ })
      .first()
      .click();
    await button(page, "Rotate key").click();
    await page.getByRole("button", { name: "Cancel", disabled: true }).waitFor();
    for (let press = 0; press < 4; press++) await page.keyboard.press("Escape");
    expect(await dialog(page).getByRole("button", { name: "Close" }).count()).toBe(0);
    answer();
    await page.getByTestId("secret").waitFor();
  });
});

describe("what the browser does not copy", () => {
  it("is not said to be copied", async () => {
    const page = await visits.logInAt("/account");
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error())");
    await page.getByRole("button", { name: "Copy account ID" }).click();
    await page.getByText("Select the text and copy it manually.").waitFor();
    expect(await page.getByText("Copied", { exact: true }).count()).toBe(0);
  });
});

describe("the first call of a new key", () => {
  it.each([
    ["Read checkouts", "/v1/checkouts/"],
    ["Read the credit balance", "/v1/credits/"],
    ["Read events", "/v1/events/"],
  ])("is one that a key may make with nothing but: %s", async (scope, path) => {
    const page = await visits.logInAt("/api-keys");
    await button(page, "New API key").first().click();
    await dialog(page).getByLabel("Name").fill(scope);
    await dialog(page).getByLabel("Access").selectOption({ index: 1 });
    for (const box of await dialog(page).getByRole("checkbox").all()) await box.uncheck();
    await dialog(page).getByRole("checkbox", { name: scope }).check();
    await button(page, "Create key").click();
    const call = dialog(page).getByRole("region", { name: "Try it" });
    expect(await call.textContent()).toContain(`${path} `);
  });
});

describe("first steps", () => {
  it("do not come back with a second app once a payment was verified", async () => {
    const { dashboard } = visits;
    expect((await dashboard.pay(await dashboard.checkout())).outcome).toBe("matched");
    const owner = await logIn(dashboard.stack, dashboard.seed.phone);
    await owner.send("POST", "apps/", { body: { name: "Second shop" } });
    const page = await visits.logInAt("/");
    await page.getByText("Credits left").waitFor();
    await settled(page);
    expect(await page.getByRole("heading", { name: "First steps" }).count()).toBe(0);
  });
});

describe("the order of the payment methods", () => {
  it("changes by one place for each press, also after others were removed", async () => {
    const owner = await logIn(visits.dashboard.stack);
    const { app_id } = (await owner.send("POST", "apps/", { body: { name: "Bole" } })).body;
    const path = `apps/${app_id}/payment-methods/`;
    const labels = ["gone", "also gone", "first", "second", "third"];
    const made: string[] = [];
    for (const [place, label] of labels.entries()) {
      const account_number = `25191100020${place}`;
      const body = { provider: "telebirr", account_name: "Hirut Belachew", account_number, label };
      made.push((await owner.send("POST", path, { body })).body.id);
    }
    for (const id of made.slice(0, 2)) await owner.send("DELETE", `${path}${id}/`);
    const order = async () =>
      (await owner.send("GET", path)).body.data.map(({ label }: { label: string }) => label);
    const page = await visits.logInAt(`/apps/${app_id}`, owner.phone);
    await page
      .getByRole("listitem")
      .filter({ hasText: "second" })
      .getByRole("button", { name: /down$/ })
      .click();
    await expect.poll(order).toEqual(["first", "third", "second"]);
  });
});

describe("the banks of a payment method", () => {
  it("are those that the service asks", async () => {
    const page = await visits.logInAt(`/apps/${visits.dashboard.seed.app_id}`);
    await page.route("**/api/public/gateway/status/", async (route) => {
      const answer = await route.fetch();
      const status = (await answer.json()) as {
        manual: boolean;
        providers: { provider: string }[];
      };
      expect(status.manual).toBe(true);
      const providers = status.providers.filter(({ provider }) =>
        /^(telebirr|cbe)$/.test(provider),
      );
      await route.fulfill({ json: { ...status, providers } });
    });
    await button(page, "Add account").click();
    const options = dialog(page).getByLabel("Bank or wallet").getByRole("option");
    await options.nth(2).waitFor({ state: "attached" });
    expect(await options.allTextContents()).toEqual([
      "telebirr",
      "Commercial Bank of Ethiopia (CBE)",
      "Manual review",
    ]);
  });
});

describe("credits", () => {
  it("are not offered where credits are not for sale", async () => {
    const page = await visits.newPage();
    await page.route("**/api/platform/credits/", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...((await answer.json()) as object), price: null } });
    });
    await takeSession(page.context(), visits.dashboard.stack, visits.dashboard.seed.phone);
    await page.goto(`${visits.dashboard.url}/credits`);
    await page.getByText("Granted", { exact: true }).first().waitFor();
    expect(await page.getByText("Buy credits").count()).toBe(0);
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByText("Credits left").waitFor();
    expect(await page.getByText("Buy credits").count()).toBe(0);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});

describe("the data of a customer", () => {
  it("is exported as a file and erased, by the phone number that the customer gave", async () => {
    const { dashboard } = visits;
    const [phone, holder] = ["+251911470001", "Genet Alemu"];
    const customer = { name: holder, phone };
    const made = await dashboard.checkout({ customer });
    expect(await dashboard.pay(made, { payer_name: holder })).toMatchObject({ outcome: "matched" });
    const page = await visits.logInAt("/account");
    const field = page.getByLabel("Customer's phone number");
    await field.fill("0911470001");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      button(page, "Export data").click(),
    ]);
    const exported = JSON.parse(await readFile(await download.path(), "utf8"));
    expect(exported).toMatchObject([{ id: made.id, customer: { name: holder } }]);
    await button(page, "Erase data").click();
    await dialog(page).getByText("0911470001").waitFor();
    await dialog(page).getByRole("button", { name: "Erase data" }).click();
    await page.getByText("Data erased from one checkout.").waitFor();
    await button(page, "Export data").click();
    await page.getByText("No checkout has this phone number.").waitFor();
  });

  it("is erased no further once that is stopped, and exported in full however much it is", async () => {
    const page = await visits.logInAt("/account");
    await page.getByLabel("Customer's phone number").fill("0911470002");
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    const more = { next_cursor: "more" };
    let parts = 0;
    await page.route("**/customers/erase/", async (route) => {
      parts += 1;
      await promise;
      await route.fulfill({ json: { object: "erasure", erased: 100, undecided: 0, ...more } });
    });
    await button(page, "Erase data").click();
    await dialog(page).getByRole("button", { name: "Erase data" }).click();
    await dialog(page).getByRole("button", { name: "Stop" }).click();
    answer();
    await page.getByText("Stopped: erased data from 100 checkouts").waitFor();
    expect(parts).toBe(1);

    const rows = Array.from({ length: 10_000 }, (_, id) => ({ id }));
    await page.route("**/customers/?**", (route) => {
      const { searchParams } = new URL(route.request().url());
      const isFirst = searchParams.get("livemode") === "true" && !searchParams.has("cursor");
      const next = isFirst ? { has_more: true, ...more } : { has_more: false, next_cursor: null };
      return route.fulfill({ json: { data: isFirst ? rows : [{ id: "next" }], ...next } });
    });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      button(page, "Export data").click(),
    ]);
    expect(JSON.parse(await readFile(await download.path(), "utf8"))).toHaveLength(10_002);
  });
});
