import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { logIn, newPhone } from "../support/api.ts";
import { setUpDashboardVisits } from "../support/dashboard-visits.ts";

const visits = setUpDashboardVisits();

/** Opens the dialog of a view by the keyboard. */
async function openDialog(page: Page, button: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: button }).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("textbox").first().waitFor();
}

const focused = (page: Page) => page.locator("#content:focus, #content :focus");

it("the keyboard stays in the view while an owner sets up the first shop", async () => {
  const page = await visits.logInAt("/apps", newPhone());
  await openDialog(page, "New app");
  await page.keyboard.type("Bole shop");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Bole shop" }).waitFor();
  await page.locator("#content:focus").waitFor();

  await openDialog(page, "Add account");
  await page.getByLabel("Account or phone number").fill("0911223344");
  await page.getByLabel("Account holder").fill("Hanna Tesfaye");
  await page.keyboard.press("Enter");
  await focused(page).filter({ hasText: "0911 223 344" }).waitFor();

  await page.getByRole("link", { name: "API keys", exact: true }).last().click();
  await openDialog(page, "New API key");
  await page.keyboard.type("Shop server");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "I stored it" }).press("Enter");
  await focused(page).waitFor();

  await page.goto(`${visits.dashboard.url}/checkouts/new?mode=test`);
  await page.getByLabel("Amount in ETB").fill("150");
  // Once the apps are known.
  await page.getByRole("button", { name: "Create checkout", disabled: false }).waitFor();
  await page.keyboard.press("Enter");
  await focused(page).filter({ hasText: "The link for ETB 150.00 is ready." }).waitFor();
});

it("a test checkout is a step that is done in test mode, and not in live mode", async () => {
  const { stack, url } = visits.dashboard;
  const owner = await logIn(stack, newPhone());
  const { app_id } = (await owner.send("POST", "apps/", { body: { name: "Shop" } })).body;
  const body = { app_id, livemode: false, amount: 15_000, currency: "ETB" };
  expect((await owner.send("POST", "checkouts/", { body })).status).toBe(201);
  const page = await visits.logInAt("/?mode=test", owner.phone);
  const step = page.getByRole("listitem").filter({ hasText: "Create your first checkout" });
  await step.getByText("done").waitFor({ state: "attached" });
  await page.goto(`${url}/`);
  await step.getByRole("link").waitFor();
});

it("the counter tells an owner, who has nobody to ask, where to add an app and a receiving account", async () => {
  visits.expectRefusals();
  const owner = await logIn(visits.dashboard.stack);
  const page = await visits.logInAt("/counter", owner.phone);
  await page.getByText("Create one in the dashboard.").waitFor();
  expect(await page.getByText("Ask").count()).toBe(0);
  await owner.send("POST", "apps/", { body: { name: "New shop" } });
  await page.getByRole("link", { name: "New app" }).click();
  await page.getByRole("link", { name: "New shop" }).waitFor();
  await page.goto(`${visits.dashboard.url}/counter`);
  await page.getByLabel("Amount in ETB").fill("20");
  await page.getByRole("button", { name: "Take payment" }).click();
  await page.getByText("Add one in the dashboard, under Apps.").waitFor();
});

it("a limit above the highest one is refused in birr, as it is entered", async () => {
  visits.expectRefusals();
  const page = await visits.logInAt(`/apps/${visits.dashboard.seed.app_id}/phones`);
  await page.getByLabel("Accept without a receipt up to (ETB)").fill("6,000");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Enter at most 5,000.00").waitFor();
  expect(await page.getByText("500000").count()).toBe(0);
});
