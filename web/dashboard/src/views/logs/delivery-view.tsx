import { webhooks } from "virtual:endpoints";
import { Link, useParams } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
import { type DeliveryDetail, ERROR_WORDS } from "../../data/webhooks.ts";
import { shorten } from "../../format.ts";
import { useAction, useApi } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { ProblemNotice, ProblemPanel } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { AttemptList } from "./attempt-list.tsx";
import { DeliveryBadge } from "./delivery-badge.tsx";
import { Payload } from "./payload.tsx";
import { subjectOf } from "./subject-of.ts";

const BACK = { to: "/webhook-logs", label: t("layout.webhookLogs") } as const;

export function DeliveryView() {
  const { endpointId, deliveryId } = useParams({
    from: "/inside/webhook-logs/$endpointId/$deliveryId",
  });
  const delivery = useApi(
    webhooks.readDelivery,
    { params: { id: endpointId, delivery_id: deliveryId } },
    { refetchEveryMs: 3_000 },
  );
  if (delivery.data) return <Loaded delivery={delivery.data} />;
  return (
    <Page title={t("logs.delivery")} back={BACK}>
      {delivery.error ? (
        <ProblemPanel
          what="delivery"
          error={delivery.error}
          retry={() => void delivery.refetch()}
        />
      ) : (
        <div className="card">
          <Skeleton lines={6} />
        </div>
      )}
    </Page>
  );
}

function Loaded({ delivery }: { readonly delivery: DeliveryDetail }) {
  const endpoint = useApi(webhooks.readWebhook, { params: { id: delivery.endpoint_id } });
  const subject = subjectOf(delivery.payload);
  const retry = useAction(webhooks.retryDelivery, () => toast(t("logs.resendQueued")));
  return (
    <Page
      title={delivery.event_type}
      back={BACK}
      badge={
        <>
          <DeliveryBadge status={delivery.status} />
          {!delivery.livemode && <Badge tone="warn">{t("layout.test")}</Badge>}
        </>
      }
      actions={
        <Button
          look="primary"
          busy={retry.isPending}
          disabled={delivery.status === "delivering"}
          icon={<RotateCw aria-hidden className="size-4" />}
          onClick={() =>
            retry.mutate({ params: { id: delivery.endpoint_id, delivery_id: delivery.id } })
          }
        >
          {t("login.resend")}
        </Button>
      }
    >
      {retry.error && (
        <div className="mb-6">
          <ProblemNotice error={retry.error} />
        </div>
      )}
      <Section>
        <Facts>
          <Fact name={t("logs.delivery")}>
            <Copyable
              value={delivery.id}
              label={t("logs.deliveryId")}
              shown={shorten(delivery.id, 10)}
            />
          </Fact>
          <Fact name={t("logs.eventWebhookId")}>
            <Copyable
              value={delivery.event_id}
              label={t("checkouts.eventId")}
              shown={shorten(delivery.event_id, 10)}
            />
          </Fact>
          {subject && (
            <Fact name={t("checkouts.checkout")}>
              <Link
                to="/checkouts/$checkoutId"
                params={{ checkoutId: subject.id }}
                className="link wrap-anywhere"
              >
                {subject.client_reference ?? shorten(subject.id, 10)}
              </Link>
            </Fact>
          )}
          <Fact name={t("logs.endpoint")}>
            <Link
              to="/webhooks/$endpointId"
              params={{ endpointId: delivery.endpoint_id }}
              className="link break-all"
            >
              {endpoint.data?.url ?? shorten(delivery.endpoint_id)}
            </Link>
          </Fact>
          <Fact name={t("apps.created")}>
            <Time at={delivery.created_at} form="both" />
          </Fact>
          {delivery.completed_at && (
            <Fact name={t("logs.completed")}>
              <Time at={delivery.completed_at} form="both" />
            </Fact>
          )}
          {delivery.next_attempt_at && (
            <Fact name={t("logs.nextAttempt2")}>
              <Countdown at={delivery.next_attempt_at} />
            </Fact>
          )}
          {delivery.last_error_code && (
            <Fact name={t("logs.lastError")}>{ERROR_WORDS[delivery.last_error_code]}</Fact>
          )}
        </Facts>
      </Section>
      <Section title={t("logs.attempts")} lead={t("logs.weRetryAFailed")}>
        <AttemptList delivery={delivery} />
      </Section>
      <Payload delivery={delivery} />
    </Page>
  );
}
