import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import readSheets from "read-excel-file/universal";
import { afterEach, expect, it, vi } from "vitest";
import { writeBooksXlsx } from "../../web/dashboard/src/views/books/xlsx.ts";

const HEADER = "date,reference,account,payer,amount,currency,order,checkout,member,kind\r\n";
const row = (number: number) =>
  `2026-11-20,FT26${number},1000200300401,A*** T***,0.10,ETB,'=order-${number},co_${number},,verified\r\n`;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.resetModules();
});

it("a workbook joins its parts, ends with their exact sum, and shows no formula", async () => {
  const part = (first: number) =>
    HEADER + Array.from({ length: 30 }, (_, at) => row(first + at)).join("");
  const blob = await writeBooksXlsx([part(0), part(30)]);
  const [sheet] = await readSheets(await blob.arrayBuffer());
  const data = sheet?.data ?? [];
  expect(data).toHaveLength(62);
  expect(data[0]?.[0]).toBe("date");
  expect(data[31]).toEqual([
    ...["2026-11-20", "FT2630", "1000200300401", "A*** T***", 0.1, "ETB"],
    ...["=order-30", "co_30", null, "verified"],
  ]);
  expect(data[61]?.slice(4, 6)).toEqual([6, "ETB"]);
});

it("a workbook adds up each currency by itself", async () => {
  const inDollars = row(3).replace("0.10,ETB", "2.50,USD");
  const blob = await writeBooksXlsx([HEADER + row(1) + row(2) + inDollars]);
  const [sheet] = await readSheets(await blob.arrayBuffer());
  const sums = sheet?.data.slice(4).map((cells) => cells.slice(4, 6));
  expect(sums).toEqual([
    [0.2, "ETB"],
    [2.5, "USD"],
  ]);
});

it.each([
  ["en", "31 Dec 2026 · 22/04/2019", "31 Dec 2026 – 2 Jan 2027", "1 Jan – 2 Jan"],
  [
    ...["am", "ታኅሣሥ 22, 2019 ዓ.ም. (31/12/2026)"],
    ...["ታኅሣሥ 22, 2019 ዓ.ም. (31/12/2026) – ታኅሣሥ 24, 2019 ዓ.ም. (02/01/2027)", "ታኅሣሥ 23 – ታኅሣሥ 24"],
  ],
])(
  "days of the books have both calendars, and the year where it is another one, in %s",
  async (language, day, otherYear, thisYear) => {
    vi.stubGlobal("localStorage", { getItem: () => language });
    vi.useFakeTimers({ now: Date.parse("2026-12-31T21:00:00Z") });
    // Its texts are made by the build of the pages.
    const file = join(import.meta.dirname, "../../web/dashboard/src/views/books/statement.ts");
    const { bothCalendars, shownDays } = await import(file);
    expect(bothCalendars("2026-12-31", "2019-04-22")).toBe(day);
    expect(shownDays("2026-12-31", "2027-01-02")).toBe(otherYear);
    expect(shownDays("2027-01-01", "2027-01-02")).toBe(thisYear);
  },
);

it("a workbook of 50,000 payments takes at most 512 MB", async () => {
  const file = join(import.meta.dirname, "../../web/dashboard/src/views/books/xlsx.ts");
  const script = `
    const { writeBooksXlsx } = await import(${JSON.stringify(file)});
    const row = ${row.toString()};
    const part = (first) => ${JSON.stringify(HEADER)} + Array.from({ length: 10000 }, (_, at) => row(first + at)).join("");
    const blob = await writeBooksXlsx([0, 1, 2, 3, 4].map((number) => part(number * 10000)));
    console.log(JSON.stringify({ bytes: blob.size, megabytes: process.resourceUsage().maxRSS / 1024 }));`;
  // A file, because the workers of the library repeat the arguments of this process.
  const child = join(mkdtempSync(join(tmpdir(), "workbook-")), "write.mjs");
  writeFileSync(child, script);
  const { stdout } = await promisify(execFile)(process.execPath, [child]);
  const { bytes, megabytes } = JSON.parse(stdout);
  expect(bytes).toBeGreaterThan(500_000);
  expect(megabytes).toBeLessThan(512);
}, 240_000);
