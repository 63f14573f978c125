import * as routes from "../../lib/contract/routes/platform-credits.ts";
import { purchaseIdOf } from "../../lib/domain/payment-link.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { dashboardEndpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { getBalance } from "../../lib/store/credit-shards.ts";
import { listLedger as queryLedger } from "../../lib/store/credits.ts";
import { accountIsOpenCheck } from "../../lib/store/users.ts";
import {
  hideOtherApps,
  orderCredits,
  presentLedgerEntry,
  presentPurchase,
  priceOfCredit,
} from "../../lib/use-cases/credits/purchases.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const listLedger = dashboardEndpoint(routes.listLedger, async ({ principal, query }) => {
  const page = await queryLedger(table(), principal.accountId, query);
  const data = await hideOtherApps(principal, page.data);
  return reply(200, presentPage({ ...page, data }, presentLedgerEntry));
});

export const purchaseCredits = idempotentEndpoint(
  routes.purchaseCredits,
  async ({ principal, body, idempotency, now }) => {
    const checkout = await orderCredits({
      accountId: principal.accountId,
      credits: body.credits,
      now,
      alongside: (made) => [
        accountIsOpenCheck(principal.accountId),
        audit(principal, "credits.ordered", purchaseIdOf(made.id), now, String(body.credits)),
        ...idempotency.completes(201, presentPurchase(made, body.credits, now)),
      ],
    });
    return reply(201, presentPurchase(checkout, body.credits, now));
  },
);

export const readCredits = dashboardEndpoint(routes.readCredits, async ({ principal }) => {
  const balance = await getBalance(table(), principal.accountId);
  return reply(200, {
    object: "credits" as const,
    ...balance,
    livemode: true,
    price: priceOfCredit(),
  });
});
