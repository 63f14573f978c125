import { settlePoint as route } from "../../lib/contract/routes/platform-books.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { presentStatement } from "../../lib/use-cases/books/present-statement.ts";
import { settlePoint } from "../../lib/use-cases/books/sheets.ts";

export const handler = idempotentEndpoint(route, async ({ principal, params, body, now }) => {
  const statement = await settlePoint(principal, params.id, body, now);
  return reply(200, presentStatement(statement));
});
