import { type Browser, chromium, type Page } from "playwright-core";

/** Debian's Chromium, or another by `CHROMIUM_PATH`. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Logs in at the dashboard with the code from the local inbox; a new phone signs up. */
export async function logInByPhone(page: Page, base: string, phone: string): Promise<void> {
  if (!page.url().startsWith(`${base}/login`)) await page.goto(`${base}/login`);
  const before = (await inbox(base, phone)).length;
  await page.getByLabel("Phone number").fill(phone);
  await page.getByRole("button", { name: "Send the code" }).click();
  const field = page.getByLabel("Code", { exact: true });
  await field.waitFor();
  const code = /\b(\d{6})\b/.exec((await inbox(base, phone))[before]?.text ?? "")?.[1];
  if (code === undefined) throw new Error(`no code came to ${phone}`);
  await field.fill(code);
  await page.getByRole("navigation", { name: "Main" }).or(page.getByText("Menu")).first().waitFor();
}

async function inbox(base: string, phone: string): Promise<{ text: string }[]> {
  const response = await fetch(`${base}/_local/sms/?phone=${encodeURIComponent(phone)}`);
  return ((await response.json()) as { messages: { text: string }[] }).messages;
}
