import { listStatements as route } from "../../lib/contract/routes/platform-books.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { listStatements } from "../../lib/store/books.ts";
import { visibleStatements } from "../../lib/use-cases/books/accounts.ts";
import { presentStatement } from "../../lib/use-cases/books/present-statement.ts";

export const handler = dashboardEndpoint(route, async ({ principal, query, now }) => {
  const page = await listStatements(table(), principal.accountId, query, now);
  const data = await visibleStatements(principal, page.data);
  return reply(200, presentPage({ ...page, data }, presentStatement));
});
