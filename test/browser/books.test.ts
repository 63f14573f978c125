import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page, Route } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { addDays, dayOf } from "../../lib/contract/days.ts";
import { bankingDayAfter } from "../../lib/domain/banking-days.ts";
import { pdfOf } from "../providers/fixtures/pdf.ts";
import { follow, settled, takeSession } from "../support/browser.ts";
import { setUpDashboardVisits } from "../support/dashboard-visits.ts";
import { bookSpecimens } from "../support/events.ts";
import { workbook } from "../support/file-encoders.ts";
import { tableOf } from "../support/running-stack.ts";
import { ambiguousSpecimen, makeSpecimens } from "../support/statement-specimens.ts";

const visits = setUpDashboardVisits();
const NUMBER = "1000200300401";
/** Long enough ago, and followed by banking days. */
const FIRST = firstDay(addDays(dayOf(Date.now()), -20));
function firstDay(day: string): string {
  const third = addDays(day, 2);
  return bankingDayAfter(third) === addDays(third, 1) ? day : firstDay(addDays(day, -1));
}

const SECOND = addDays(FIRST, 1);
const folder = mkdtempSync(join(tmpdir(), "statements-"));

beforeAll(async () => {
  const { stack, seed } = visits.dashboard;
  const shop = { accountId: seed.account_id, appId: seed.app_id };
  await bookSpecimens(tableOf(stack), shop, { firstDay: FIRST, account: NUMBER });
}, 120_000);

function fileOf(specimen: { readonly name: string; readonly bytes: Uint8Array }): string {
  const path = join(folder, specimen.name.replaceAll("/", "-"));
  writeFileSync(path, specimen.bytes);
  return path;
}
/** Lines of three columns on a page. */
const pdfRow = (...lines: readonly string[][]) =>
  lines.flatMap((cells, line) =>
    cells.map((text, index) => [text, 40 + 150 * index, 40 + 20 * line] as const),
  );
const [withPeriod, , , , amharic] = makeSpecimens(FIRST);

/** Drops a file as a member does. */
async function drop(page: Page, specimen: { readonly name: string; readonly bytes: Uint8Array }) {
  const file = `new File([new Uint8Array([${[...specimen.bytes]}])], ${JSON.stringify(specimen.name)})`;
  const dataTransfer = await page.evaluateHandle(
    `(() => { const transfer = new DataTransfer(); transfer.items.add(${file}); return transfer; })()`,
  );
  await page.locator("label:has(input[type=file])").dispatchEvent("drop", { dataTransfer });
}

const WORDS = {
  en: { compare: "Compare statement", settle: "Settle", note: "Note", csv: "Export as CSV" },
  am: { compare: "መግለጫውን ያነጻጽሩ", settle: "ልዩነቱን ይዝጉ", note: "ማስታወሻ", csv: "በCSV ያውርዱ" },
} as const;
const MORE = { en: "More actions", am: "ተጨማሪ ተግባራት" } as const;

/** Settles the first open point and saves the result, both as a member does. */
async function settleAndExport(page: Page, language: "en" | "am", said: string): Promise<void> {
  const words = WORDS[language];
  const exact = { exact: true };
  await page
    .getByRole("button", { name: words.settle, ...exact })
    .first()
    .click();
  await page.getByLabel(words.note).fill(said);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: words.settle, ...exact }).click();
  const owner = `*****${visits.dashboard.seed.phone.slice(-4)}`;
  await page.locator("li").getByText(`${said} · ${owner}`).waitFor();
  await page.getByRole("button", { name: MORE[language] }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: words.csv }).click();
  const file = await (await saved).path();
  const csv = readFileSync(file, "utf8");
  expect(csv.split("\r\n").find((line) => line.includes(said))).toContain(`,${owner},`);
}

async function openBooks(language: "en" | "am", width: number): Promise<Page> {
  const { stack, seed, url } = visits.dashboard;
  const page = await visits.newPage({ width, height: 780 });
  await takeSession(page.context(), stack, seed.phone);
  await page.addInitScript(`localStorage.setItem("language", "${language}")`);
  await page.goto(`${url}/books`);
  return page;
}

