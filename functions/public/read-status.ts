import { readStatus } from "../../lib/contract/routes/public-status.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { acceptedProviders } from "../../lib/runtime/verification/accepted-providers.ts";
import { providerStatuses } from "../../lib/runtime/verification/provider-status.ts";

export const handler = endpoint(readStatus, async () =>
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
