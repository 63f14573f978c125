import { updatePaymentMethod } from "../../lib/contract/routes/platform-apps.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { loadMethod } from "../../lib/runtime/apps/load-app.ts";
import { changeOf } from "../../lib/runtime/apps/method-change.ts";
import { presentMethod } from "../../lib/runtime/apps/present.ts";
import { audit } from "../../lib/runtime/audit.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { changeMethodWrite } from "../../lib/store/apps.ts";
import { transact } from "../../lib/store/transact.ts";

export const handler = endpoint(updatePaymentMethod, async ({ principal, params, body, now }) => {
  const { method } = await loadMethod(principal.accountId, params.app_id, params.id);
  const change = changeOf(body);
  const commit = await transact(table(), [
    changeMethodWrite(method, change),
    audit(principal, "payment_method.updated", method.id, now, Object.keys(body).join(", ")),
  ]);
  if (!commit.committed) throw notFound("payment method");
  return reply(200, presentMethod({ ...method, ...change }));
});
