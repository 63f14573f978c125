import { updateReusableLink } from "../../lib/contract/routes/platform-links.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { changeLinkWrite, type LinkChange } from "../../lib/store/payment-links.ts";
import { transact } from "../../lib/store/transact.ts";
import { loadLink, presentLink } from "../../lib/use-cases/checkouts/payment-link.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const handler = dashboardEndpoint(
  updateReusableLink,
  async ({ principal, params, body, now }) => {
    const link = await loadLink(principal, params.id);
    const change: LinkChange = {
      ...(body.amount === undefined ? {} : { amount: body.amount }),
      ...(body.description === undefined ? {} : { description: body.description }),
      ...(body.active === undefined ? {} : { active: body.active }),
    };
    const commit = await transact(table(), [
      changeLinkWrite(link.code, change),
      audit(principal, "payment_link.changed", params.id, now),
    ]);
    if (!commit.committed) throw notFound("payment link");
    return reply(200, presentLink({ ...link, ...change }));
  },
);
