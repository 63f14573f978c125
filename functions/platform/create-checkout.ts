import { createPaymentLink } from "../../lib/contract/routes/platform-checkouts.ts";
import { modeOf } from "../../lib/domain/mode.ts";
import { audit } from "../../lib/runtime/audit.ts";
import { createCheckout } from "../../lib/runtime/checkouts/create.ts";
import { presentCheckout } from "../../lib/runtime/checkouts/present.ts";
import { publicBaseUrl } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { idempotentEndpoint } from "../../lib/runtime/idempotent-endpoint.ts";
import { appIsAliveCheck } from "../../lib/store/apps.ts";
import { accountIsOpenCheck } from "../../lib/store/users.ts";

export const handler = idempotentEndpoint(
  createPaymentLink,
  async ({ principal, body, idempotency, now }) => {
    const where = { publicBaseUrl: publicBaseUrl(), now };
    const checkout = await createCheckout({
      accountId: principal.accountId,
      appId: body.app_id,
      mode: modeOf(body.livemode),
      body,
      now,
      alongside: (created) => [
        // An access token outlives its account by minutes, which a key does not.
        accountIsOpenCheck(principal.accountId),
        appIsAliveCheck(principal.accountId, body.app_id),
        audit(principal, "checkout.created", created.id, now),
        ...idempotency.completes(201, presentCheckout(created, where)),
      ],
    });
    return reply(201, presentCheckout(checkout, where));
  },
);
