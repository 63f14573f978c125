import { listBookEntries as route } from "../../lib/contract/routes/platform-books.ts";
import { BOOKS_KEPT_DAYS } from "../../lib/contract/schemas/books.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { environment } from "../../lib/pipeline/environment.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import {
  exportEntries,
  listEntries,
  memberNames,
  partHeaders,
  presentEntry,
  rangeOf,
} from "../../lib/use-cases/books/entries.ts";
import { daysOf } from "../../lib/use-cases/books/sheets.ts";

const MOST_DAYS = 92;

export const handler = dashboardEndpoint(route, async ({ principal, query, now }) => {
  const days = daysOf(query, MOST_DAYS, BOOKS_KEPT_DAYS, now);
  const range = await rangeOf(principal, query, days);
  if (query.format === "csv") {
    const { csv, nextCursor } = await exportEntries(range, query);
    return reply(200, csv, {
      headers: partHeaders({ ...query, ...days }, nextCursor, environment().publicBaseUrl),
    });
  }
  const page = await listEntries(range, query, query);
  const names = await memberNames(page.data);
  return reply(
    200,
    presentPage(page, (entry) => presentEntry(entry, names)),
  );
});
