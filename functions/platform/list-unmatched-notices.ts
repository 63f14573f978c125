import { startOfDay } from "../../lib/contract/days.ts";
import { listUnmatchedNotices } from "../../lib/contract/routes/platform-notices.ts";
import { maskName } from "../../lib/domain/account-number.ts";
import { instant } from "../../lib/domain/instant.ts";
import { noticeTime } from "../../lib/domain/notice-fit.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { unmatchedNotices } from "../../lib/use-cases/bank-notices/unmatched.ts";
import { requireMode } from "../../lib/use-cases/checkouts/member-view.ts";

export const handler = dashboardEndpoint(
  listUnmatchedNotices,
  async ({ principal, query, now }) => {
    requireMode(principal, true);
    const at = query.day === undefined ? now : startOfDay(query.day);
    const found = await unmatchedNotices(principal, at, now);
    const data = found.map((notice) => ({
      object: "unmatched_notice" as const,
      provider: notice.provider,
      reference: notice.reference,
      amount: notice.amountMinor,
      currency: notice.currency,
      payer_name: maskName(notice.payer.name),
      paid_at: instant(noticeTime(notice)),
    }));
    return reply(200, { object: "list", data, has_more: false, next_cursor: null });
  },
);
