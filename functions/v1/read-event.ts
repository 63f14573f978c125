import { readEvent as route } from "../../lib/contract/routes/v1.ts";
import { keyEndpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { loadEvent, presentEvent } from "../../lib/use-cases/events/build-event.ts";

export const handler = keyEndpoint(route, async ({ principal, params, now }) => {
  const { body } = await loadEvent(principal, params.id, now);
  return reply(200, presentEvent(body));
});
