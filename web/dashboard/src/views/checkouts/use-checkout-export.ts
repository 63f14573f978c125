import { checkouts } from "virtual:endpoints";
import type { InputOf } from "../../../../../lib/contract/client-types.ts";
import { client } from "../../client.ts";
import { useSaveCsv } from "../../data/export.ts";

type Query = NonNullable<InputOf<typeof checkouts.listCheckouts>["query"]>;

/** Saves what the filters and the search leave, up to 10,000 checkouts: the service writes this file. */
export function useCheckoutExport(query: Query) {
  return useSaveCsv("checkouts", async () => {
    const answer = await client.call(checkouts.listCheckouts, {
      query: { ...query, format: "csv" },
    });
    if (typeof answer !== "string") throw new Error("the answer is no CSV");
    return answer;
  });
}
