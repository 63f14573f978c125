import type { Locator, Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { logIn, newPhone } from "../support/api.ts";
import { settled } from "../support/browser.ts";
import { setUpDashboardVisits } from "../support/dashboard-visits.ts";
import { teamOf } from "../support/users.ts";

const visits = setUpDashboardVisits();

/** The other member, who works in another browser. */
const other = () => logIn(visits.dashboard.stack, visits.dashboard.seed.phone);
const dialog = (page: Page) => page.getByRole("dialog");
/** Opens the dialog of an action in a row's menu. @returns the row */
async function openFromRow(page: Page, text: string, action: string): Promise<Locator> {
  const row = page.getByRole("row").filter({ hasText: text });
  await row.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: action }).click();
  return row;
}

/** The user comes back to the tab after a while, so that it reads again what it shows. */
const comeBack = (page: Page) =>
  page.evaluate(
    "Date.now = () => performance.timeOrigin + performance.now() + 60_000; dispatchEvent(new Event('visibilitychange'))",
  );
/** A page that its test lets read again what it shows. */
const logInWithClock = (path: string) =>
  visits.logInAt(path, visits.dashboard.seed.phone, { movesClock: true });

async function inReview() {
  const { checkout, pay } = visits.dashboard;
  const made = await checkout();
  const { reference } = await pay(made, { receiver_name: "Another Holder" });
  return { id: made.id, reference };
}

describe("a decision that comes after another member's", () => {
  const BY_OTHER = {
    approve: (reason: string) => ["approve", { reason }] as const,
    release: (reason: string, reference: string) =>
      ["release", { reason, provider: "telebirr", reference }] as const,
  };

  it.each([
    ["Reject", "approve", /^Approved manually/],
    ["Approve", "release", "Open"],
    ["Release", "approve", /^Approved manually/],
    ["Release", "release", "Open"],
  ] as const)(
    "says in its dialog that it is no longer possible: %s after %s",
    async (mine, theirs, state) => {
      visits.expectRefusals();
      const { id, reference } = await inReview();
      const page = await visits.logInAt(`/checkouts/${id}`);
      await page.getByRole("button", { name: mine }).click();
      await dialog(page).getByLabel("Reason").fill("I looked at the statement");
      const owner = await other();
      const { sequence } = (await owner.send("GET", `checkouts/${id}/`)).body;
      const [path, body] = BY_OTHER[theirs]("Seen first", reference);
      const done = await owner.send("POST", `checkouts/${id}/${path}/`, {
        body: { ...body, sequence },
      });
      expect(done.status).toBe(200);
      await dialog(page).getByRole("button", { name: mine }).click();
      await dialog(page).getByRole("alert").getByText("no longer possible").waitFor();
      await dialog(page).getByRole("button", { name: "Close" }).first().click();
      await page.getByRole("main").getByText(state).first().waitFor();
    },
  );

  it("says so before its button is pressed, and no payment of it waits for one", async () => {
    const { id } = await inReview();
    const page = await logInWithClock(`/checkouts/${id}`);
    await page.getByRole("button", { name: "Approve" }).click();
    await dialog(page).getByLabel("Reason").fill("I looked");
    const owner = await other();
    const { sequence } = (await owner.send("GET", `checkouts/${id}/`)).body;
    await owner.send("POST", `checkouts/${id}/reject/`, { body: { reason: "Fake", sequence } });
    await page.clock.runFor(5_000);
    await dialog(page).getByRole("alert").getByText("no longer possible").waitFor();
    expect(await page.getByText("Needs your decision").count()).toBe(0);
    await page.getByText("Not counted").waitFor();
  });
});

