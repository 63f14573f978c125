import { listEvents as route } from "../../lib/contract/routes/v1.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { presentEvent } from "../../lib/runtime/present-event.ts";
import { presentPage } from "../../lib/runtime/present-page.ts";
import { getEventBodies, listEvents } from "../../lib/store/events.ts";

export const handler = endpoint(route, async ({ principal, query, now }) => {
  const { accountId, mode, appId } = principal;
  const page = await listEvents(table(), { accountId, mode, appId, type: query.type }, query, now);
  const ids = page.data.map(({ id }) => id);
  const bodies = await getEventBodies(table(), ids, now);
  return reply(200, presentPage({ ...page, data: bodies }, presentEvent));
});
