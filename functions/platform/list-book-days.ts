import { listBookDays as route } from "../../lib/contract/routes/platform-books.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { rangeOf } from "../../lib/use-cases/books/entries.ts";
import { daysOf, readDays } from "../../lib/use-cases/books/sheets.ts";

const MOST_DAYS = 31;
const DEFAULT_DAYS = 14;

export const handler = dashboardEndpoint(route, async ({ principal, query, now }) => {
  const days = daysOf(query, MOST_DAYS, DEFAULT_DAYS, now);
  const range = await rangeOf(principal, query, days);
  const { livemode } = query;
  return reply(200, {
    ...{ object: "book_days" as const, livemode, ...days },
    days: await readDays(range),
  });
});
