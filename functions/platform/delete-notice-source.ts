import { deleteNoticeSource } from "../../lib/contract/routes/platform-notices.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { deleteSource, loadSource } from "../../lib/use-cases/bank-notices/manage.ts";

export const handler = dashboardEndpoint(deleteNoticeSource, async ({ principal, params, now }) => {
  const { source } = await loadSource(principal, params.id);
  await deleteSource(principal, source, now);
  return reply(204, null);
});
