import type { Endpoint } from "../../data/webhooks.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";

export function HealthBadge({ endpoint }: { readonly endpoint: Endpoint }) {
  const { status, health } = endpoint;
  if (status === "disabled") return <Badge tone="bad">{t("webhooks.disabled")}</Badge>;
  if (health.state === "slow") return <Badge tone="warn">{t("webhooks.slow")}</Badge>;
  if (health.state === "failing") return <Badge tone="warn">{t("webhooks.failing")}</Badge>;
  return health.last_success_at ? (
    <Badge tone="good">{t("webhooks.healthy")}</Badge>
  ) : (
    <Badge>{t("webhooks.notUsedYet")}</Badge>
  );
}
