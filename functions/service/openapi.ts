import { openApiDocument } from "../../lib/contract/openapi.ts";
import { openApi } from "../../lib/contract/routes/service.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { SERVICE_VERSION } from "../../lib/contract/version.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { environment } from "../../lib/pipeline/environment.ts";
import { reply } from "../../lib/pipeline/http.ts";

export const handler = endpoint(openApi, async () =>
  reply(
    200,
    openApiDocument(ROUTES, { version: SERVICE_VERSION, baseUrl: environment().publicBaseUrl }),
  ),
);
