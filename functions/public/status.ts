import * as routes from "../../lib/contract/routes/public-status.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { providerStatuses } from "../../lib/use-cases/banks/provider-status.ts";
import { acceptedProviders } from "../../lib/use-cases/banks/providers.ts";

export const readStatus = endpoint(routes.readStatus, async () =>
  reply(
    200,
    {
      object: "status",
      manual: acceptedProviders(true).includes("manual"),
      providers: await providerStatuses(),
    },
    { headers: { "cache-control": "public, max-age=10" } },
  ),
);
