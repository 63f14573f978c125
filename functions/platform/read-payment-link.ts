import { readReusableLink } from "../../lib/contract/routes/platform-links.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { loadLink, presentLink } from "../../lib/use-cases/checkouts/payment-link.ts";

export const handler = dashboardEndpoint(readReusableLink, async ({ principal, params }) =>
  reply(200, presentLink(await loadLink(principal, params.id))),
);
