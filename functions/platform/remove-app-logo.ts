import { removeAppLogo } from "../../lib/contract/routes/platform-apps.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { changeAppWrite, retireLogoWrite } from "../../lib/store/apps.ts";
import { transact } from "../../lib/store/transact.ts";
import { loadApp } from "../../lib/use-cases/apps/app.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const handler = dashboardEndpoint(removeAppLogo, async ({ principal, params, now }) => {
  const { app } = await loadApp(principal, params.app_id);
  if (!app.logo) return reply(204, null);
  const commit = await transact(table(), [
    changeAppWrite(app, { logo: null }),
    retireLogoWrite(app.appId, app.logo, now),
    audit(principal, "app.logo_removed", String(app.appId), now),
  ]);
  if (!commit.committed) throw notFound("app");
  return reply(204, null);
});
