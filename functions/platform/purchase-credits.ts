import { purchaseCredits } from "../../lib/contract/routes/platform-credits.ts";
import { purchaseIdOf } from "../../lib/domain/payment-link.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { accountIsOpenCheck } from "../../lib/store/users.ts";
import { orderCredits, presentPurchase } from "../../lib/use-cases/credits/purchases.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const handler = idempotentEndpoint(
  purchaseCredits,
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
