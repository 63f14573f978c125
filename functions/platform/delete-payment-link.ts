import { deleteReusableLink } from "../../lib/contract/routes/platform-links.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { removeLinkWrite } from "../../lib/store/payment-links.ts";
import { transact } from "../../lib/store/transact.ts";
import { loadLink } from "../../lib/use-cases/checkouts/payment-link.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const handler = dashboardEndpoint(deleteReusableLink, async ({ principal, params, now }) => {
  const link = await loadLink(principal, params.id);
  const commit = await transact(table(), [
    removeLinkWrite(link.code),
    audit(principal, "payment_link.deleted", params.id, now),
  ]);
  if (!commit.committed) throw notFound("payment link");
  return reply(204, null);
});
