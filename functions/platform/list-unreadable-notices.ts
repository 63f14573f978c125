import { listUnreadableNotices } from "../../lib/contract/routes/platform-notices.ts";
import { instant } from "../../lib/domain/instant.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { listUnreadable } from "../../lib/store/notices.ts";

export const handler = dashboardEndpoint(
  listUnreadableNotices,
  async ({ principal, query, now }) => {
    const page = await listUnreadable(table(), principal.accountId, query, now);
    const shown = presentPage(page, ({ hash, provider, text, receivedAt }) => ({
      id: hash,
      object: "unreadable_notice" as const,
      provider,
      text,
      received_at: instant(receivedAt),
    }));
    return reply(200, shown);
  },
);
