import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { newSessionWrite, sessionLoginWrite } from "../../lib/store/sessions.ts";
import { transact } from "../../lib/store/transact.ts";
import { call, codesOf, logIn, newPhone } from "../support/api.ts";
import { keepSession } from "../support/browser.ts";
import { setUpDashboardVisits } from "../support/dashboard-visits.ts";
import { tableOf } from "../support/running-stack.ts";
import { newSessionId, sessionOf, teamOf } from "../support/users.ts";

const visits = setUpDashboardVisits();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("a fresh proof", () => {
  /** The page of a member to whom the ownership is offered; accepting it needs a proof. */
  async function offered() {
    const { stack, url } = visits.dashboard;
    const first = await logIn(stack);
    const member = await teamOf(stack, () => first).join("manager");
    await first.send("POST", `ownership/${member.userId}/`, { body: { stay_owner: true } });
    const page = await visits.newPage();
    await keepSession(page.context(), url, member.cookie);
    return { member, page };
  }

  it("says why it cannot be asked for, and asks once it can", async () => {
    visits.expectRefusals();
    const { url } = visits.dashboard;
    const { page } = await offered();
    const problem = { status: 429, code: "rate_limited", detail: "Too many requests." };
    const sessions = /\/api\/platform\/sessions\//;
    await page.route(sessions, (route) =>
      route.fulfill({ status: 429, contentType: "application/problem+json", json: problem }),
    );
    await page.goto(`${url}/account`);
    await button(page, "Accept ownership").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Too many requests.").waitFor();
    await page.unroute(sessions);
    await dialog.getByRole("button", { name: "Try again" }).click();
    await button(page, "Send code").waitFor();
  });

  it("is of the login that the session did not begin with, also after twenty newer sessions", async () => {
    visits.expectRefusals();
    const { stack, url } = visits.dashboard;
    const { member, page } = await offered();
    const person = { id: "880003", name: "Marta" };
    const { body } = await call(url, "POST", "/_local/telegram/token/", { body: person });
    await member.send("POST", "me/logins/", { body: { id_token: body.id_token } });
    const { data } = (await member.send("GET", "sessions/")).body;
    const now = stack.now();
    const newer = Array.from({ length: 20 }, () =>
      newSessionWrite(sessionOf({ ...member, sessionId: newSessionId(now) }, "phone", now)),
    );
    await transact(tableOf(stack), [sessionLoginWrite(data[0].id, "telegram"), ...newer]);
    await page.goto(`${url}/account`);
    await button(page, "Accept ownership").click();
    await button(page, "Send code").waitFor();
  });
});

describe("a proof for what was typed", () => {
  const NUMBER = "0911 404 404";
  const proof = (page: Page) => page.getByRole("dialog", { name: "Confirm that it is you" });
  const typed = (page: Page) =>
    page
      .getByRole("dialog", { name: "Invite someone" })
      .getByRole("textbox", { includeHidden: true });
  /** An owner whose sign-in is no longer recent, in a dialog that invites a phone. */
  async function inviteLate(): Promise<{ readonly page: Page; readonly phone: string }> {
    visits.expectRefusals();
    const phone = newPhone();
    const page = await visits.logInAt("/team", phone);
    await button(page, "Invite someone").click();
    await page.getByRole("radio", { name: /^One phone number/ }).check();
    await typed(page).fill(NUMBER);
    await visits.dashboard.stack.advance(601);
    return { page, phone };
  }

  it("takes the code that was sent for a dialog that was closed", async () => {
    const { page, phone } = await inviteLate();
    await button(page, "Invite").click();
    const send = proof(page).getByRole("button", { name: "Send code" });
    // By the keyboard: the first control that the dialog has is the one that closes it.
    await send.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await proof(page).getByLabel("Code from the SMS").waitFor();
    await proof(page).getByRole("button", { name: "Cancel" }).click();
    await button(page, "Invite").click();
    await send.click();
    await proof(page).getByText("sent to this phone in the last 5 minutes").waitFor();
    const code = codesOf(visits.dashboard.stack, phone).at(-1) ?? "";
    await proof(page).getByLabel("Code from the SMS").fill(code);
    await proof(page).getByRole("button", { name: "Confirm" }).click();
    await page.getByTestId("invitation").waitFor();
  });

  it("can be asked for again when its dialog could not be loaded, and the page keeps what was typed", async () => {
    const { page } = await inviteLate();
    const part = /\/assets\/proof-dialog-[^/]+\.js$/;
    await page.route(part, (route) => route.fulfill({ status: 404 }));
    await button(page, "Invite").click();
    const failed = page.getByRole("dialog", { name: "This part could not be loaded" });
    await failed.getByText("Check your connection").waitFor();
    expect(await typed(page).inputValue()).toBe(NUMBER);
    await page.unroute(part);
    await failed.getByRole("button", { name: "Try again" }).click();
    await proof(page).getByRole("button", { name: "Send code" }).waitFor();
    expect(await typed(page).inputValue()).toBe(NUMBER);
  });
});
