import { webhooks } from "virtual:endpoints";
import { Link } from "@tanstack/react-router";
import { Plus, Webhook } from "lucide-react";
import { useState } from "react";
import { AppName } from "../../data/apps.tsx";
import type { Endpoint } from "../../data/webhooks.ts";
import { useApiList } from "../../query.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { HealthBadge } from "./health-badge.tsx";
import { NewEndpointDialog } from "./new-endpoint-dialog.tsx";

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    header: "Endpoint",
    cell: (endpoint) => (
      <div className="min-w-0">
        <Link
          to="/webhooks/$endpointId"
          params={{ endpointId: endpoint.id }}
          className="row-link font-medium break-all"
        >
          {endpoint.url}
        </Link>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-[13px] text-soft">
          <AppName id={endpoint.app_id} />
          {!endpoint.livemode && <Badge tone="warn">Test</Badge>}
          {endpoint.description && <span>{endpoint.description}</span>}
        </p>
      </div>
    ),
  },
  {
    header: "Events",
    from: "md",
    cell: ({ events }) => (
      <span className="text-soft">
        {events.includes("*") ? "All" : events.length === 1 ? events[0] : `${events.length} kinds`}
      </span>
    ),
  },
  { header: "Health", cell: (endpoint) => <HealthBadge endpoint={endpoint} /> },
  {
    header: "Last success",
    from: "sm",
    align: "right",
    cell: ({ health }) => <Time at={health.last_success_at} />,
  },
];

export function WebhooksView() {
  const list = useApiList(webhooks.listWebhooks, {}, { refetchEveryMs: 30_000 });
  const [isCreating, setCreating] = useState(false);
  const create = (
    <Button
      look="primary"
      onClick={() => setCreating(true)}
      icon={<Plus aria-hidden className="size-4" />}
    >
      New endpoint
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      lead="Addresses of your server that are told, signed, what happened: above all, that a checkout was verified."
      actions={create}
    >
      <div className="card overflow-hidden">
        <ListTable
          label="Webhook endpoints"
          list={list}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          empty={
            <Empty icon={Webhook} title="No endpoint yet" action={create}>
              Register an address of your server, and it hears of every verified payment within
              seconds.
            </Empty>
          }
        />
      </div>
      {isCreating && <NewEndpointDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
