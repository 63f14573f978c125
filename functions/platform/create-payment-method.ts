import { createPaymentMethod } from "../../lib/contract/routes/platform-apps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { presentNewMethod } from "../../lib/use-cases/apps/app.ts";
import { addMethod } from "../../lib/use-cases/apps/methods.ts";

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
