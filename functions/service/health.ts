import { SERVICE_VERSION } from "../../lib/contract/brand.ts";
import * as routes from "../../lib/contract/routes/service.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { environment } from "../../lib/pipeline/environment.ts";
import { reply } from "../../lib/pipeline/http.ts";

export const health = endpoint(routes.health, async () =>
  reply(200, { status: "ok", version: SERVICE_VERSION, stage: environment().stage }),
);
