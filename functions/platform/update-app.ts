import { updateApp } from "../../lib/contract/routes/platform-apps.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { loadApp } from "../../lib/runtime/apps/load-app.ts";
import { presentApp } from "../../lib/runtime/apps/present.ts";
import { audit } from "../../lib/runtime/audit.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { changeAppWrite } from "../../lib/store/apps.ts";
import { transact } from "../../lib/store/transact.ts";

export const handler = endpoint(updateApp, async ({ principal, params, body, now }) => {
  const { app } = await loadApp(principal.accountId, params.app_id);
  const commit = await transact(table(), [
    changeAppWrite(app, { name: body.name }),
    audit(principal, "app.renamed", String(app.appId), now, body.name),
  ]);
  if (!commit.committed) throw notFound("app");
  return reply(200, presentApp({ ...app, name: body.name }));
});
