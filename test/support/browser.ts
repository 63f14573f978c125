import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { logIn } from "./dashboard.ts";

/** Of Debian's package of the same name: Chromium without a window, which takes a third to two thirds of its processor time. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const CHROMIUM = "/usr/bin/chromium";

/** Debian's headless shell where it is installed, or else its Chromium, or another browser by `CHROMIUM_PATH`. */
export function openBrowser(): Promise<Browser> {
  const installed = existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM;
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? installed,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // A fake camera that shows a moving pattern; without a window nobody can allow its use.
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
    ],
  });
}

/** Logs in at the dashboard with the code from the local inbox; a new phone signs up. */
export async function logInByPhone(page: Page, base: string, phone: string): Promise<void> {
  if (!page.url().startsWith(`${base}/login`)) await page.goto(`${base}/login`);
  const before = (await inbox(base, phone)).length;
  await page.getByLabel("Phone number").fill(phone);
  await page.getByRole("button", { name: "Send code" }).click();
  const field = page.getByLabel("Code", { exact: true });
  await field.waitFor();
  const code = /\b(\d{6})\b/.exec((await inbox(base, phone))[before]?.text ?? "")?.[1];
  if (code === undefined) throw new Error(`no code came to ${phone}`);
  await field.fill(code);
  // The user may have chosen another language than the page for signing in has.
  await page.locator("#content").waitFor();
}

/** Logs in without the login page, which costs a second: the browser gets the session's cookie. */
export async function takeSession(
  context: BrowserContext,
  stack: LocalStack,
  phone: string,
): Promise<void> {
  const [name = "", value = ""] = (await logIn(stack, phone)).cookie.split(/=(.*)/s);
  // Only with an address instead of a domain does Chromium take a `__Host-` cookie.
  const url = stack.url.replace("http:", "https:");
  await context.addCookies([
    { name, value, url, secure: true, httpOnly: true, sameSite: "Strict" },
  ]);
  // The dashboard asks for a session only where it left this mark, which logging out removes.
  await context.addInitScript('sessionStorage.marked ??= localStorage.session = "likely"');
}

/** Chooses the shop's account, in which the user has a role beside the account of their own. */
export async function chooseAccount(page: Page, role: string): Promise<void> {
  const accounts = page.getByLabel("Account in use");
  const shop = accounts.locator("option", { hasText: new RegExp(role, "i") });
  const label = (await shop.textContent()) ?? "";
  // What the page still asks for the account before would be refused.
  await page.waitForLoadState("networkidle");
  // The page is loaded again in the chosen account; going elsewhere earlier would meet that.
  await Promise.all([page.waitForEvent("load"), accounts.selectOption({ label })]);
}

async function inbox(base: string, phone: string): Promise<{ text: string }[]> {
  const response = await fetch(`${base}/_local/sms/?phone=${encodeURIComponent(phone)}`);
  return ((await response.json()) as { messages: { text: string }[] }).messages;
}
