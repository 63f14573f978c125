import { listCheckouts as route } from "../../lib/contract/routes/platform-checkouts.ts";
import { dashboardEndpoint, requirePermission } from "../../lib/pipeline/dashboard-endpoint.ts";
import { environment } from "../../lib/pipeline/environment.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import type { PageRequest } from "../../lib/store/cursor.ts";
import { exportPart, partHeaders } from "../../lib/use-cases/checkouts/export.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";
import { filterOf, onePage } from "../../lib/use-cases/checkouts/search.ts";

export const handler = dashboardEndpoint(route, async ({ principal, query, now }) => {
  const filter = await filterOf(principal, query, now);
  if (query.format === "csv") requirePermission(principal, "reports");
  const read = (page: PageRequest) => onePage(principal, filter, query, page, now);
  if (query.format === "csv") {
    const { csv, nextCursor } = await exportPart(read, query.cursor, now);
    return reply(200, csv, {
      headers: partHeaders(query, nextCursor, environment().publicBaseUrl),
    });
  }
  const page = await read(query);
  return reply(
    200,
    presentPage(page, (checkout) => presentCheckout(checkout, now)),
  );
});
