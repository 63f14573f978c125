import { checkouts } from "virtual:endpoints";
import type { InputOf } from "../../../../../lib/contract/client-types.ts";
import { client } from "../../client.ts";
import { cursorOfNext, useSaveCsv } from "../../data/export.ts";

type Query = NonNullable<InputOf<typeof checkouts.listCheckouts>["query"]>;

/** Saves the checkouts that match the filters and the search. The service writes these files. */
export function useCheckoutExport(query: Query) {
  return useSaveCsv("checkouts", query, async (from) => {
    let nextCursor: string | null = null;
    const csv = await client.call(checkouts.listCheckouts, {
      query: { ...query, format: "csv", ...(from !== null && { cursor: from }) },
      onHeaders: (headers) => {
        nextCursor = cursorOfNext(headers.get("link"));
      },
    });
    if (typeof csv !== "string") throw new Error("the answer is no CSV");
    return { csv, nextCursor };
  });
}
