import { readCheckout } from "../../lib/contract/routes/platform-checkouts.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentHistory, readHistory } from "../../lib/use-cases/checkouts/history.ts";
import { loadForMember } from "../../lib/use-cases/checkouts/member-view.ts";

export const handler = dashboardEndpoint(readCheckout, async ({ principal, params, now }) => {
  const checkout = await loadForMember(principal, params.id);
  const history = await readHistory(checkout, now);
  return reply(200, presentHistory(checkout, history, now));
});
