import { webhooks } from "virtual:endpoints";
import { Link, useParams } from "@tanstack/react-router";
import { ChevronRight, RotateCw } from "lucide-react";
import { type DeliveryAttempt, type DeliveryDetail, ERROR_WORDS } from "../../data/webhooks.ts";
import { shorten } from "../../format.ts";
import { useAction, useApi } from "../../query.ts";
import { formatCount, t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock, Copyable } from "../../ui/copy.tsx";
import { Fact, Facts, Page, Section } from "../../ui/page.tsx";
import { ProblemNotice, ProblemPanel, Skeleton } from "../../ui/problem.tsx";
import { Countdown, Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { DeliveryBadge, subjectOf } from "./delivery-table.tsx";

/** The attempts of a delivery, the latest first. */
export function AttemptList({ delivery }: { readonly delivery: DeliveryDetail }) {
  const attempts = delivery.attempts.toSorted((a, b) => b.number - a.number);
  return (
    <ol className="divide-y divide-line">
      {attempts.length === 0 && <li className="text-soft">{t("logs.noAttemptsYetOr")}</li>}
      {attempts.map((attempt, place) => (
        <li key={attempt.number} className="py-4 first:pt-0 last:pb-0">
          <details open={place === 0} className="group">
            <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 [&::-webkit-details-marker]:hidden">
              <ChevronRight
                aria-hidden
                className="-mr-1 size-4 text-soft transition-transform group-open:rotate-90"
              />
              <span className="font-medium">{t("logs.attempt", { number: attempt.number })}</span>
              <Badge tone={attempt.status === "succeeded" ? "good" : "bad"}>
                {attempt.response_status ?? wordsOf(attempt)}
              </Badge>
              {attempt.trigger === "manual" && <Badge>{t("logs.manual")}</Badge>}
              <span className="text-note text-soft">
                <Text
                  id="logs.ms"
                  values={{
                    time: <Time at={attempt.started_at} form="both" />,
                    ms: formatCount(attempt.duration_ms),
                  }}
                />
              </span>
            </summary>
            <AttemptAnswer attempt={attempt} />
          </details>
        </li>
      ))}
    </ol>
  );
}

function AttemptAnswer({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const headers = Object.entries(attempt.response_headers);
  return (
    <div className="mt-3 space-y-3">
      {attempt.error_code && (
        <p className="text-bad">
          {wordsOf(attempt)}
          {attempt.remote_ip && ` (${attempt.remote_ip})`}.
        </p>
      )}
      {headers.length > 0 && (
        <CodeBlock label={t("logs.responseHeaders")}>
          {headers.map(([name, value]) => `${name}: ${value}`).join("\n")}
        </CodeBlock>
      )}
      {attempt.response_body && (
        <CodeBlock
          label={attempt.truncated ? t("logs.responseBodyTruncated") : t("logs.responseBody")}
        >
          {attempt.response_body}
        </CodeBlock>
      )}
      {!attempt.error_code && headers.length === 0 && !attempt.response_body && (
        <p className="text-soft">{t("logs.theResponseWasEmpty")}</p>
      )}
    </div>
  );
}

function wordsOf({ error_code, status }: DeliveryAttempt): string {
  return error_code ? ERROR_WORDS[error_code] : status;
}

/** The request: every attempt sends the same body with a new timestamp and signature. */
export function Payload({ delivery }: { readonly delivery: DeliveryDetail }) {
  return (
    <Section title={t("logs.request")}>
      <div className="space-y-3">
        <CodeBlock label={t("logs.headers")}>
          {[
            "content-type: application/json",
            `webhook-id: ${delivery.event_id}`,
            t("logs.webhookTimestampUnixSeconds"),
            t("logs.webhookSignatureVHmac"),
          ].join("\n")}
        </CodeBlock>
        {delivery.payload === null ? (
          <p className="text-soft">{t("logs.weNoLongerKeep")}</p>
        ) : (
          <CodeBlock label={t("logs.body")}>{laidOut(delivery.payload)}</CodeBlock>
        )}
      </div>
    </Section>
  );
}

/** Formats the body for reading. We send and sign it without line breaks. */
function laidOut(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

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
