// `npm run screenshots`: pictures of every view, for the README and for looking at.
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { logInByPhone, openBrowser } from "../support/browser.ts";
import { DASHBOARD_VIEWS, fillDashboard } from "../support/dashboard-views.ts";
import { type DashboardWorld, openDashboardWorld } from "../support/dashboard-world.ts";
import { visit } from "../support/visit.ts";
import { screenshotPayPages } from "./screenshots-pay.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "docs", "screenshots");

const SIZES = [
  { name: "desktop", width: 1280, height: 800, dark: false },
  { name: "desktop-dark", width: 1280, height: 800, dark: true },
  { name: "phone", width: 390, height: 844, dark: false },
  { name: "phone-dark", width: 390, height: 844, dark: true },
] as const;

async function settle(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" });
}

async function screenshotDashboard(world: DashboardWorld, browser: Browser): Promise<void> {
  const paths = await fillDashboard(world);
  for (const { name, ...size } of SIZES) {
    const { page, close } = await visit(browser, size);
    const save = (view: string) =>
      page.screenshot({ path: join(FOLDER, `${view}-${name}.png`), fullPage: true });
    await page.goto(`${world.url}/login`);
    await settle(page);
    await save("login");
    await logInByPhone(page, world.url, world.seed.phone);
    for (const view of DASHBOARD_VIEWS) {
      await page.goto(world.url + paths[view]);
      await settle(page);
      if (view === "review") await page.getByText("Field by field").first().click();
      await save(view);
    }
    await page.goto(`${world.url}/api-keys`);
    await page.getByRole("button", { name: "New API key" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Shop server");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByTestId("secret").waitFor();
    await page.screenshot({ path: join(FOLDER, `api-key-secret-${name}.png`) });
    await close();
  }
}

await mkdir(FOLDER, { recursive: true });
for (const old of await readdir(FOLDER)) await rm(join(FOLDER, old));
const [world, browser] = await Promise.all([openDashboardWorld(), openBrowser()]);
try {
  await screenshotDashboard(world, browser);
  await screenshotPayPages(browser, FOLDER);
} finally {
  await browser.close();
  await world.stack.close();
}
console.log(`written to ${FOLDER}`);
