import { compareStatement as route } from "../../lib/contract/routes/platform-books.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { compare } from "../../lib/use-cases/books/compare.ts";
import { presentStatement } from "../../lib/use-cases/books/present-statement.ts";

export const handler = idempotentEndpoint(route, async ({ principal, body, now }) => {
  const { statement, repeated } = await compare(principal, body, now);
  return reply(200, { ...presentStatement(statement), repeated });
});