it("a refused action says why, also where the page no longer shows its dialog", async () => {
  visits.expectRefusals();
  const { id } = await visits.dashboard.checkout();
  const page = await visits.logInAt(`/checkouts/${id}`);
  await page.getByRole("button", { name: "Cancel checkout" }).click();
  const answered = Promise.withResolvers<void>();
  await page.route(`**/api/platform/checkouts/${id}/`, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.route("**/cancel/", async (route) => {
    await route.fulfill({ response: await route.fetch() });
    answered.resolve();
  });
  expect((await (await other()).send("POST", `checkouts/${id}/cancel/`)).status).toBe(200);
  await dialog(page).getByRole("button", { name: "Cancel checkout" }).click();
  await dialog(page).waitFor({ state: "detached" });
  await page.getByRole("status").getByText("Only an open checkout can be canceled.").waitFor();
});

describe("a dialog whose subject goes before its button is pressed", () => {
  const SAID = "No longer possible: this was changed or removed in the meantime.";

  it("says so where another member has removed its row", async () => {
    const owner = await other();
    const link = { app_id: visits.dashboard.seed.app_id, amount: 25_000, description: "Removed" };
    const { id } = (await owner.send("POST", "payment-links/", { body: link })).body;
    const page = await visits.logInAt("/payment-links");
    await openFromRow(page, "Removed", "Edit");
    await dialog(page).getByLabel("Description").fill("Half typed");
    await owner.send("DELETE", `payment-links/${id}/`);
    await comeBack(page);
    await page.getByRole("status").getByText(SAID).waitFor();
    expect(await dialog(page).count()).toBe(0);
  });

  it("says so where the customer has paid, and says nothing after its own deletion", async () => {
    const made = await visits.dashboard.checkout();
    const page = await logInWithClock(`/checkouts/${made.id}`);
    await page.getByRole("button", { name: "Cancel checkout" }).click();
    await visits.dashboard.pay(made);
    await page.clock.runFor(5_000);
    await page.getByRole("status").getByText(SAID).waitFor();
    await page.getByRole("main").getByText("Verified").first().waitFor();

    const { seed, url } = visits.dashboard;
    const link = { app_id: seed.app_id, amount: 25_000, description: "My own" };
    await (await other()).send("POST", "payment-links/", { body: link });
    await page.goto(`${url}/payment-links`);
    const row = await openFromRow(page, "My own", "Delete");
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    await row.waitFor({ state: "detached" });
    expect(await page.getByText(SAID).count()).toBe(0);
  });
});

describe("a dialog whose page goes", () => {
  it("goes with it, also where Back leads to another checkout: its button never acts on that one", async () => {
    const [first, second] = [await inReview(), await inReview()];
    const page = await visits.logInAt("/checkouts");
    for (const { id } of [first, second]) {
      await page.keyboard.press("Control+k");
      await dialog(page).getByRole("combobox").fill(id);
      await dialog(page).getByRole("option").filter({ hasText: "In review" }).click();
      await page.waitForURL(`**/checkouts/${id}`);
      await page.getByRole("button", { name: "Approve" }).waitFor();
    }
    await page.getByRole("button", { name: "Approve" }).click();
    await dialog(page).getByLabel("Reason").fill("Seen on the statement");
    await page.goBack();
    await page.waitForURL(`**/checkouts/${first.id}`);
    await dialog(page).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Approve" }).waitFor();
  });

  it("says nothing of a removal after the user has signed out in the menu of a phone", async () => {
    visits.expectRefusals();
    const page = await visits.logInAt("/apps", undefined, { width: 360, height: 740 });
    await page.evaluate(
      "new MutationObserver(() => { const [said] = /No longer possible.*/.exec(document.body.innerText) ?? []; if (said) sessionStorage.setItem('said', said); }).observe(document.body, { childList: true, subtree: true })",
    );
    await page.getByRole("button", { name: "Menu" }).click();
    await dialog(page).getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Phone number").waitFor();
    expect(await page.evaluate("sessionStorage.getItem('said')")).toBeNull();
  });
});

it("a typed limit for bank messages stays where another member changes the other rule", async () => {
  const owner = await logIn(visits.dashboard.stack, newPhone());
  const { app_id } = (await owner.send("POST", "apps/", { body: { name: "Bakery" } })).body;
  const page = await visits.logInAt(`/apps/${app_id}/phones`, owner.phone);
  const limit = page.getByLabel("Accept without a receipt up to (ETB)");
  await limit.fill("700");
  await owner.send("PATCH", `apps/${app_id}/`, { body: { distinct_amounts: true } });
  await comeBack(page);
  await page.getByLabel("Ask for distinct amounts").and(page.locator(":checked")).waitFor();
  expect(await limit.inputValue()).toBe("700");
});

describe("saving a form keeps what another member has changed since it was opened", () => {
  it("in an account that customers pay into", async () => {
    const owner = await logIn(visits.dashboard.stack, newPhone());
    const { app_id } = (await owner.send("POST", "apps/", { body: { name: "Bakery" } })).body;
    const account = { account_name: "Hanna Tesfaye", account_number: "1000123456789" };
    const path = `apps/${app_id}/payment-methods/`;
    const made = await owner.send("POST", path, { body: { provider: "cbe", ...account } });
    const page = await visits.logInAt(`/apps/${app_id}`, owner.phone);
    await page.getByRole("button", { name: "Edit" }).click();
    await dialog(page).getByLabel("Instructions").fill("Pay before noon");
    const moved = { account_name: "Selam Tesfaye", account_number: "1000987654321" };
    await owner.send("PATCH", `${path}${made.body.id}/`, { body: moved });
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await dialog(page).waitFor({ state: "detached" });
    const [stored] = (await owner.send("GET", path)).body.data;
    expect(stored).toMatchObject({ ...moved, instructions: "Pay before noon" });
  });

  it("in a payment link and an endpoint", async () => {
    const { seed, url } = visits.dashboard;
    const owner = await other();
    const link = { app_id: seed.app_id, amount: 25_000, description: "Two members" };
    const { id } = (await owner.send("POST", "payment-links/", { body: link })).body;
    const page = await visits.logInAt("/payment-links");
    await openFromRow(page, "Two members", "Edit");
    await dialog(page).getByLabel("Description").fill("Coffee for two");
    await owner.send("PATCH", `payment-links/${id}/`, { body: { amount: 30_000 } });
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await page.getByText("Coffee for two").waitFor();
    expect((await owner.send("GET", `payment-links/${id}/`)).body.amount).toBe(30_000);

    const address = `${url}/_local/receiver/shared/`;
    const endpoint = { app_id: seed.app_id, url: address, events: ["checkout.verified"] };
    const hook = (await owner.send("POST", "webhooks/", { body: endpoint })).body;
    await page.goto(`${url}/webhooks/${hook.id}`);
    await page.getByText(address).first().waitFor();
    await page.getByRole("button", { name: "More actions" }).first().click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await dialog(page).getByLabel("Description").fill("The shop's server");
    const moved = { url: `${url}/_local/receiver/moved/`, events: ["checkout.review"] };
    await owner.send("PATCH", `webhooks/${hook.id}/`, { body: moved });
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await dialog(page).waitFor({ state: "detached" });
    const stored = (await owner.send("GET", `webhooks/${hook.id}/`)).body;
    expect(stored).toMatchObject({ ...moved, description: "The shop's server" });
  });

  it("in a member's role", async () => {
    const owner = await logIn(visits.dashboard.stack, newPhone());
    const made = async (name: string) =>
      (await owner.send("POST", "apps/", { body: { name } })).body.app_id as number;
    await made("First shop");
    const newest = await made("Second shop");
    const team = teamOf(visits.dashboard.stack, () => owner);
    await team.join("manager");
    const page = await visits.logInAt("/team", owner.phone);
    const row = page.getByRole("row").filter({ hasText: "Manager" });
    await row.getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: "Change" }).click();
    await dialog(page).getByLabel("All apps").uncheck();
    const member = (await team.roles()).find(([, role]) => role === "manager")?.[0] ?? "";
    await owner.send("PATCH", `members/${member}/`, { body: { role: "cashier" } });
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await dialog(page).waitFor({ state: "detached" });
    const { data } = (await owner.send("GET", "members/")).body;
    const stored = data.find((one: { id: string }) => one.id === member);
    expect(stored).toMatchObject({ role: "cashier", apps: [newest] });
  });
});

