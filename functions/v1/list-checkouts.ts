import { listCheckouts as route } from "../../lib/contract/routes/v1.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { parseInstant } from "../../lib/domain/instant.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { keyEndpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { mayRead } from "../../lib/pipeline/principal.ts";
import { listCheckouts } from "../../lib/store/checkout-lists.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";

export const handler = keyEndpoint(route, async ({ principal, query, now }) => {
  const { accountId, mode } = principal;
  const appId = query.app_id ?? principal.appId;
  if (!mayRead(principal, { accountId, appId, livemode: mode === "live" })) throw notFound("app");
  const page = await listCheckouts(
    table(),
    {
      accountId,
      mode,
      appId,
      status: query.status,
      clientReference: query.client_reference,
      createdFrom: parseInstant(query.created_gte),
      createdBefore: parseInstant(query.created_lt),
    },
    query,
    now,
  );
  return reply(
    200,
    presentPage(page, (checkout) => presentCheckout(checkout, now)),
  );
});
