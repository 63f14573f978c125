import { readStatement as route } from "../../lib/contract/routes/platform-books.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import {
  pointsCsv,
  presentPoint,
  presentStatement,
} from "../../lib/use-cases/books/present-statement.ts";
import { loadStatement } from "../../lib/use-cases/books/sheets.ts";

export const handler = dashboardEndpoint(route, async ({ principal, params, query, now }) => {
  const { statement, details } = await loadStatement(principal, params.id, now);
  if (query.format === "csv") {
    return reply(200, pointsCsv(statement, details.points), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="statement-${statement.from}-${statement.to}.csv"`,
      },
    });
  }
  return reply(200, { ...presentStatement(statement), points: details.points.map(presentPoint) });
});
