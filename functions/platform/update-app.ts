import { updateApp } from "../../lib/contract/routes/platform-apps.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { changeAppWrite } from "../../lib/store/apps.ts";
import { transact } from "../../lib/store/transact.ts";
import { loadApp, presentApp } from "../../lib/use-cases/apps/app.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const handler = dashboardEndpoint(updateApp, async ({ principal, params, body, now }) => {
  const { app } = await loadApp(principal, params.app_id);
  const change = {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.color === undefined ? {} : { color: body.color }),
    ...(body.notice_limit === undefined ? {} : { noticeLimit: body.notice_limit }),
    ...(body.distinct_amounts === undefined ? {} : { distinctAmounts: body.distinct_amounts }),
  };
  const commit = await transact(table(), [
    changeAppWrite(app, change),
    audit(principal, "app.changed", String(app.appId), now, body.name),
  ]);
  if (!commit.committed) throw notFound("app");
  return reply(200, presentApp({ ...app, ...change }));
});
