import { jwks } from "../../lib/contract/routes/service.ts";
import { now, table } from "../../lib/pipeline/deps.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { getPublishedKeys } from "../../lib/store/sessions.ts";

export const handler = endpoint(jwks, async () => {
  const keys = await getPublishedKeys(table());
  const accepted = keys.filter(
    ({ acceptedUntil }) => acceptedUntil === null || acceptedUntil > now(),
  );
  return reply(
    200,
    { keys: accepted.map(({ kid, jwk }) => ({ ...jwk, kid })) },
    { headers: { "cache-control": "public, max-age=60" } },
  );
});
