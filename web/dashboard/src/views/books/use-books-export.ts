import { books } from "virtual:endpoints";
import { useState } from "react";
import type { InputOf } from "../../../../../lib/contract/client-types.ts";
import { client } from "../../client.ts";
import { cursorOfNext, useSaveCsv } from "../../data/export.ts";
import { t } from "../../texts/t.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import { saveBlob } from "../../ui/share-panel.tsx";
import { toast } from "../../ui/toast.tsx";
import { writeBooksXlsx } from "./xlsx.ts";

type Query = NonNullable<InputOf<typeof books.listBookEntries>["query"]>;

/** The most rows of a workbook; a busy month of 50,000 payments fits. */
const MOST_ROWS = 100_000;

/** Saves the entries as CSV files that the service writes, of up to 10,000 entries each. */
export function useBooksCsv(query: Query): MenuItem {
  return useSaveCsv("books", query, (from) => readPart(query, from));
}

/** Saves all entries as one workbook, which the browser writes. */
export function useBooksXlsx(query: Query): MenuItem {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const parts: string[] = [];
      let from: string | null = null;
      let rows = 0;
      do {
        const part = await readPart(query, from);
        parts.push(part.csv);
        rows += part.csv.split("\r\n").length;
        from = part.nextCursor;
      } while (from !== null && rows < MOST_ROWS);
      const days = [query.from, query.to].filter(Boolean).join("-");
      // The service names a file that leaves rows out in the same way.
      const suffix = from === null ? "" : "-part";
      saveBlob(`books-${days}${suffix}.xlsx`, await writeBooksXlsx(parts));
      if (from !== null) toast(t("books.workbookFull"), "problem");
    } catch {
      toast(t("ui.exportFailed"), "problem");
    }
    setBusy(false);
  };
  return {
    label: isBusy ? t("ui.exporting") : t("books.exportXlsx"),
    onChoose: () => void (isBusy || save()),
  };
}

async function readPart(query: Query, from: string | null) {
  let nextCursor: string | null = null;
  const csv = await client.call(books.listBookEntries, {
    query: { ...query, format: "csv", ...(from !== null && { cursor: from }) },
    onHeaders: (headers) => {
      nextCursor = cursorOfNext(headers.get("link"));
    },
  });
  if (typeof csv !== "string") throw new Error("the answer is no CSV");
  return { csv, nextCursor };
}