/** Compares a statement of one row of unknown money. */
async function compareRow(page: Page, row: string, language: "en" | "am" = "en", day = SECOND) {
  const rows = `Date,Reference,Narration,Credit\r\n${day},${row}\r\n`;
  await drop(page, { name: "row.csv", bytes: Buffer.from(rows) });
  const option = page.locator(`option[value="cbe ${NUMBER}"]`);
  await page.locator("select").filter({ has: option }).selectOption(`cbe ${NUMBER}`);
  if (await page.getByRole("radio").count()) await page.getByRole("radio").first().check();
  await page.getByRole("button", { name: WORDS[language].compare }).click();
}

describe("the books", () => {
  it("compare a dropped statement, show what the bank does not confirm, and settle it", async () => {
    const page = await visits.logInAt("/books");
    await page.getByRole("heading", { name: "Books", level: 1 }).waitFor();
    await page.getByText("Drop the statement here").waitFor();
    if (withPeriod === undefined) throw new Error("no specimen");
    await drop(page, withPeriod);
    await page.getByRole("button", { name: "Compare statement" }).waitFor();
    const chosen = page.getByLabel("Account of this statement");
    await expect.poll(() => chosen.inputValue()).toContain(NUMBER);
    await page.getByText("covers these days completely").waitFor();
    await page.getByRole("button", { name: "Compare statement" }).click();
    const missing = page.getByRole("heading", { name: /Verified, but not on the statement \(1\)/ });
    await missing.waitFor();
    await page.getByText("FT26312ZZZ99").waitFor();
    await page.getByRole("heading", { name: "Reversed on the statement (1)" }).waitFor();
    await page.getByRole("heading", { name: "On the statement, unknown to us (1)" }).waitFor();
    await page.getByRole("button", { name: "Find checkout" }).click();
    await page.getByText("No open, expired or partly paid checkout").waitFor();
    await settleAndExport(page, "en", "The customer paid again in cash");
    await page.getByText("Settled", { exact: true }).waitFor();
    await follow(page, "/errors");
    await page.getByText("Payments reported as reversed").waitFor();
    await follow(page, "/books");
    const sheet = page.getByRole("table", { name: "Daily and monthly sheets" });
    await page.getByLabel("Period").selectOption("ethiopian");
    await sheet.waitFor();
    // The oldest month: the last payments may be in the next one.
    await sheet.getByRole("link").last().click();
    await page.getByRole("heading", { name: "Payments in the books" }).waitFor();
    await page.getByText("FT26310AAA11").waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    const saved = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Export as XLSX" }).click();
    expect((await saved).suggestedFilename()).toMatch(/^books-.*\.xlsx$/);
  });

  it("asks by a date that can be read in both orders, though others cannot", async () => {
    const page = await openBooks("en", 360);
    const rows = ["Date,Reference,Credit", "2026-11-02,FT1,10.00", "03/11/2026,FT2,20.00"];
    const bytes = new TextEncoder().encode(rows.join("\n"));
    await page.locator("input[type=file]").setInputFiles(fileOf({ name: "mixed.csv", bytes }));
    await page.getByText("How are dates such as 03/11/2026 written?").waitFor();
  });

  it("asks for ambiguous dates once, then remembers the answer and the columns", async () => {
    const { url } = visits.dashboard;
    const now = dayOf(Date.now());
    // A month whose first days are past and kept.
    const month = `${now.slice(0, 8) >= `${addDays(now, -15).slice(0, 8)}` ? addDays(now, -31).slice(0, 8) : now.slice(0, 8)}02`;
    const page = await openBooks("en", 360);
    const specimen = ambiguousSpecimen(month);
    await page.locator("input[type=file]").setInputFiles(fileOf(specimen));
    await page.getByText("How are dates such as").waitFor();
    // Nothing is wrong with the rows before the question is answered.
    expect(await page.getByText("can't be read").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Compare statement" }).isDisabled()).toBe(true);
    await page.getByLabel("Account of this statement").selectOption(`cbe ${NUMBER}`);
    await page.getByText("Day, month, year").click();
    await page.getByRole("button", { name: "Compare statement" }).click();
    await page.getByText("1000 2003 00401").filter({ visible: true }).first().waitFor();
    await page
      .getByRole("heading", { name: /on the statement/i })
      .first()
      .waitFor();
    const wide = await page.evaluate("document.documentElement.scrollWidth");
    expect(wide).toBeLessThanOrEqual(360);
    await page.goto(`${url}/books`);
    await page.locator("input[type=file]").setInputFiles(fileOf(specimen));
    await page.getByLabel("Account of this statement").selectOption(`cbe ${NUMBER}`);
    await expect
      .poll(() => page.getByRole("button", { name: "Compare statement" }).isEnabled())
      .toBe(true);
  });

  it("speak Amharic, at 360 pixels, also where a comparison is refused", async () => {
    const page = await openBooks("am", 360);
    await page.getByRole("heading", { name: "ሂሳብ መዝገብ", level: 1 }).waitFor();
    if (amharic === undefined) throw new Error("no specimen");
    await drop(page, amharic);
    const compare = page.getByRole("button", { name: "መግለጫውን ያነጻጽሩ" });
    await page.getByRole("checkbox").check();
    visits.expectRefusals();
    const refused = { status: 409, json: { status: 409, code: "conflict", detail: "Refused" } };
    await page.route("**/statements/", (route) => route.fulfill(refused), { times: 1 });
    await compare.click();
    await page.getByText("በሁሉም መተግበሪያዎች የሚሠራ አባል").waitFor();
    await compare.click();
    await page.getByText("FT26312ZZZ99").waitFor();
    await settleAndExport(page, "am", "ደንበኛው በጥሬ ገንዘብ ከፈለ");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360);
  });

  it.each([
    ["en", 360],
    ["am", 1280],
  ] as const)(
    "settle and export what was compared, in %s at %i pixels",
    async (language, width) => {
      const page = await openBooks(language, width);
      await compareRow(page, `FT2631${width},Cash ${language},${width}.00`, language);
      await settleAndExport(page, language, `Settled at ${width}`);
      const wide = await page.evaluate("document.documentElement.scrollWidth");
      expect(wide).toBeLessThanOrEqual(width);
    },
  );

  it("show who has settled a point in the meantime, and keep the note that came too late in its dialog", async () => {
    visits.expectRefusals();
    const page = await openBooks("en", 360);
    await compareRow(page, "FT26319TWICE,Cash,55.50");
    await page.getByRole("button", { name: "Settle" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Note").fill("Came too late");
    const other = await page.context().newPage();
    await other.goto(page.url());
    await settleAndExport(other, "en", "Was faster");
    await dialog.getByRole("button", { name: "Settle" }).click();
    await dialog.getByText("Your note was not kept").waitFor();
    await dialog.getByText(/^Settled: Was faster · \*{5}/).waitFor();
    expect(await dialog.getByLabel("Note").inputValue()).toBe("Came too late");
  });

  it("lead from a sold row to its checkout, also where the answer to the sale was lost", async () => {
    visits.expectRefusals();
    const page = await openBooks("en", 1280);
    await compareRow(page, "FT26319SOLD1,Cash,77.70");
    await page.getByRole("button", { name: "Find checkout" }).click();
    await page.getByRole("button", { name: "Make it a sale" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("FT26319SOLD1").waitFor();
    await dialog.getByLabel("Note").fill("Paid at the till");
    const sell = dialog.getByRole("button", { name: "Make it a sale" });
    await page.route(
      "**/sell/",
      async (route) => {
        await route.fetch();
        await route.abort("internetdisconnected");
      },
      { times: 1 },
    );
    await sell.click();
    await dialog.getByText("cannot be reached").waitFor();
    const row = page.locator("li", { hasText: "FT26319SOLD1" });
    await row.getByText("Settled", { exact: true }).waitFor();
    await sell.and(page.locator(":focus")).waitFor();
    await sell.click();
    const sold = page.getByRole("heading", { name: "ETB 77.70" });
    await sold.waitFor();
    await page.goBack();
    await row.waitFor();
    expect(await row.getByRole("button").count()).toBe(0);
    await row.getByRole("link", { name: /^Checkout co_/ }).click();
    await sold.waitFor();
  });

  it("offer all undecided checkouts of an unknown row's amount, on whatever page of a list they are", async () => {
    const page = await openBooks("en", 1280);
    await page.route("**/checkouts/?*", (route) =>
      route.continue({ url: route.request().url().replace("limit=100", "limit=1") }),
    );
    for (const amount of [6_660, 6_660, 5_550]) await visits.dashboard.checkout({ amount });
    await compareRow(page, "FT26319PAGES,Cash,66.60", "en", dayOf(Date.now()));
    await page.getByRole("button", { name: "Find checkout" }).click();
    await expect.poll(() => page.locator("li li").count()).toBe(2);
  });

  it("keep the keyboard's place: at the file's name, at the field for another file, and at the settled point", async () => {
    const page = await openBooks("en", 1280);
    const [field, focused] = [page.locator("input[type=file]"), page.locator(":focus")];
    let file = { name: "empty.csv", mimeType: "text/csv", buffer: Buffer.from("") };
    // For good: the browser would open its own dialog while a page is only about to wait for one.
    page.on("filechooser", (chooser) => void chooser.setFiles(file));
    await field.press("Enter");
    await page.getByText("The file is empty").waitFor();
    await field.and(focused).waitFor();
    const rows = `Date,Reference,Narration,Credit\r\n${addDays(FIRST, 1)},FT26319KEY01,Cash,66.60\r\n`;
    file = { ...file, name: "keys.csv", buffer: Buffer.from(rows) };
    await field.press("Enter");
    await page.locator("p:focus", { hasText: "keys.csv" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).press("Enter");
    await field.and(focused).waitFor();
    await field.press("Enter");
    await page.getByLabel("Account of this statement").selectOption(`cbe ${NUMBER}`);
    if (await page.getByRole("radio").count()) await page.getByRole("radio").first().check();
    await page.getByRole("button", { name: "Compare statement" }).press("Enter");
    await page.getByRole("button", { name: "Settle" }).press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Note").fill("By keyboard");
    await dialog.getByRole("button", { name: "Settle" }).press("Enter");
    await page.locator("li:focus", { hasText: "By keyboard" }).waitFor();
  });

  it("say what is wrong with a file that can't be used", async () => {
    const page = await visits.logInAt("/books");
    const open = {
      name: "open.csv",
      bytes: Buffer.from('Date,Amount\r\n2026-11-01,"5\r\n2026-11-02,6\r\n'),
    };
    await drop(page, open);
    await page.getByText("A quotation mark never closes").waitFor();
    const now = dayOf(Date.now());
    for (const [days, said] of [
      [-90, "older than the 90 days"],
      [9, "dated in the future"],
    ] as const) {
      const rows = `Date,Description,Amount\r\n${FIRST},x,5.00\r\n${addDays(now, days)},x,5.00\r\n`;
      await drop(page, { name: "days.csv", bytes: Buffer.from(rows) });
      await page.getByText(said).waitFor();
      await page.getByLabel("Account of this statement").selectOption(`cbe ${NUMBER}`);
      expect(await page.getByRole("button", { name: "Compare statement" }).isDisabled()).toBe(true);
      await page.getByRole("button", { name: "Cancel" }).click();
    }
    const other = Buffer.from(
      `Account,1000999999999\r\nDate,Description,Amount\r\n${FIRST},x,5.00\r\n`,
    );
    await drop(page, { name: "other.csv", bytes: other });
    await page.getByLabel("Account of this statement").selectOption(`cbe ${NUMBER}`);
    await page.getByText("This statement is of account 1000999999999").waitFor();
    expect(await page.getByRole("button", { name: "Compare statement" }).isDisabled()).toBe(true);
  });

  it.each([
    ["the reader of all files", /\/assets\/file-worker[^/]*\.js$/],
    ["the reader of its kind", /\/assets\/papaparse[^/]*\.js$/],
  ])("do not blame a file if %s could not be loaded, and read it afterwards", async (_, part) => {
    visits.expectRefusals();
    const page = await visits.logInAt("/books");
    await page.route(part, (route) => route.abort("internetdisconnected"));
    const rows = `Date,Description,Amount\r\n${FIRST},x,5.00\r\n`;
    await drop(page, { name: "fine.csv", bytes: Buffer.from(rows) });
    await page.getByText("Check your connection and try again").waitFor();
    await page.unroute(part);
    await drop(page, { name: "fine.csv", bytes: Buffer.from(rows) });
    await page.getByText("1 row", { exact: true }).waitFor();
  });

  it("refuse a file that takes over a minute to read, and stay usable meanwhile", async () => {
    const page = await visits.logInAt("/books");
    await page.clock.install();
    await page.reload();
    const row = pdfRow(["Date", "Narration", "Credit"], [FIRST, "Cash", "5.00"]);
    const large = await pdfOf(row, 1, "BT /F1 9 Tf (2026-11-16) Tj ET\n".repeat(700_000));
    const field = page.locator("input[type=file]");
    await field.setInputFiles(fileOf({ name: "large.pdf", bytes: large }));
    await page.getByText("Reading…").waitFor();
    await page.getByRole("link", { name: "Account" }).focus();
    await page.clock.fastForward(60_000);
    await page.getByText("The file takes over a minute to read").waitFor();
    await field.setInputFiles(fileOf({ name: "small.pdf", bytes: await pdfOf(row) }));
    await page.getByText("1 row", { exact: true }).waitFor();
  });

  it("read a workbook of 4,000 rows within the policy of the site, and write their number with a separator", async () => {
    const page = await visits.logInAt("/books");
    const rows = Array.from({ length: 4_000 }, (_, index) => [
      addDays(FIRST, index % 5),
      `FT${String(index).padStart(10, "0")}X`,
      `Transfer from a customer with a long name, number ${index}`,
      index + 1,
    ]);
    const bytes = workbook([["Date", "Reference", "Narration", "Amount"], ...rows]);
    await page.locator("input[type=file]").setInputFiles(fileOf({ name: "large.xlsx", bytes }));
    await page.getByText("4,000 rows", { exact: true }).waitFor();
  });
});

describe("a comparison that ends after its page was left", () => {
  /** Compares a statement, types into another page meanwhile, and lets the answer come. */
  async function leaveMeanwhile(answer: (route: Route) => Promise<void>): Promise<Page> {
    const page = await visits.logInAt("/books");
    const { promise: isDue, resolve: letCome } = Promise.withResolvers<void>();
    await page.route(/\/books\/statements\/$/, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await isDue;
      return answer(route);
    });
    if (withPeriod === undefined) throw new Error("no specimen");
    await drop(page, withPeriod);
    await page.getByRole("button", { name: "Compare statement" }).click();
    await page.locator('aside a[href="/account"]').click();
    await page.getByLabel("Name").first().fill("Not saved yet");
    letCome();
    return page;
  }

  it("leads nobody away from what they do since", async () => {
    const page = await leaveMeanwhile((route) => route.continue());
    await settled(page);
    expect(new URL(page.url()).pathname).toBe("/account");
    expect(await page.getByLabel("Name").first().inputValue()).toBe("Not saved yet");
  });

  it("says where they are that it was refused", async () => {
    visits.expectRefusals();
    const problem = { status: 409, code: "conflict", detail: "Two accounts look alike." };
    const page = await leaveMeanwhile((route) => route.fulfill({ status: 409, json: problem }));
    await page.getByRole("status").getByText("Two accounts look alike.").waitFor();
  });
});
