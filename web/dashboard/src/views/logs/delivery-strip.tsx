import { Link } from "@tanstack/react-router";
import type { Delivery } from "../../data/webhooks.ts";
import { formatTime } from "../../format.ts";
import { formatCount, t } from "../../texts/t.ts";
import type { DeliveryStatus } from "../../values.ts";
import { durationsOf, quantile, successPercent } from "./delivery-buckets.ts";
import { deliveryWords } from "./delivery-table.tsx";

const SHOWN = 50;
const HEIGHT = 48;

const COLORS: Readonly<Record<DeliveryStatus, string>> = {
  succeeded: "bg-good",
  failed: "bg-bad",
  retrying: "bg-warn",
  pending: "bg-info",
  delivering: "bg-info",
  canceled: "bg-line-strong",
  skipped: "bg-line-strong",
};

/**
 * The latest 50 deliveries, the newest on the right: color shows the status, height the time that the
 * server took. Above it how many succeeded, and the median time.
 */
export function DeliveryStrip({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const latest = deliveries.slice(0, SHOWN).toReversed();
  if (latest.length < 2) return null;
  const durations = durationsOf(latest);
  const slowest = Math.max(1, ...durations);
  const percent = successPercent(latest);
  const median = quantile(durations, 0.5);
  return (
    <figure className="card mb-4 px-gutter py-4 sm:px-6">
      <figcaption className="mb-3 flex flex-wrap gap-x-6 gap-y-1">
        <span className="font-medium">{t("logs.latest", { count: latest.length })}</span>
        <span className="text-soft">
          {[
            percent !== null && t("logs.successRate", { percent }),
            median !== null && t("logs.median", { ms: formatCount(median) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </figcaption>
      <div className="flex items-end gap-px sm:gap-0.5" style={{ height: HEIGHT }}>
        {latest.map((delivery) => {
          const { id, endpoint_id, status, last_duration_ms: ms } = delivery;
          const said = [
            delivery.event_type,
            deliveryWords(status),
            ms !== null && t("logs.milliseconds", { ms: formatCount(ms) }),
            formatTime(delivery.created_at),
          ];
          return (
            <Link
              key={id}
              to="/webhook-logs/$endpointId/$deliveryId"
              params={{ endpointId: endpoint_id, deliveryId: id }}
              preload={false}
              tabIndex={-1}
              aria-hidden
              title={said.filter(Boolean).join(" · ")}
              className="flex h-full max-w-3 flex-1 items-end hover:opacity-70"
            >
              <span
                className={`block w-full rounded-sm ${COLORS[status]}`}
                style={{ height: Math.max(6, ((ms ?? 0) / slowest) * HEIGHT) }}
              />
            </Link>
          );
        })}
      </div>
    </figure>
  );
}
