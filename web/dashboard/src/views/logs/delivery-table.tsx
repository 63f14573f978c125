import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Delivery, ERROR_WORDS } from "../../data/webhooks.ts";
import { shorten } from "../../format.ts";
import type { ApiList } from "../../query.ts";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { DeliveryBadge } from "./delivery-badge.tsx";

const COLUMNS: readonly Column<Delivery>[] = [
  {
    header: "Event",
    cell: (delivery) => (
      <>
        <Link
          to="/webhook-logs/$endpointId/$deliveryId"
          params={{ endpointId: delivery.endpoint_id, deliveryId: delivery.id }}
          className="row-link font-medium"
        >
          {delivery.event_type}
        </Link>
        {!delivery.livemode && (
          <span className="ml-2 inline-block">
            <Badge tone="warn">Test</Badge>
          </span>
        )}
        <span className="mt-0.5 block text-[13px] text-soft sm:hidden">
          <Time at={delivery.created_at} />
        </span>
        <span className="mt-0.5 flex items-center gap-1 text-[13px] text-soft max-sm:hidden">
          <code className="font-mono">{shorten(delivery.id)}</code>
          <CopyButton value={delivery.id} label="delivery id" />
        </span>
      </>
    ),
  },
  {
    header: "Status",
    cell: (delivery) => (
      <>
        <DeliveryBadge status={delivery.status} />
        {delivery.next_attempt_at && delivery.status === "retrying" && (
          <span className="mt-0.5 block text-xs text-soft">
            next <Time at={delivery.next_attempt_at} />
          </span>
        )}
      </>
    ),
  },
  {
    header: "Answer",
    from: "md",
    cell: ({ last_status_code, last_error_code }) => (
      <span className="text-soft">
        {last_status_code ?? (last_error_code ? ERROR_WORDS[last_error_code] : "None yet")}
      </span>
    ),
  },
  {
    header: "Attempts",
    from: "sm",
    align: "right",
    cell: ({ attempts_count }) => <span className="tabular-nums">{attempts_count}</span>,
  },
  {
    header: "Created",
    from: "sm",
    align: "right",
    cell: ({ created_at }) => (
      <span className="text-soft">
        <Time at={created_at} />
      </span>
    ),
  },
];

export function DeliveryTable({
  list,
  empty,
}: {
  readonly list: ApiList<Delivery>;
  readonly empty: ReactNode;
}) {
  return (
    <ListTable
      label="Deliveries"
      list={list}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={empty}
    />
  );
}
