import { webhooks } from "virtual:endpoints";
import { useParams } from "@tanstack/react-router";
import { AppName } from "../../data/apps.tsx";
import { useExport } from "../../data/export.ts";
import { DISABLED_WORDS, type Endpoint } from "../../data/webhooks.ts";
import { shorten } from "../../format.ts";
import { useApi, useApiList } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { Fact, Facts, Page, Section } from "../../ui/page.tsx";
import { Notice, ProblemPanel, Skeleton } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { DeliveryTable } from "../logs/delivery-table.tsx";
import { EndpointActions, HealthBadge } from "./endpoint-actions.tsx";
import { SecretSection } from "./endpoint-dialogs.tsx";

const BACK = { to: "/webhooks", label: t("layout.webhooks") } as const;

export function WebhookView() {
  const { endpointId } = useParams({ from: "/inside/webhooks/$endpointId" });
  const endpoint = useApi(
    webhooks.readWebhook,
    { params: { id: endpointId } },
    { refetchEveryMs: 10_000 },
  );
  if (endpoint.data) return <Loaded endpoint={endpoint.data} />;
  return (
    <Page title={t("webhooks.webhookEndpoint")} back={BACK}>
      {endpoint.error ? (
        <ProblemPanel
          what="webhook endpoint"
          error={endpoint.error}
          retry={() => void endpoint.refetch()}
        />
      ) : (
        <div className="card">
          <Skeleton />
        </div>
      )}
    </Page>
  );
}

function Loaded({ endpoint }: { readonly endpoint: Endpoint }) {
  const recent = useApiList(
    webhooks.listDeliveries,
    { params: { id: endpoint.id }, query: { limit: 10 } },
    { refetchEveryMs: 5_000 },
  );
  const exportDeliveries = useExport("deliveries", webhooks.listDeliveries, {
    params: { id: endpoint.id },
  });
  return (
    <Page
      title={endpoint.description ?? hostOf(endpoint.url)}
      back={BACK}
      lead={<Copyable value={endpoint.url} label="URL" />}
      badge={
        <>
          <HealthBadge endpoint={endpoint} />
          {!endpoint.livemode && <Badge tone="warn">{t("layout.test")}</Badge>}
        </>
      }
      actions={<EndpointActions endpoint={endpoint} />}
    >
      <HealthNotice endpoint={endpoint} />
      <Section>
        <Facts>
          <Fact name={t("logs.endpoint")}>
            <Copyable
              value={endpoint.id}
              label={t("webhooks.endpointId")}
              shown={shorten(endpoint.id, 10)}
            />
          </Fact>
          <Fact name={t("apps.app")}>
            <AppName id={endpoint.app_id} />
          </Fact>
          <Fact name={t("webhooks.events")}>
            {endpoint.events.includes("*") ? t("checkouts.all") : endpoint.events.join(", ")}
          </Fact>
          <Fact name={t("webhooks.lastSuccess")}>
            <Time at={endpoint.health.last_success_at} />
          </Fact>
          <Fact name={t("apps.created")}>
            <Time at={endpoint.created_at} form="both" />
          </Fact>
        </Facts>
      </Section>
      <SecretSection endpoint={endpoint} />
      <Section
        title={t("webhooks.latestDeliveries")}
        flush
        actions={
          <ButtonLink to="/webhook-logs" search={{ app: endpoint.app_id, endpoint: endpoint.id }}>
            {t("webhooks.viewAll")}
          </ButtonLink>
        }
        more={[exportDeliveries]}
      >
        <DeliveryTable
          list={{ ...recent, hasNextPage: false }}
          empty={
            <p className="px-gutter sm:px-6 pb-6 text-soft">{t("webhooks.nothingSentYetSend")}</p>
          }
        />
      </Section>
    </Page>
  );
}

function HealthNotice({ endpoint }: { readonly endpoint: Endpoint }) {
  const { status, disabled_reason, disabled_at, health } = endpoint;
  if (status === "enabled" && health.state === "healthy") return null;
  return (
    <div className="mb-6">
      <Notice kind={status === "disabled" ? "bad" : "warn"}>
        {status === "disabled" ? (
          <Text
            id="webhooks.weRecordEventsAs"
            values={{
              reason: DISABLED_WORDS[disabled_reason ?? "by_owner"],
              time: <Time at={disabled_at} />,
            }}
          />
        ) : (
          <HealthWords {...health} />
        )}
      </Notice>
    </div>
  );
}

function HealthWords({ state, failures_in_a_row, failing_since }: Endpoint["health"]) {
  const isFailing = failures_in_a_row > 0;
  return (
    <>
      {isFailing && (
        <Text
          id="webhooks.failuresInARow"
          values={{ count: failures_in_a_row, time: <Time at={failing_since} /> }}
        />
      )}
      {state === "slow" && (
        <> {t(isFailing ? "webhooks.slowAndFailing" : "webhooks.slowAnswers")}</>
      )}
    </>
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
