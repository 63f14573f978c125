import { deletePaymentMethod } from "../../lib/contract/routes/platform-apps.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { removeMethodWrites } from "../../lib/store/payment-methods.ts";
import { transact } from "../../lib/store/transact.ts";
import { loadMethod } from "../../lib/use-cases/apps/load-app.ts";
import { audit } from "../../lib/use-cases/audit/audit.ts";

export const handler = dashboardEndpoint(
  deletePaymentMethod,
  async ({ principal, params, now }) => {
    const { method } = await loadMethod(principal, params.app_id, params.id);
    const commit = await transact(table(), [
      ...removeMethodWrites(method),
      audit(principal, "payment_method.deleted", method.id, now),
    ]);
    if (!commit.committed) throw notFound("payment method");
    return reply(204, null);
  },
);
