import { listCheckouts as route } from "../../lib/contract/routes/platform-checkouts.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { toCsv } from "../../lib/use-cases/checkout-list/csv.ts";
import { filterOf } from "../../lib/use-cases/checkout-list/filter.ts";
import { allCheckouts, onePage } from "../../lib/use-cases/checkout-list/read-list.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";

export const handler = dashboardEndpoint(route, async ({ principal, query, now }) => {
  const filter = await filterOf(principal, query);
  if (query.format === "csv") {
    const rows = await allCheckouts(principal, filter, query.search, now);
    return reply(200, toCsv(rows, now), { headers: CSV_HEADERS });
  }
  const page = await onePage(principal, filter, query.search, query, now);
  return reply(
    200,
    presentPage(page, (checkout) => presentCheckout(checkout, now)),
  );
});

const CSV_HEADERS = {
  "content-type": "text/csv; charset=utf-8",
  "content-disposition": 'attachment; filename="checkouts.csv"',
};
