import { sellPoint as route } from "../../lib/contract/routes/platform-books.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { sellFromStatement } from "../../lib/use-cases/books/sell.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";

export const handler = idempotentEndpoint(route, async ({ principal, params, body, now }) => {
  const { point, app_id: appId, note } = body;
  const sale = { statementId: params.id, point, appId, note, now };
  const sold = await sellFromStatement(principal, sale);
  return reply(201, presentCheckout(sold, now));
});
