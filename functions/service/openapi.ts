import { OPENAPI_TEXT } from "../../lib/contract/openapi-text.ts";
import { openApi } from "../../lib/contract/routes/service.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { environment } from "../../lib/pipeline/environment.ts";
import { reply } from "../../lib/pipeline/http.ts";

export const handler = endpoint(openApi, async () => {
  const document = JSON.parse(OPENAPI_TEXT) as Record<string, unknown>;
  return reply(200, { ...document, servers: [{ url: environment().publicBaseUrl }] });
});
