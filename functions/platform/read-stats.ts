import { addDays, dayOf } from "../../lib/contract/days.ts";
import { readStats as route } from "../../lib/contract/routes/platform-insight.ts";
import { modeOf } from "../../lib/domain/checkout.ts";
import { invalidField } from "../../lib/domain/errors.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentDays, readCurrentStats } from "../../lib/use-cases/insight/stats.ts";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

export const handler = dashboardEndpoint(route, async ({ principal, query, now }) => {
  const { livemode, app_id: appId } = query;
  const to = query.to ?? dayOf(now);
  const from = query.from ?? addDays(to, 1 - DEFAULT_DAYS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > MAX_DAYS) throw invalidField("from", "must be 0 to 365 days before `to`");
  const range = { accountId: principal.accountId, mode: modeOf(livemode), from, to, appId };
  const rows = await readCurrentStats(table(), range, now);
  return reply(200, {
    object: "stats" as const,
    livemode,
    from,
    to,
    days: presentDays(from, to, rows),
  });
});
