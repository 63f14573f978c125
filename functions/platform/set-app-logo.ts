import { setAppLogo } from "../../lib/contract/routes/platform-apps.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { limitDaily } from "../../lib/pipeline/rate-limit.ts";
import { changeAppWrite, logoWrite, retireLogoWrite } from "../../lib/store/apps.ts";
import { transact } from "../../lib/store/transact.ts";
import { loadApp, presentApp } from "../../lib/use-cases/apps/app.ts";
import { readLogo } from "../../lib/use-cases/apps/logo.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

/** Old logos are kept for 30 days, so this bounds their storage. */
const CHANGES = { name: "logo", limit: 20 };

export const handler = dashboardEndpoint(setAppLogo, async ({ principal, params, body, now }) => {
  const { app } = await loadApp(principal, params.app_id);
  const logo = readLogo(body);
  await limitDaily(CHANGES, String(app.appId), now);
  const old = app.logo && app.logo !== logo.digest ? app.logo : null;
  const commit = await transact(table(), [
    changeAppWrite(app, { logo: logo.digest }),
    logoWrite(app.appId, logo.digest, logo.svg),
    ...(old === null ? [] : [retireLogoWrite(app.appId, old, now)]),
    audit(principal, "app.logo_set", String(app.appId), now),
  ]);
  if (!commit.committed) throw notFound("app");
  return reply(200, presentApp({ ...app, logo: logo.digest }));
});
