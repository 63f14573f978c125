import { strToU8 } from "fflate";
import { expect, test } from "vitest";
import { recognizeColumns } from "../../web/dashboard/src/statements/columns.ts";
import { readFile } from "../../web/dashboard/src/statements/file.ts";
import { readRows } from "../../web/dashboard/src/statements/rows.ts";
import am from "../../web/dashboard/src/texts/am.json" with { type: "json" };
import en from "../../web/dashboard/src/texts/en.json" with { type: "json" };

test("a statement of 100,000 rows is read and counted, so that the page can say how to divide it", async () => {
  const body = "2026-11-16,Transfer,1.00,in\r\n".repeat(100_000);
  const bytes = strToU8(`Date,Description,Amount,Direction\r\n${body}`);
  const { grid } = await readFile(new Blob([bytes]));
  const mapping = recognizeColumns(grid);
  if (mapping === null) throw new Error("no columns");
  expect(readRows(grid, mapping, 2, 2026).rows).toHaveLength(100_000);
  for (const texts of [en, am]) expect(texts["books.tooManyRows"]).toContain("{rows}");
});
