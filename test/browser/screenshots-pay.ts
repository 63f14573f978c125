import { mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { PAYER_LANGUAGES } from "../../lib/domain/payer-language.ts";
import { visit } from "../support/browser.ts";
import { specimenPage } from "../support/pay-page-gallery.ts";
import { ENVIRONMENT } from "../support/pay-page-specimens.ts";

/** Path of the page, and the name of its picture. */
const PAGES = [
  ["/waiting/en/", "waiting"],
  ["/waiting/am/", "waiting-am"],
  ["/waiting/en/test/", "test-mode"],
  ["/odd_date/en/", "odd-date"],
  ["/which_bank/en/", "which-bank"],
  ["/checking/en/", "checking"],
  ["/bank_silent/am/", "bank-silent-am"],
  ["/partly_paid-twice/en/", "partly-paid"],
  ["/partly_paid-twice/am/", "partly-paid-am"],
  ["/ongoing-partly_paid/en/", "partly-paid-refused"],
  ["/review-late/en/", "review-partly-paid"],
  ["/review-late/am/", "review-partly-paid-am"],
  ["/verified-parts/en/", "verified-parts"],
  ["/receipt-parts/am/", "receipt-parts-am"],
  ["/already_used/en/", "already-used"],
  ["/review/en/", "review"],
  ["/expired/en/", "expired"],
  ["/verified/en/", "verified"],
  ["/verified/am/", "verified-am"],
  ["/verified-notice/en/", "verified-notice"],
  ["/paired/en/", "paired"],
  ["/paired/am/", "paired-am"],
  ["/receipt/en/", "receipt"],
  ["/branded/en/", "branded"],
  ["/link-open/am/", "link-am"],
  ["/link/en/", "link"],
  ["/card/en/", "card"],
] as const;

/** At the smallest width, in every language. */
const IN_EVERY_LANGUAGE = [
  "waiting",
  "partly_paid-twice",
  "verified",
  "receipt-parts",
  "link-open",
];

const SIZES = [
  { name: "desktop", width: 1280, height: 800, dark: false },
  { name: "phone", width: 390, height: 844, dark: false },
  { name: "phone-dark", width: 390, height: 844, dark: true },
] as const;

/**
 * Writes `pay-{page}-{size}.png` into the folder. Ethiopic glyphs need a font of the machine
 * (Debian: `fonts-noto-core`).
 */
export async function screenshotPayPages(browser: Browser, folder: string): Promise<void> {
  Object.assign(process.env, ENVIRONMENT);
  await mkdir(folder, { recursive: true });
  const server = createServer(async (request, response) => {
    const { body, headers } = await specimenPage(request.url ?? "/");
    response.writeHead(200, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    for (const size of SIZES) {
      const { page, close } = await visit(browser, size);
      for (const [path, name] of PAGES) {
        await page.goto(base + path);
        await page.screenshot({
          path: join(folder, `pay-${name}-${size.name}.png`),
          fullPage: true,
        });
      }
      await close();
    }
    const { page, close } = await visit(browser, { width: 320, height: 640 });
    for (const name of IN_EVERY_LANGUAGE) {
      for (const language of PAYER_LANGUAGES) {
        await page.goto(`${base}/${name}/${language}/`);
        const file = `pay-${name.replaceAll("_", "-")}-${language}-320.png`;
        await page.screenshot({ path: join(folder, file), fullPage: true });
      }
    }
    await close();
  } finally {
    server.close();
  }
}
