// `npm run screenshots`: pictures of every view, for the README and for looking at.
//   --only team   these parts: dashboard, pay, team (the roles' menus and the counter); the others keep their pictures
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { commandOptions, namesOf } from "../../bin/command-options.ts";
import { addDays, dayOf } from "../../lib/contract/days.ts";
import { beginCounting, incrementWrites } from "../../lib/store/stats.ts";
import { transact } from "../../lib/store/transact.ts";
import { logInByPhone, openBrowser, settled, visit } from "../support/browser.ts";
import {
  DASHBOARD_VIEWS,
  type DashboardStack,
  fillDashboard,
  startDashboardStack,
} from "../support/dashboard-visits.ts";
import { bookSpecimens } from "../support/events.ts";
import { shrinkPng } from "../support/file-encoders.ts";
import { tableOf } from "../support/running-stack.ts";
import { makeSpecimens } from "../support/statement-specimens.ts";
import { screenshotConsole } from "./screenshots-console.ts";
import { screenshotPayPages } from "./screenshots-pay.ts";
import { screenshotTeam } from "./screenshots-team.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "docs", "screenshots");

const DAY_MS = 86_400_000;

const SIZES = [
  { name: "desktop", width: 1280, height: 800, dark: false },
  { name: "desktop-dark", width: 1280, height: 800, dark: true },
  { name: "phone", width: 390, height: 844, dark: false },
  { name: "phone-dark", width: 390, height: 844, dark: true },
] as const;

async function settle(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await settled(page);
  await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" });
}

/** Nine weeks of invented business, so that the chart has a period to compare with. */
async function rememberPast({ stack, seed }: DashboardStack): Promise<void> {
  const table = tableOf(stack);
  // Days that are counted before would be those of an earlier release, and today's events not count.
  await beginCounting(table, { accountId: seed.account_id, mode: "live" }, stack.now());
  for (let back = 1; back < 62; back++) {
    const at = stack.now() - back * DAY_MS;
    const verified = 4 + ((back * 7) % 11) + (back < 12 ? 3 : 0);
    const increment = {
      accountId: seed.account_id,
      mode: "live",
      day: dayOf(at),
      appId: seed.app_id,
      counters: {
        created: verified + 2 + (back % 3),
        verified,
        verify_seconds: verified * (40 + ((back * 13) % 50)),
        expired: back % 3,
        "amount ETB": verified * 61_350 + ((back * 137) % 90) * 1_000,
        "verified telebirr": verified - 2,
        "verified cbe": 2,
        "failed telebirr": back % 3,
      },
    } as const;
    await transact(table, incrementWrites([increment]));
  }
}

async function screenshotDashboard(dashboard: DashboardStack, browser: Browser): Promise<void> {
  await rememberPast(dashboard);
  const paths = await fillDashboard(dashboard);
  // The failing endpoint has failed often enough to be listed in Errors.
  await dashboard.stack.advance(15 * 60);
  const firstDay = addDays(dayOf(dashboard.stack.now()), -12);
  const shop = { accountId: dashboard.seed.account_id, appId: dashboard.seed.app_id };
  await bookSpecimens(tableOf(dashboard.stack), shop, { firstDay, account: "1000200300401" });
  for (const { name, ...size } of SIZES) {
    const { page, close } = await visit(browser, size);
    await page.clock.setSystemTime(dashboard.stack.now());
    const save = async (view: string) => {
      await page.mouse.move(0, 0);
      await page.screenshot({ path: join(FOLDER, `${view}-${name}.png`), fullPage: true });
    };
    await page.goto(`${dashboard.url}/login`);
    await settle(page);
    await save("login");
    await logInByPhone(page, dashboard.url, dashboard.seed.phone);
    for (const view of DASHBOARD_VIEWS) {
      await page.goto(dashboard.url + paths[view]);
      await settle(page);
      await save(view);
    }
    await page.goto(`${dashboard.url}/books`);
    await settle(page);
    const [statement] = makeSpecimens(firstDay);
    if (!statement) throw new Error("no specimen");
    const file = {
      name: "statement.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(statement.bytes),
    };
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "Compare statement" }).click();
    await page.getByRole("heading", { name: /not on the statement/ }).waitFor();
    await settled(page);
    await save("books");
    await page.goto(`${dashboard.url}/api-keys`);
    await page.getByRole("button", { name: "New API key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Shop server");
    const [app] = await dialog.getByLabel("Access").locator("option[value]:not([value=''])").all();
    await dialog.getByLabel("Access").selectOption((await app?.getAttribute("value")) ?? "");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByTestId("secret").waitFor();
    await page.screenshot({ path: join(FOLDER, `api-key-secret-${name}.png`) });
    await close();
  }
}

/** The parts by name, each with the pictures that are its own. */
const PARTS = {
  dashboard: {
    isOwn: (name: string) => !/^(?:menu|counter|pay|console)-/.test(name),
    draw: screenshotDashboard,
  },
  console: {
    isOwn: (name: string) => name.startsWith("console-"),
    draw: (dashboard: DashboardStack, browser: Browser) =>
      screenshotConsole(dashboard, browser, FOLDER, settle),
  },
  // After the dashboard: its members would stand in the dashboard's pictures.
  team: { isOwn: (name: string) => /^(?:menu|counter)-/.test(name), draw: screenshotTeam },
  // Last: it sets environment variables of this process, which functions of the stack would inherit.
  pay: {
    isOwn: (name: string) => name.startsWith("pay-"),
    draw: (_: DashboardStack, browser: Browser) => screenshotPayPages(browser, FOLDER),
  },
} as const;

const values = commandOptions(import.meta.filename, { only: { type: "string" } });
const names = namesOf(values.only, Object.keys(PARTS));
const parts = Object.entries(PARTS).flatMap(([name, part]) => (names.includes(name) ? part : []));
const pictures = async () =>
  (await readdir(FOLDER)).filter((name) => parts.some(({ isOwn }) => isOwn(name)));

await mkdir(FOLDER, { recursive: true });
for (const old of await pictures()) await rm(join(FOLDER, old));
const [dashboard, browser] = await Promise.all([startDashboardStack(), openBrowser()]);
try {
  for (const { draw } of parts) await draw(dashboard, browser, FOLDER);
} finally {
  await browser.close();
  await dashboard.stack.close();
}
for (const name of await pictures()) {
  const file = join(FOLDER, name);
  await writeFile(file, shrinkPng(await readFile(file)));
}
console.log(`written to ${FOLDER}`);
