import * as routes from "../../lib/contract/routes/v1.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { keyEndpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { appsOf } from "../../lib/store/apps.ts";
import { listEvents as queryEvents } from "../../lib/store/events.ts";
import { loadEvent, presentEvent } from "../../lib/use-cases/events/build-event.ts";

export const listEvents = keyEndpoint(routes.listEvents, async ({ principal, query, now }) => {
  const { accountId, mode, appId } = principal;
  const of = appId === null ? { apps: await appsOf(table(), accountId) } : { appId };
  const page = await queryEvents(table(), { accountId, mode, of, type: query.type }, query, now);
  return reply(
    200,
    presentPage(page, ({ body }) => presentEvent(body)),
  );
});

export const readEvent = keyEndpoint(routes.readEvent, async ({ principal, params, now }) => {
  const { body } = await loadEvent(principal, params.id, now);
  return reply(200, presentEvent(body));
});
