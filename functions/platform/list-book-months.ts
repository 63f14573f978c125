import { listBookMonths as route } from "../../lib/contract/routes/platform-books.ts";
import { BOOKS_KEPT_DAYS } from "../../lib/contract/schemas/books.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { rangeOf } from "../../lib/use-cases/books/entries.ts";
import { daysOf, readMonths } from "../../lib/use-cases/books/sheets.ts";

const MOST_DAYS = 92;

export const handler = dashboardEndpoint(route, async ({ principal, query, now }) => {
  const { livemode, calendar } = query;
  const range = await rangeOf(principal, query, daysOf(query, MOST_DAYS, BOOKS_KEPT_DAYS, now));
  return reply(200, {
    ...{ object: "book_months" as const, livemode, calendar },
    months: await readMonths(range, calendar),
  });
});
