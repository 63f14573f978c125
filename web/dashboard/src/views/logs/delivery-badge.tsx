import { t } from "../../texts/t.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { DeliveryStatus } from "../../values.ts";

const LOOKS: Readonly<Record<DeliveryStatus, { tone: Tone; words: string }>> = {
  pending: { tone: "info", words: t("logs.pending") },
  delivering: { tone: "info", words: t("logs.sending") },
  retrying: { tone: "warn", words: t("logs.retrying") },
  succeeded: { tone: "good", words: t("logs.delivered") },
  failed: { tone: "bad", words: t("logs.failed") },
  canceled: { tone: "plain", words: t("logs.canceled") },
  skipped: { tone: "plain", words: t("logs.skipped") },
};

/** Takes any text, because the history of a checkout does not type the status. */
export function DeliveryBadge({ status }: { readonly status: string }) {
  const look = (LOOKS as Readonly<Record<string, (typeof LOOKS)["pending"]>>)[status];
  return <Badge tone={look?.tone ?? "plain"}>{look?.words ?? status}</Badge>;
}

export function deliveryWords(status: DeliveryStatus): string {
  return LOOKS[status].words;
}
