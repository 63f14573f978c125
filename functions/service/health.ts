import { health } from "../../lib/contract/routes/service.ts";
import { SERVICE_VERSION } from "../../lib/contract/version.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { environment } from "../../lib/runtime/environment.ts";
import { reply } from "../../lib/runtime/http.ts";

export const handler = endpoint(health, async () =>
  reply(200, { status: "ok", version: SERVICE_VERSION, stage: environment().stage }),
);
