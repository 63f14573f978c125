import { listAttempts as route } from "../../lib/contract/routes/v1.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { keyEndpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { listAttempts } from "../../lib/store/attempts.ts";
import { loadCheckout } from "../../lib/use-cases/checkouts/load.ts";
import { presentAttempt } from "../../lib/use-cases/checkouts/present.ts";

export const handler = keyEndpoint(route, async ({ principal, params, query }) => {
  const checkout = await loadCheckout(principal, params.id);
  const page = await listAttempts(table(), checkout, query);
  return reply(
    200,
    presentPage(page, (attempt) => presentAttempt(attempt, checkout)),
  );
});
