import { listBookAccounts as route } from "../../lib/contract/routes/platform-books.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { listStatements } from "../../lib/store/books.ts";
import { presentAccount, receivingAccounts } from "../../lib/use-cases/books/accounts.ts";

/** The latest statements, among which each account's last one is looked for. */
const LATEST = 100;

export const handler = dashboardEndpoint(route, async ({ principal, now }) => {
  const latest = { limit: LATEST, internal: true } as const;
  const [accounts, statements] = await Promise.all([
    receivingAccounts(principal),
    listStatements(table(), principal.accountId, latest, now),
  ]);
  const page = { data: accounts, nextCursor: null };
  return reply(
    200,
    presentPage(page, (account) => presentAccount(account, statements.data)),
  );
});
