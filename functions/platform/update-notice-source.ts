import { updateNoticeSource } from "../../lib/contract/routes/platform-notices.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { changeSourceWrite } from "../../lib/store/notice-sources.ts";
import { transact } from "../../lib/store/transact.ts";
import { loadSource, presentSource } from "../../lib/use-cases/bank-notices/manage.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const handler = dashboardEndpoint(
  updateNoticeSource,
  async ({ principal, params, body, now }) => {
    const { source, state } = await loadSource(principal, params.id);
    const change = {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.status === undefined ? {} : { status: body.status }),
    };
    const commit = await transact(table(), [
      changeSourceWrite(source.id, change),
      audit(principal, "notice_source.changed", source.id, now),
    ]);
    assertCommitted(commit);
    return reply(200, presentSource({ source: { ...source, ...change }, state }, now));
  },
);
