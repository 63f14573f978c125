import { listEvents as route } from "../../lib/contract/routes/v1.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { keyEndpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { appIdsOf } from "../../lib/store/apps.ts";
import { listEvents } from "../../lib/store/events.ts";
import { presentEvent } from "../../lib/use-cases/events/build-event.ts";

export const handler = keyEndpoint(route, async ({ principal, query, now }) => {
  const { accountId, mode, appId } = principal;
  const of = appId === null ? { apps: await appIdsOf(table(), accountId) } : { appId };
  const page = await listEvents(table(), { accountId, mode, of, type: query.type }, query, now);
  return reply(
    200,
    presentPage(page, ({ body }) => presentEvent(body)),
  );
});
