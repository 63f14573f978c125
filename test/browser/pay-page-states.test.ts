import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { specimenPage } from "../support/pay-page-gallery.ts";
import { ENVIRONMENT, SITUATIONS } from "../support/pay-page-specimens.ts";
import { accessibilityProblems, isTooWide, smallTargets, visit } from "../support/visit.ts";

let server: Server;
let browser: Browser;
let base: string;

beforeAll(async () => {
  Object.assign(process.env, ENVIRONMENT);
  server = createServer((request, response) => {
    const { body, headers } = specimenPage(request.url ?? "/");
    response.writeHead(200, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

const PAGES = [
  ...SITUATIONS,
  "verified-short",
  "receipt",
  "receipt-short",
  "receipt-unseen",
  "unknown",
];

/** Every page there is, also those that are hard to bring about with a real bank. */
describe.each([
  ["light", false],
  ["dark", true],
])("every page in %s", (_name, dark) => {
  it.each(["en", "am"])(
    "is accessible, fits 320 pixels and obeys its own policy, in %s",
    async (language) => {
      const one = await visit(browser, { dark, width: 320 });
      const problems: string[] = [];
      for (const name of PAGES) {
        await one.page.goto(`${base}/${name}/${language}/`);
        const found = [
          ...(await accessibilityProblems(one.page)),
          ...(await smallTargets(one.page)),
          ...((await isTooWide(one.page)) ? ["too wide"] : []),
        ];
        problems.push(...found.map((problem) => `${name}: ${problem}`));
      }
      expect(problems).toEqual([]);
      expect(one.troubles).toEqual([]);
      await one.close();
    },
  );
});
