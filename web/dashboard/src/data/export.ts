import { useState } from "react";
import type { AnyEndpoint, InputOf } from "../../../../lib/contract/client-types.ts";
import { csvOf } from "../../../../lib/contract/csv.ts";
import { dayOf, localInstant } from "../../../../lib/contract/days.ts";
import { t } from "../texts/t.ts";
import type { MenuItem } from "../ui/menu.tsx";
import { saveFile } from "../ui/save-file.ts";
import { toast } from "../ui/toast.tsx";
import { readPages } from "./read-pages.ts";

const MAX_ROWS = 10_000;

/**
 * The menu item that saves a list with its filters as a CSV file, up to 10,000 rows. The columns are the
 * fields of the API, times by the clock of Addis Ababa.
 */
export function useExport<E extends AnyEndpoint>(
  name: string,
  endpoint: E,
  input: InputOf<E>,
): MenuItem {
  return useSaveCsv(name, async () =>
    csvOfObjects((await readPages(endpoint, input, MAX_ROWS)).rows),
  );
}

/** As `useExport`, of a text that the service or the view makes. */
export function useSaveCsv(name: string, read: () => Promise<string>): MenuItem {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveFile(`${name}-${dayOf(Date.now())}.csv`, "text/csv;charset=utf-8", await read());
    } catch {
      toast(t("ui.exportFailed"), "problem");
    }
    setBusy(false);
  };
  return {
    label: isBusy ? t("ui.exporting") : t("ui.exportCsv"),
    onChoose: () => void (isBusy || save()),
  };
}

/** Objects as CSV: nested fields as `key.name`, lists with spaces between their entries. */
export function csvOfObjects(objects: readonly object[]): string {
  const rows = objects.map((each) => new Map(fieldsOf(each, "")));
  const header = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return csvOf(
    header,
    rows.map((row) => header.map((name) => row.get(name) ?? null)),
  );
}

function fieldsOf(value: object, prefix: string): [string, string | number | null][] {
  return Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
    const path = prefix + name;
    if (path === "object") return [];
    if (Array.isArray(field)) return [[path, field.map(String).join(" ")]];
    if (typeof field === "object" && field !== null) return fieldsOf(field, `${path}.`);
    if (typeof field === "string" && (name === "at" || name.endsWith("_at"))) {
      return [[path, localInstant(Date.parse(field))]];
    }
    return [[path, typeof field === "number" || field === null ? field : String(field)]];
  });
}