it("a value that is put back after a save whose answer was lost is saved again", async () => {
  visits.expectRefusals();
  const owner = await other();
  const link = { app_id: visits.dashboard.seed.app_id, amount: 25_000, description: "Put back" };
  const { id } = (await owner.send("POST", "payment-links/", { body: link })).body;
  const page = await visits.logInAt("/payment-links");
  await openFromRow(page, "Put back", "Edit");
  const description = dialog(page).getByLabel("Description");
  await description.fill("Changed");
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort("internetdisconnected");
  };
  await page.route(`**/payment-links/${id}/`, lose, { times: 1 });
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await dialog(page).getByText("cannot be reached").waitFor();
  await description.fill("Put back");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await dialog(page).waitFor({ state: "detached" });
  expect((await owner.send("GET", `payment-links/${id}/`)).body.description).toBe("Put back");
});

it("a call closes no other dialog than its own, which the user may have closed before its answer", async () => {
  const page = await visits.logInAt("/payment-links");
  const create = page.getByRole("button", { name: "New link" }).first();
  const answered = Promise.withResolvers<void>();
  await page.route("**/platform/payment-links/", async (route) => {
    if (route.request().method() === "POST") await answered.promise;
    await route.continue();
  });
  await create.click();
  await dialog(page).getByLabel("Description").fill("First");
  await dialog(page).getByRole("button", { name: "Create link" }).click();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await create.click();
  await dialog(page).getByLabel("Description").fill("Second");
  answered.resolve();
  await page.getByText("Link saved").waitFor();
  expect(await dialog(page).getByLabel("Description").inputValue()).toBe("Second");
});

