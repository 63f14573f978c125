import { type CheckoutStatus, STATUS_TONES, STATUS_WORDS } from "../../data/checkouts.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";

export function StatusBadge({ status }: { readonly status: CheckoutStatus }) {
  return <Badge tone={STATUS_TONES[status]}>{STATUS_WORDS[status]}</Badge>;
}

/** Beside the status: a part of the amount has arrived, and nobody has decided about it. */
export function PartlyPaidBadge() {
  return <Badge tone="info">{t("checkouts.partiallyPaid")}</Badge>;
}
