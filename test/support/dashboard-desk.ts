import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { openBrowser, takeSession } from "./browser.ts";
import { type DashboardWorld, openDashboardWorld } from "./dashboard-world.ts";
import { type Visit, type VisitOptions, visit } from "./visit.ts";

/** The dashboard for the tests of one file; a test fails for whatever went wrong on its pages. */
export interface DashboardDesk {
  readonly world: DashboardWorld;
  /** Allows refused requests in this test. Browsers report them in the console. */
  readonly expectRefusals: () => void;
  readonly newPage: (options?: VisitOptions) => Promise<Page>;
  /** Logged in at `path`: the seeded merchant, or whose phone it is. */
  readonly logInAt: (path: string, phone?: string, options?: VisitOptions) => Promise<Page>;
}

export function openDashboardDesk(): DashboardDesk {
  let world: DashboardWorld;
  let browser: Browser;
  const visits: Visit[] = [];
  let mayBeRefused = false;
  beforeAll(async () => {
    [world, browser] = await Promise.all([openDashboardWorld(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.stack.close();
  });
  afterEach(async () => {
    const isRefusal = (text: string) =>
      /the server responded with a status of 4|net::ERR_INTERNET_DISCONNECTED|ViewNotLoaded/.test(
        text,
      );
    const troubles = visits
      .flatMap((one) => one.troubles)
      .filter((text) => !(mayBeRefused && isRefusal(text)));
    mayBeRefused = false;
    await Promise.all(visits.splice(0).map((one) => one.close()));
    expect(troubles).toEqual([]);
  });
  const newPage = async (options: VisitOptions = {}) => {
    const one = await visit(browser, { width: 1280, height: 900, ...options });
    visits.push(one);
    await one.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    return one.page;
  };
  return {
    get world() {
      return world;
    },
    expectRefusals() {
      mayBeRefused = true;
    },
    newPage,
    async logInAt(path, phone = world.seed.phone, options = {}) {
      const page = await newPage(options);
      await takeSession(page.context(), world.stack, phone);
      await page.goto(world.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      return page;
    },
  };
}
