import { Badge, type Tone } from "../../ui/badge.tsx";
import type { DeliveryStatus } from "../../values.ts";

const LOOKS: Readonly<Record<DeliveryStatus, { tone: Tone; words: string }>> = {
  pending: { tone: "info", words: "Waiting" },
  delivering: { tone: "info", words: "Being sent" },
  retrying: { tone: "warn", words: "Trying again" },
  succeeded: { tone: "good", words: "Delivered" },
  failed: { tone: "bad", words: "Failed" },
  canceled: { tone: "plain", words: "Canceled" },
  skipped: { tone: "plain", words: "Skipped" },
};

/** Takes any text: some answers name the status loosely. */
export function DeliveryBadge({ status }: { readonly status: string }) {
  const look = (LOOKS as Readonly<Record<string, (typeof LOOKS)["pending"]>>)[status];
  return <Badge tone={look?.tone ?? "plain"}>{look?.words ?? status}</Badge>;
}

export function deliveryWords(status: DeliveryStatus): string {
  return LOOKS[status].words;
}
