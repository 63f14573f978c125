import { listCheckouts as route } from "../../lib/contract/routes/v1.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { presentCheckout } from "../../lib/runtime/checkouts/present.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint, publicBaseUrl } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { presentPage } from "../../lib/runtime/present-page.ts";
import { listCheckouts } from "../../lib/store/checkouts.ts";

export const handler = endpoint(route, async ({ principal, query, now }) => {
  if (principal.appId !== null && query.app_id !== undefined && query.app_id !== principal.appId) {
    throw notFound("app");
  }
  const page = await listCheckouts(
    table(),
    {
      accountId: principal.accountId,
      mode: principal.mode,
      appId: principal.appId ?? query.app_id ?? null,
      status: query.status,
      clientReference: query.client_reference,
      createdFrom: instantOf(query.created_gte),
      createdBefore: instantOf(query.created_lt),
    },
    query,
    now,
  );
  const where = { publicBaseUrl: publicBaseUrl(), now };
  return reply(
    200,
    presentPage(page, (checkout) => presentCheckout(checkout, where)),
  );
});

/** The schema has made sure that it is RFC 3339. */
function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Math.max(0, Date.parse(text));
}
