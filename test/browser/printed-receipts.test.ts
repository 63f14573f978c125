import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCbe } from "../../lib/providers/cbe/adapter.ts";
import { mpesa } from "../../lib/providers/mpesa/adapter.ts";
import { answerOf, lookupIn, receiptIn } from "../providers/fixtures/answers.ts";
import { closePages, openBrowser } from "../support/browser.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => closePages(browser));

/** A page as Chromium prints it: compressed, with embedded parts of fonts and texts as glyph numbers. */
async function printed(html: string): Promise<Uint8Array> {
  const page = await browser.newPage();
  try {
    await page.setContent(`<body style="font: 10pt sans-serif">${html}</body>`);
    return await page.pdf({ format: "A4" });
  } finally {
    await page.close();
  }
}

function table(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((text) => `<td>${text}</td>`).join("");
  return `<table style="width: 100%">${rows.map((row) => `<tr>${cells(row)}</tr>`).join("")}</table>`;
}

const PAID_AT = Date.UTC(2026, 4, 20, 16, 29);

describe("a receipt that a browser has printed", () => {
  it("of CBE is read", async () => {
    const cbe = createCbe(null);
    const body = await printed(
      table([
        ["Payer", "ALMAZ GIRMA TESSEMA"],
        ["Account", "1****3321"],
        ["Receiver", "SELAM COFFEE &amp; TEA"],
        ["Account", "1****0401"],
        ["Payment Date &amp; Time", "5/20/2026, 7:29:00 PM"],
        ["Reference No. (VAT Invoice No)", "FT26140AB1C2"],
        ["Reason / Type of service", "ቡና done via Mobile"],
        ["Transferred Amount", "20,000.00 ETB"],
        ["Commission or Service Charge", "10.00 ETB"],
        ["15% VAT on Commission", "1.50 ETB"],
        ["Total amount debited from customers account", "20,011.50 ETB"],
      ]),
    );
    const lookup = lookupIn(cbe, "FT26140AB1C2");
    expect(await receiptIn(cbe, answerOf(body, "application/pdf"), lookup)).toMatchObject({
      reference: "FT26140AB1C2",
      amountMinor: 2_000_000,
      receiver: { institution: "cbe", name: "SELAM COFFEE & TEA", account: "1****0401" },
      payer: { name: "ALMAZ GIRMA TESSEMA", account: "1****3321" },
      paidAt: PAID_AT,
    });
  });

  it("of M-Pesa, with Amharic beside its labels, is read", async () => {
    const facts = table([
      ["የላኪ ስም/ SENDER NAME", "ALMAZ GIRMA"],
      ["የላኪ ስልክ/ SENDER PHONE NUMBER", "251711000100"],
      ["የተቀባይ ስም/ RECEIVER NAME", "SELAM COFFEE SHOP"],
      ["የተቀባይ ስልክ/ RECEIVER PHONE NUMBER", "251711000142"],
      ["መለያ/ TRANSACTION ID", "UEK1AB2CD3"],
      ["ዓይነት/ TRANSACTION TYPE", "Send Money"],
    ]);
    const amounts = table([
      ["ቁጥር/ RECEIPT NO", "ቀን/ PAYMENT DATE", "መጠን/ SETTLED AMOUNT"],
      ["UEKR1AB2CD3X", "2026-05-20 19:29:00", "1,500.00 ETB"],
    ]);
    const fees = table([
      ["SERVICE FEE", "5.00 ETB"],
      ["TOTAL", "1,505.00 ETB"],
    ]);
    const body = await printed(`${facts}<br>${amounts}<br>${fees}`);
    const base64Data = Buffer.from(body).toString("base64");
    const answer = answerOf(JSON.stringify({ responseCode: "0", base64Data }), "application/json");
    expect(await receiptIn(mpesa, answer, lookupIn(mpesa, "UEK1AB2CD3"))).toMatchObject({
      reference: "UEK1AB2CD3",
      aliases: [{ provider: "mpesa", reference: "UEKR1AB2CD3X" }],
      amountMinor: 150_000,
      receiver: { institution: "mpesa", name: "SELAM COFFEE SHOP", account: "251711000142" },
      paidAt: PAID_AT,
    });
  });
});
