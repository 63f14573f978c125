import type { Endpoint } from "../../data/webhooks.ts";
import { Badge } from "../../ui/badge.tsx";

export function HealthBadge({ endpoint }: { readonly endpoint: Endpoint }) {
  const { status, health } = endpoint;
  if (status === "disabled") return <Badge tone="bad">Disabled</Badge>;
  if (health.state === "slow") return <Badge tone="warn">Slow</Badge>;
  if (health.state === "failing") return <Badge tone="warn">Failing</Badge>;
  return health.last_success_at ? <Badge tone="good">Healthy</Badge> : <Badge>Not used yet</Badge>;
}
