import { readStats as route } from "../../lib/contract/routes/platform-insight.ts";
import { invalidField } from "../../lib/domain/errors.ts";
import { modeOf } from "../../lib/domain/mode.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { dayOf, presentDays } from "../../lib/runtime/insight/present-stats.ts";
import { readStats } from "../../lib/store/stats.ts";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

export const handler = endpoint(route, async ({ principal, query, now }) => {
  const { livemode, app_id: appId } = query;
  const to = query.to ?? dayOf(now);
  const from = query.from ?? dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > MAX_DAYS) throw invalidField("from", "must be 0 to 365 days before `to`");
  const range = { accountId: principal.accountId, mode: modeOf(livemode), from, to, appId };
  const rows = await readStats(table(), range);
  return reply(200, {
    object: "stats" as const,
    livemode,
    from,
    to,
    days: presentDays(from, to, rows),
  });
});
