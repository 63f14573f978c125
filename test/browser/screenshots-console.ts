import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { switchBank } from "../../lib/use-cases/operator/banks.ts";
import type { DashboardStack } from "../support/dashboard-visits.ts";
import { CONSOLE_VIEWS, fillConsole, visitAsOperator } from "../support/dashboard-visits.ts";
import { tableOf } from "../support/running-stack.ts";

const LOOKS = [
  { name: "desktop", language: "en" },
  { name: "phone", language: "en", width: 360, height: 780 },
  { name: "am-desktop-dark", language: "am", dark: true },
  { name: "am-phone-dark", language: "am", dark: true, width: 360, height: 780 },
] as const;

/** Draws every view of the operator's console in both languages, and the second question before a bank is switched off. */
export async function screenshotConsole(
  dashboard: DashboardStack,
  browser: Browser,
  folder: string,
  settle: (page: Page) => Promise<void>,
): Promise<void> {
  const { stack } = dashboard;
  const paths = await fillConsole(dashboard);
  await stack.runSchedule("run-canaries");
  await stack.idle();
  const reason = "Announced maintenance until 18:00";
  const action = { table: tableOf(stack), by: { name: "local" }, reason, now: stack.now() };
  await switchBank(action, "amhara", false);
  for (const { name, ...look } of LOOKS) {
    const { page, close } = await visitAsOperator(browser, dashboard, look);
    await page.clock.setSystemTime(stack.now());
    for (const view of CONSOLE_VIEWS) {
      await page.goto(dashboard.url + paths[view]);
      await settle(page);
      await page.screenshot({ path: join(folder, `${view}-${name}.png`), fullPage: true });
    }
    await page.goto(`${dashboard.url}${paths["console-banks"]}`);
    await settle(page);
    await page.getByRole("table").getByRole("button").last().click();
    const [question, again] = [page.getByRole("dialog"), page.getByRole("dialog").last()];
    await question.getByRole("textbox").fill("2026-11-25");
    await question.locator("[type=submit]").click();
    await again.locator("[type=submit]").waitFor();
    await page.screenshot({ path: join(folder, `console-switch-${name}.png`) });
    await close();
  }
}
