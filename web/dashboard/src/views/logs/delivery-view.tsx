import { webhooks } from "virtual:endpoints";
import { Link, useParams } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
import { type DeliveryDetail, ERROR_WORDS } from "../../data/webhooks.ts";
import { shorten } from "../../format.ts";
import { useAction, useApi } from "../../query.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { ProblemNotice, ProblemPanel } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { AttemptList } from "./attempt-list.tsx";
import { DeliveryBadge } from "./delivery-badge.tsx";
import { Payload } from "./payload.tsx";

const BACK = { to: "/webhook-logs", label: "Webhook logs" } as const;

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
    <Page title="Delivery" back={BACK}>
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
  const retry = useAction(webhooks.retryDelivery, () => toast("Sent once more"));
  return (
    <Page
      title={delivery.event_type}
      back={BACK}
      badge={
        <>
          <DeliveryBadge status={delivery.status} />
          {!delivery.livemode && <Badge tone="warn">Test</Badge>}
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
          Send again
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
          <Fact name="Delivery">
            <Copyable value={delivery.id} label="delivery id" shown={shorten(delivery.id, 10)} />
          </Fact>
          <Fact name="Event (webhook-id)">
            <Copyable
              value={delivery.event_id}
              label="event id"
              shown={shorten(delivery.event_id, 10)}
            />
          </Fact>
          <Fact name="Endpoint">
            <Link
              to="/webhooks/$endpointId"
              params={{ endpointId: delivery.endpoint_id }}
              className="link break-all"
            >
              {endpoint.data?.url ?? shorten(delivery.endpoint_id)}
            </Link>
          </Fact>
          <Fact name="Created">
            <Time at={delivery.created_at} form="both" />
          </Fact>
          {delivery.completed_at && (
            <Fact name="Ended">
              <Time at={delivery.completed_at} form="both" />
            </Fact>
          )}
          {delivery.next_attempt_at && (
            <Fact name="Next attempt">
              <Time at={delivery.next_attempt_at} form="both" />
            </Fact>
          )}
          {delivery.last_error_code && (
            <Fact name="Last trouble">{ERROR_WORDS[delivery.last_error_code]}</Fact>
          )}
        </Facts>
      </Section>
      <Section
        title="Attempts"
        lead="A failed delivery is tried 8 times more within about 6 hours, then given up."
      >
        <AttemptList delivery={delivery} />
      </Section>
      <Payload delivery={delivery} />
    </Page>
  );
}
