import { EVENT_CATALOG } from "../../lib/contract/event-catalog.ts";
import { listEventTypes } from "../../lib/contract/routes/platform-deliveries.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";

export const handler = dashboardEndpoint(listEventTypes, async () =>
  reply(
    200,
    presentPage({ data: EVENT_CATALOG, nextCursor: null }, (entry) => ({ ...entry })),
  ),
);
