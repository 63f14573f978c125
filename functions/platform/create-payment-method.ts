import { createPaymentMethod } from "../../lib/contract/routes/platform-apps.ts";
import { addMethod } from "../../lib/runtime/apps/add-method.ts";
import { presentNewMethod } from "../../lib/runtime/apps/present.ts";
import { reply } from "../../lib/runtime/http.ts";
import { idempotentEndpoint } from "../../lib/runtime/idempotent-endpoint.ts";

export const handler = idempotentEndpoint(
  createPaymentMethod,
  async ({ principal, params, body, idempotency, now }) => {
    const { method, isShared } = await addMethod({
      who: principal,
      appId: params.app_id,
      body,
      now,
      alongside: (added, shared) => idempotency.completes(201, presentNewMethod(added, shared)),
    });
    return reply(201, presentNewMethod(method, isShared));
  },
);
