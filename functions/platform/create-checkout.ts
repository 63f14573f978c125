import { createPaymentLink } from "../../lib/contract/routes/platform-checkouts.ts";
import { modeOf } from "../../lib/domain/checkout.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { appIsAliveCheck } from "../../lib/store/apps.ts";
import { accountIsOpenCheck } from "../../lib/store/users.ts";
import { createCheckout } from "../../lib/use-cases/checkouts/create.ts";
import { requireMode } from "../../lib/use-cases/checkouts/member-view.ts";
import { presentCheckout } from "../../lib/use-cases/checkouts/present.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const handler = idempotentEndpoint(
  createPaymentLink,
  async ({ principal, body, idempotency, now }) => {
    requireMode(principal, body.livemode);
    const checkout = await createCheckout({
      accountId: principal.accountId,
      appId: body.app_id,
      mode: modeOf(body.livemode),
      createdBy: principal.userId,
      body,
      now,
      alongside: (created) => [
        // Unlike a key, an access token is valid for minutes after its account is closed.
        accountIsOpenCheck(principal.accountId),
        appIsAliveCheck(principal.accountId, body.app_id),
        audit(principal, "checkout.created", created.id, now),
        ...idempotency.completes(201, presentCheckout(created, now)),
      ],
    });
    return reply(201, presentCheckout(checkout, now));
  },
);