it("a phone's removal closes no dialog about another phone that was opened since", async () => {
  const owner = await other();
  const source = { app_id: visits.dashboard.seed.app_id, kind: "paste" };
  for (const name of ["Till", "Stall"])
    await owner.send("POST", "notice-sources/", { body: { ...source, name } });
  const page = await visits.logInAt(`/apps/${source.app_id}/phones`);
  const answered = Promise.withResolvers<void>();
  await page.route("**/notice-sources/*/", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await openFromRow(page, "Till", "Remove");
  await dialog(page).getByRole("button", { name: "Remove" }).click();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await openFromRow(page, "Stall", "Remove");
  answered.resolve();
  await page.getByText("Phone removed").waitFor();
  await settled(page);
  expect(await dialog(page).getByRole("heading").textContent()).toContain("Stall");
});

it.each([
  ["Enable", "disabled", "Endpoint enabled"],
  ["Send test", "enabled", "Test sent"],
] as const)(
  "a dialog that was opened since stays with what was typed when a call succeeds: %s",
  async (action, status, said) => {
    const { seed, url } = visits.dashboard;
    const owner = await other();
    const body = { app_id: seed.app_id, url: `${url}/_local/receiver/s/`, events: ["ping"] };
    const { id } = (await owner.send("POST", "webhooks/", { body })).body;
    await owner.send("PATCH", `webhooks/${id}/`, { body: { status } });
    const page = await visits.logInAt(`/webhooks/${id}`);
    const answered = Promise.withResolvers<void>();
    await page.route(`**/webhooks/${id}/**`, async (route) => {
      if (route.request().method() !== "GET") await answered.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: action }).click();
    await page.getByRole("button", { name: "More actions" }).first().click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await dialog(page).getByLabel("Description").fill("Half typed");
    answered.resolve();
    await page.getByText(said).waitFor();
    await settled(page);
    expect(await dialog(page).getByLabel("Description").inputValue()).toBe("Half typed");
  },
);

it.each([
  { overlap: "an overlap", overlap_seconds: 3600 },
  { overlap: "no overlap", overlap_seconds: 0 },
])(
  "a revealed signing secret is hidden once another member has rotated it with $overlap",
  async ({ overlap_seconds }) => {
    const { seed, url } = visits.dashboard;
    const owner = await other();
    const body = { app_id: seed.app_id, url: `${url}/_local/receiver/r/`, events: ["ping"] };
    const made = (await owner.send("POST", "webhooks/", { body })).body;
    const page = await logInWithClock(`/webhooks/${made.id}`);
    await page.getByRole("button", { name: "Reveal" }).click();
    await page.getByText(made.secret).waitFor();
    const path = `webhooks/${made.id}/rotate-secret/`;
    const rotated = await owner.send("POST", path, { body: { overlap_seconds } });
    await page.clock.runFor(10_000);
    await page.getByText(made.secret).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Reveal" }).click();
    await page.getByText(rotated.body.secret).waitFor();
  },
);

it("an API key that another member has revoked is shown as such", async () => {
  const owner = await other();
  const body = { app_id: visits.dashboard.seed.app_id, name: "Old server", mode: "live" };
  const { id } = (await owner.send("POST", "api-keys/", { body })).body;
  const page = await logInWithClock("/api-keys");
  const row = page.getByRole("row").filter({ hasText: "Old server" });
  await row.getByText("Active").last().waitFor();
  await owner.send("DELETE", `api-keys/${id}/`);
  await page.clock.runFor(31_000);
  await row.getByText("Revoked").last().waitFor();
});

it("a checkout's payments and their verification have names that differ", async () => {
  const made = await visits.dashboard.checkout();
  await visits.dashboard.pay(made);
  const page = await visits.logInAt(`/checkouts/${made.id}`);
  await page.getByRole("heading", { name: "Verification", exact: true }).waitFor();
  expect(await page.getByRole("heading", { name: /^Payment/ }).allTextContents()).toEqual([
    "Payments",
  ]);
});
