import type { NoticeAnswer } from "../../contract/schemas/notice-source.ts";
import { instantOrNull } from "../../domain/instant.ts";
import { maskName } from "../../domain/mask.ts";
import type { NoticeReading } from "../../domain/notice.ts";
import type { ProviderId } from "../../domain/provider.ts";

/** What a message was read as, for whoever sent it from the dashboard. */
export function presentReading(provider: ProviderId | null, reading: NoticeReading): NoticeAnswer {
  const notice = reading.kind === "payment" ? reading.notice : null;
  return {
    object: "notice",
    result: reading.kind,
    provider,
    amount: notice?.amountMinor ?? null,
    currency: notice?.currency ?? null,
    payer_name: maskName(notice?.payer.name ?? null),
    reference: notice?.reference ?? null,
    paid_at: instantOrNull(notice?.paidAt ?? null),
  };
}
