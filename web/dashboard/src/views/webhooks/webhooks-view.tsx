import { webhooks } from "virtual:endpoints";
import { Link } from "@tanstack/react-router";
import { Plus, Webhook } from "lucide-react";
import { useState } from "react";
import { AppName, useApps } from "../../data/apps.tsx";
import { useExport } from "../../data/export.ts";
import type { Endpoint } from "../../data/webhooks.ts";
import { useApiList } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, NoApp } from "../../ui/problem.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { HealthBadge } from "./endpoint-actions.tsx";
import { NewEndpointDialog } from "./endpoint-dialogs.tsx";

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    header: t("logs.endpoint"),
    cell: (endpoint) => (
      <div className="min-w-0">
        <Link
          to="/webhooks/$endpointId"
          params={{ endpointId: endpoint.id }}
          className="row-link line-clamp-3 font-medium wrap-anywhere"
        >
          {endpoint.url}
        </Link>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-note text-soft">
          <AppName id={endpoint.app_id} />
          {!endpoint.livemode && <Badge tone="warn">{t("layout.test")}</Badge>}
          {endpoint.description && (
            <span className="min-w-0 wrap-anywhere">{endpoint.description}</span>
          )}
        </p>
      </div>
    ),
  },
  {
    header: t("webhooks.events"),
    from: "md",
    cell: ({ events }) => (
      <span className="text-soft">
        {events.includes("*")
          ? t("checkouts.all")
          : events.length === 1
            ? events[0]
            : t("webhooks.eventTypes", { length: events.length })}
      </span>
    ),
  },
  { header: t("webhooks.status"), cell: (endpoint) => <HealthBadge endpoint={endpoint} /> },
  {
    header: t("webhooks.lastSuccess"),
    from: "sm",
    align: "right",
    cell: ({ health }) => <Time at={health.last_success_at} />,
  },
];

export function WebhooksView() {
  const list = useApiList(webhooks.listWebhooks, {}, { refetchEveryMs: 30_000 });
  const { hasNone } = useApps();
  const [isCreating, setCreating] = useState(false);
  const open = () => setCreating(true);
  const create = (
    <Button look="primary" onClick={open} icon={<Plus aria-hidden className="size-4" />}>
      {t("webhooks.newEndpoint")}
    </Button>
  );
  return (
    <Page
      title={t("layout.webhooks")}
      lead={t("webhooks.serverUrlsThatReceive")}
      actions={hasNone ? undefined : create}
      more={[useExport("webhooks", webhooks.listWebhooks, {})]}
    >
      <div className="card overflow-hidden">
        <ListTable
          label={t("webhooks.webhookEndpoints")}
          list={list}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          empty={
            hasNone ? (
              <NoApp />
            ) : (
              <Empty icon={Webhook} title={t("webhooks.noEndpointsYet")} action={create}>
                {t("webhooks.addAUrlOf")}
              </Empty>
            )
          }
        />
      </div>
      {isCreating && <NewEndpointDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
