import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { ROLES } from "../../lib/contract/roles.ts";
import { call, logIn, type Visitor } from "../support/api.ts";
import { keepSession, settled, type Visit, visit } from "../support/browser.ts";
import type { DashboardStack } from "../support/dashboard-visits.ts";
import { teamOf } from "../support/users.ts";

/** The smallest phone, held in one hand; menus as long as they are. */
const SIZE = { width: 320, height: 640 } as const;
const MENU_HEIGHT = 1180;
/** Languages with the name of the button that opens the menu. */
const LANGUAGES = { en: "Menu", am: "ማውጫ" } as const;
type Language = keyof typeof LANGUAGES;

/** Writes `menu-{role}-{language}-320.png` and `counter-{screen}-{language}-320.png` into the folder. */
export async function screenshotTeam(
  dashboard: DashboardStack,
  browser: Browser,
  folder: string,
): Promise<void> {
  const owner = await logIn(dashboard.stack, dashboard.seed.phone);
  const team = teamOf(dashboard.stack, () => owner);
  const cashier = await team.join("cashier");
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    const save = (page: Page, name: string) =>
      page.screenshot({ path: join(folder, `${name}-${language}-320.png`) });
    for (const role of ROLES) {
      const member = role === "owner" ? owner : await team.join(role);
      const { page, close } = await open(dashboard, browser, member, language);
      await page.setViewportSize({ ...SIZE, height: MENU_HEIGHT });
      await page.goto(`${dashboard.url}/account`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByRole("button", { name: LANGUAGES[language] }).click();
      await page.getByRole("dialog").getByRole("link").first().waitFor();
      await settled(page);
      await save(page, `menu-${role}`);
      await close();
    }
    const { page, close } = await open(dashboard, browser, cashier, language);
    await screenshotSale(dashboard, page, (screen) => save(page, `counter-${screen}`));
    await close();
  }
}

async function open(
  dashboard: DashboardStack,
  browser: Browser,
  { cookie }: Visitor,
  language: Language,
): Promise<Visit> {
  const one = await visit(browser, SIZE);
  await one.page.clock.setSystemTime(dashboard.stack.now());
  await keepSession(one.context, dashboard.url, cookie);
  await one.page.addInitScript(`localStorage.setItem("language", "${language}")`);
  return one;
}

/** The screens of one sale: the amount, the QR code, and the payment that has arrived. */
async function screenshotSale(
  { url, seed, handIn }: DashboardStack,
  page: Page,
  save: (screen: string) => Promise<unknown>,
): Promise<void> {
  await page.goto(`${url}/counter`);
  await page.locator("section h2").waitFor();
  await save("start");
  await page.locator("#amount").fill("1,500");
  await page.locator("main form button").click();
  await page.locator("main img").waitFor();
  await page.locator("main ul li").first().waitFor();
  await save("sale");
  const { body } = await call(url, "GET", "/api/v1/checkouts/?limit=1", { key: seed.live_key });
  const transfer = { provider: "telebirr", amount: 150_000 };
  const paid = await call(url, "POST", "/_local/bank/transfers/", { body: transfer });
  await handIn(body.data[0], paid.body.reference);
  await page.locator("main a[target=_blank]").waitFor();
  await save("paid");
}
