import { useState } from "react";
import type { AnyEndpoint, InputOf } from "../../../../lib/contract/client-types.ts";
import { csvOfObjects } from "../../../../lib/contract/csv.ts";
import { dayOf } from "../../../../lib/contract/days.ts";
import { readPages } from "../client.ts";
import { t } from "../texts/t.ts";
import type { MenuItem } from "../ui/menu.tsx";
import { saveFile } from "../ui/share-panel.tsx";
import { toast } from "../ui/toast.tsx";

/** Of one file. */
export const MAX_ROWS = 10_000;

/** A CSV file, and the cursor of the rows that it leaves out; null where it leaves out none. */
interface FilePart {
  readonly csv: string;
  readonly nextCursor: string | null;
}

/**
 * The menu item that saves a list with its filters as CSV files of up to 10,000 rows. The columns are the
 * fields of the API, times by the clock of Addis Ababa.
 */
export function useExport<E extends AnyEndpoint>(
  name: string,
  endpoint: E,
  input: InputOf<E>,
): MenuItem {
  return useSaveCsv(name, input, async (from) => {
    const { rows, nextCursor } = await readPages(endpoint, input, MAX_ROWS, { from });
    return { csv: csvOfObjects(rows), nextCursor };
  });
}

/** Without it, Excel reads UTF-8 as the machine's own encoding, so that names in Amharic are unreadable. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * As `useExport`, of files that the service or the view writes. After a file that leaves rows out, the item
 * saves the next part, until `filters` change.
 */
export function useSaveCsv(
  name: string,
  filters: object,
  read: (from: string | null) => Promise<FilePart>,
): MenuItem {
  const [isBusy, setBusy] = useState(false);
  const [following, setFollowing] = useState({ part: 1, from: null as string | null, of: "" });
  const of = JSON.stringify(filters);
  const { part, from } = following.of === of ? following : { part: 1, from: null };
  const save = async () => {
    setBusy(true);
    try {
      const { csv, nextCursor } = await read(from);
      const suffix = part === 1 && nextCursor === null ? "" : `-part-${part}`;
      const file = `${name}-${dayOf(Date.now())}${suffix}.csv`;
      saveFile(file, "text/csv;charset=utf-8", BYTE_ORDER_MARK + csv);
      setFollowing({ part: nextCursor === null ? 1 : part + 1, from: nextCursor, of });
      if (nextCursor !== null) toast(t("ui.partSaved", { part, next: part + 1 }), "problem");
    } catch {
      toast(t("ui.exportFailed"), "problem");
    }
    setBusy(false);
  };
  const label = part === 1 ? t("ui.exportCsv") : t("ui.exportPart", { part });
  return {
    label: isBusy ? t("ui.exporting") : label,
    onChoose: () => void (isBusy || save()),
  };
}

/** The cursor in `Link: <…>; rel="next"`; null where there is no next part. */
export function cursorOfNext(link: string | null): string | null {
  const [, address] = /^<([^>]+)>; rel="next"$/.exec(link ?? "") ?? [];
  return address === undefined ? null : new URL(address).searchParams.get("cursor");
}
