import { type CheckoutStatus, STATUS_TONES, STATUS_WORDS } from "../../data/checkouts.ts";
import { Badge } from "../../ui/badge.tsx";

export function StatusBadge({ status }: { readonly status: CheckoutStatus }) {
  return <Badge tone={STATUS_TONES[status]}>{STATUS_WORDS[status]}</Badge>;
}
