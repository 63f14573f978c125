import { listCheckouts as route } from "../../lib/contract/routes/platform-checkouts.ts";
import { toCsv } from "../../lib/runtime/checkout-list/csv.ts";
import { allCheckouts } from "../../lib/runtime/checkout-list/export.ts";
import { filterOf } from "../../lib/runtime/checkout-list/filter.ts";
import { searchCheckouts } from "../../lib/runtime/checkout-list/search.ts";
import { presentCheckout } from "../../lib/runtime/checkouts/present.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint, publicBaseUrl } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { presentPage } from "../../lib/runtime/present-page.ts";
import { listCheckouts } from "../../lib/store/checkouts.ts";

export const handler = endpoint(route, async ({ principal, query, now }) => {
  const filter = await filterOf(query, principal.accountId);
  if (query.format === "csv") {
    return reply(200, toCsv(await allCheckouts(filter, now), now), { headers: CSV_HEADERS });
  }
  const page =
    query.search === undefined
      ? await listCheckouts(table(), filter, query, now)
      : await searchCheckouts(query.search, filter, query, now);
  const where = { publicBaseUrl: publicBaseUrl(), now };
  return reply(
    200,
    presentPage(page, (checkout) => presentCheckout(checkout, where)),
  );
});

const CSV_HEADERS = {
  "content-type": "text/csv; charset=utf-8",
  "content-disposition": 'attachment; filename="checkouts.csv"',
};
