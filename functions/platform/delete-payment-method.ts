import { deletePaymentMethod } from "../../lib/contract/routes/platform-apps.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { loadMethod } from "../../lib/runtime/apps/load-app.ts";
import { audit } from "../../lib/runtime/audit.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { removeMethodWrites } from "../../lib/store/apps.ts";
import { transact } from "../../lib/store/transact.ts";

export const handler = endpoint(deletePaymentMethod, async ({ principal, params, now }) => {
  const { method } = await loadMethod(principal.accountId, params.app_id, params.id);
  const commit = await transact(table(), [
    ...removeMethodWrites(method),
    audit(principal, "payment_method.deleted", method.id, now),
  ]);
  if (!commit.committed) throw notFound("payment method");
  return reply(204, null);
});
