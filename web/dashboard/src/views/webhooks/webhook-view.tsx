import { webhooks } from "virtual:endpoints";
import { useParams } from "@tanstack/react-router";
import { AppName } from "../../data/apps.tsx";
import { DISABLED_WORDS, type Endpoint } from "../../data/webhooks.ts";
import { shorten } from "../../format.ts";
import { useApi, useApiList } from "../../query.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { ProblemPanel } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { DeliveryTable } from "../logs/delivery-table.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import { HealthBadge } from "./health-badge.tsx";
import { SecretSection } from "./secret-section.tsx";

const BACK = { to: "/webhooks", label: "Webhooks" } as const;

export function WebhookView() {
  const { endpointId } = useParams({ from: "/inside/webhooks/$endpointId" });
  const endpoint = useApi(
    webhooks.readWebhook,
    { params: { id: endpointId } },
    { refetchEveryMs: 10_000 },
  );
  if (endpoint.data) return <Loaded endpoint={endpoint.data} />;
  return (
    <Page title="Webhook endpoint" back={BACK}>
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
  return (
    <Page
      title={endpoint.description ?? hostOf(endpoint.url)}
      back={BACK}
      lead={<Copyable value={endpoint.url} label="URL" />}
      badge={
        <>
          <HealthBadge endpoint={endpoint} />
          {!endpoint.livemode && <Badge tone="warn">Test</Badge>}
        </>
      }
      actions={<EndpointActions endpoint={endpoint} />}
    >
      <HealthNotice endpoint={endpoint} />
      <Section>
        <Facts>
          <Fact name="Endpoint">
            <Copyable value={endpoint.id} label="endpoint id" shown={shorten(endpoint.id, 10)} />
          </Fact>
          <Fact name="App">
            <AppName id={endpoint.app_id} />
          </Fact>
          <Fact name="Events">
            {endpoint.events.includes("*") ? "All" : endpoint.events.join(", ")}
          </Fact>
          <Fact name="Last success">
            <Time at={endpoint.health.last_success_at} />
          </Fact>
          <Fact name="Created">
            <Time at={endpoint.created_at} form="both" />
          </Fact>
        </Facts>
      </Section>
      <SecretSection endpoint={endpoint} />
      <Section
        title="Latest deliveries"
        flush
        actions={
          <ButtonLink
            size="sm"
            to="/webhook-logs"
            search={{ app: endpoint.app_id, endpoint: endpoint.id }}
          >
            All of them
          </ButtonLink>
        }
      >
        <DeliveryTable
          list={{ ...recent, hasNextPage: false }}
          empty={
            <p className="px-6 pb-6 text-soft">Nothing was sent yet. Send a test to try it.</p>
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
          <>
            {DISABLED_WORDS[disabled_reason ?? "by_owner"]} <Time at={disabled_at} />. Events are
            recorded as skipped: enable it, then recover what it missed.
          </>
        ) : (
          <>
            {health.failures_in_a_row} failures in a row
            {health.failing_since && (
              <>
                , the first <Time at={health.failing_since} />
              </>
            )}
            .{" "}
            {health.state === "slow" &&
              "It is served from a lane of its own until it succeeds again."}
          </>
        )}
      </Notice>
    </div>
  );
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
