import { settlePoint as route } from "../../lib/contract/routes/platform-books.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPoint, presentStatement } from "../../lib/use-cases/books/present-statement.ts";
import { settlePoint } from "../../lib/use-cases/books/settle.ts";

export const handler = dashboardEndpoint(route, async ({ principal, params, body, now }) => {
  const { statement, details } = await settlePoint(principal, params.id, body, now);
  return reply(200, { ...presentStatement(statement), points: details.points.map(presentPoint) });
});
