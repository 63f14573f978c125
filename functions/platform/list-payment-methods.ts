import { grantOf } from "../../lib/contract/roles.ts";
import { listPaymentMethods } from "../../lib/contract/routes/platform-apps.ts";
import { maskNumber } from "../../lib/domain/account-number.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { loadApp, presentMethod } from "../../lib/use-cases/apps/app.ts";

/** Only who may change the numbers sees them whole. */
export const handler = dashboardEndpoint(listPaymentMethods, async ({ principal, params }) => {
  const { methods } = await loadApp(principal, params.app_id);
  const isWhole = grantOf(principal.role, "settings") === true;
  const shown = methods.map((method) =>
    isWhole
      ? method
      : { ...method, accountNumber: maskNumber(method.accountNumber) ?? method.accountNumber },
  );
  return reply(200, presentPage({ data: shown, nextCursor: null }, presentMethod));
});
