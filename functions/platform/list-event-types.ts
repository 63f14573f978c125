import { EVENT_CATALOGUE } from "../../lib/contract/event-catalogue.ts";
import { listEventTypes } from "../../lib/contract/routes/platform-webhooks.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { presentPage } from "../../lib/runtime/present-page.ts";

export const handler = endpoint(listEventTypes, async () =>
  reply(
    200,
    presentPage({ data: EVENT_CATALOGUE, nextCursor: null }, (entry) => ({ ...entry })),
  ),
);
