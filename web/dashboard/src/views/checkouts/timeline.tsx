import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { CheckoutHistory } from "../../data/checkouts.ts";
import { shorten } from "../../format.ts";
import { t } from "../../texts/t.ts";
import { CopyButton } from "../../ui/copy.tsx";
import { Time } from "../../ui/time.tsx";
import { DeliveryBadge } from "../logs/delivery-table.tsx";
import { AttemptEntry } from "./evidence.tsx";

interface Entry {
  readonly key: string;
  readonly at: string;
  readonly dot: string;
  readonly content: ReactNode;
}

/** The attempts, events and deliveries of a checkout, the newest first. */
export function Timeline({ checkout }: { readonly checkout: CheckoutHistory }) {
  const entries = entriesOf(checkout).toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <ol className="relative ml-1.5 space-y-6 border-l border-line pl-6">
      {entries.map(({ key, at, dot, content }) => (
        <li key={key} className="relative">
          <span
            aria-hidden
            className={`absolute top-1 -left-[1.875rem] size-[0.6875rem] rounded-full ring-4 ring-surface ${dot}`}
          />
          {content}
          <p className="mt-0.5 text-note text-soft">
            <Time at={at} form="both" />
          </p>
        </li>
      ))}
    </ol>
  );
}

function entriesOf(checkout: CheckoutHistory): Entry[] {
  const attempts = checkout.attempts.map((attempt) => ({
    key: attempt.id,
    at: attempt.created_at,
    dot:
      attempt.outcome === "matched" || attempt.outcome === "counted"
        ? "bg-good"
        : attempt.outcome === "pending"
          ? "bg-info"
          : "bg-bad",
    content: <AttemptEntry attempt={attempt} />,
  }));
  const events = checkout.events.map((event) => ({
    key: event.id,
    at: event.created_at,
    dot: event.type === "checkout.verified" ? "bg-good" : "bg-line-strong",
    content: (
      <>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{EVENT_WORDS[event.type] ?? event.type}</span>
          <span className="inline-flex items-center gap-1 text-note text-soft">
            <code className="font-mono">{shorten(event.id)}</code>
            <CopyButton value={event.id} label={t("checkouts.eventId")} />
          </span>
        </p>
        <SentTo checkout={checkout} eventId={event.id} />
      </>
    ),
  }));
  const hasCreated = checkout.events.some(({ type }) => type === "checkout.created");
  return [
    ...attempts,
    ...events,
    ...(hasCreated
      ? []
      : [
          {
            key: "created",
            at: checkout.created_at,
            dot: "bg-line-strong",
            content: <p className="font-medium">{t("apps.created")}</p>,
          },
        ]),
  ];
}

const EVENT_WORDS: Readonly<Record<string, string>> = {
  "checkout.created": t("apps.created"),
  "checkout.verified": t("checkouts.verified"),
  "checkout.review": t("checkouts.sentToReview"),
  "checkout.expired": t("checkouts.expired"),
  "checkout.canceled": t("checkouts.canceled"),
  "checkout.rejected": t("checkouts.rejected"),
  "checkout.partially_paid": t("checkouts.partiallyPaid"),
  "checkout.attempt_failed": t("checkouts.attemptFailed"),
  "checkout.payment_released": t("checkouts.released"),
};

/** The webhooks of one event, each with a link to its log. */
function SentTo({
  checkout,
  eventId,
}: {
  readonly checkout: CheckoutHistory;
  readonly eventId: string;
}) {
  const sent = checkout.deliveries.filter((delivery) => delivery.event_id === eventId);
  if (sent.length === 0) return null;
  return (
    <ul className="mt-1 space-y-1">
      {sent.map((delivery) => (
        <li key={delivery.id} className="flex flex-wrap items-center gap-2 text-note">
          <Link
            to="/webhook-logs/$endpointId/$deliveryId"
            params={{ endpointId: delivery.endpoint_id, deliveryId: delivery.id }}
            className="link"
          >
            {t("checkouts.webhook", { id: shorten(delivery.id) })}
          </Link>
          <DeliveryBadge status={delivery.status} />
        </li>
      ))}
    </ul>
  );
}
