import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openDashboardDesk } from "../support/dashboard-desk.ts";

const desk = openDashboardDesk();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("a payment link", () => {
  it.each([
    ["1,234.5", "ETB 1,234.50"],
    ["12,345,678", "ETB 12,345,678.00"],
    ["1500.50", "ETB 1,500.50"],
  ])("reads %s as %s, and says so before it is made", async (typed, shown) => {
    const page = await desk.logInAt("/checkouts/new");
    await page.getByLabel("Amount in ETB").fill(typed);
    await page.getByText(`The customer is asked for ${shown}`).waitFor();
  });

  it("is not made for an amount that may be meant in two ways", async () => {
    const page = await desk.logInAt("/checkouts/new");
    for (const typed of ["12,50", "1,50.00", "1,2345", ",500", "1 500"]) {
      await page.getByLabel("Amount in ETB").fill(typed);
      await button(page, "Create link").click();
      await page.getByText("Write an amount such as 1,500 or 1500.50.").waitFor();
      expect(await page.getByText("The customer is asked for").count()).toBe(0);
      expect(await page.getByRole("link", { name: /\/pay\// }).count()).toBe(0);
    }
  });
});
