import { OPENAPI_TEXT } from "../../lib/contract/openapi-text.ts";
import * as routes from "../../lib/contract/routes/service.ts";
import {
  docsProblem,
  docsReply,
  fullTextReply,
  indexReply,
  markdownReply,
} from "../../lib/pages/docs/docs-reply.ts";
import { now, table } from "../../lib/pipeline/deps.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { environment } from "../../lib/pipeline/environment.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { getPublishedKeys } from "../../lib/store/sessions.ts";

export const docs = endpoint(routes.docs, async () => docsReply(""));

export const docsTopic = endpoint(
  routes.docsTopic,
  async ({ params: { topic } }) =>
    topic.endsWith(".md") ? markdownReply(topic) : docsReply(topic),
  docsProblem,
);

export const jwks = endpoint(routes.jwks, async () => {
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

export const llms = endpoint(routes.llms, async () => indexReply());

export const llmsFull = endpoint(routes.llmsFull, async () => fullTextReply());

export const openapi = endpoint(routes.openApi, async () => {
  const document = JSON.parse(OPENAPI_TEXT) as Record<string, unknown>;
  return reply(200, { ...document, servers: [{ url: environment().publicBaseUrl }] });
});
