import { Link } from "@tanstack/react-router";
import { Check, Minus, X } from "lucide-react";
import type { ReactNode } from "react";
import { providerName } from "../../data/apps.tsx";
import {
  type Attempt,
  type CheckoutHistory,
  OUTCOME_WORDS,
  WAITING_WORDS,
} from "../../data/checkouts.ts";
import { formatMoney, formatTime, humanize, shorten } from "../../format.ts";
import { useMay } from "../../may.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Copyable, CopyButton } from "../../ui/copy.tsx";
import { Time } from "../../ui/time.tsx";
import { DeliveryBadge } from "../logs/delivery-table.tsx";

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

/** The webhooks of one event, each with a link to its log for who may open it. */
function SentTo({
  checkout,
  eventId,
}: {
  readonly checkout: CheckoutHistory;
  readonly eventId: string;
}) {
  const mayOpen = useMay("developers");
  const sent = checkout.deliveries.filter((delivery) => delivery.event_id === eventId);
  if (sent.length === 0) return null;
  return (
    <ul className="mt-1 space-y-1">
      {sent.map((delivery) => (
        <li key={delivery.id} className="flex flex-wrap items-center gap-2 text-note">
          {mayOpen ? (
            <Link
              to="/webhook-logs/$endpointId/$deliveryId"
              params={{ endpointId: delivery.endpoint_id, deliveryId: delivery.id }}
              className="link"
            >
              {t("checkouts.webhook", { id: shorten(delivery.id) })}
            </Link>
          ) : (
            t("checkouts.webhook", { id: shorten(delivery.id) })
          )}
          <DeliveryBadge status={delivery.status} />
        </li>
      ))}
    </ul>
  );
}

const FIELDS = [
  ["status", t("checkouts.status")],
  ["receiver", t("checkouts.receiver")],
  ["currency", t("checkouts.currency")],
  ["used", t("evidence.usedBefore")],
  ["time", t("checkouts.time")],
  ["amount", t("checkouts.amount")],
] as const;

type Verdict = "fits" | "unsure" | "fails";
const ICONS = {
  fits: { Icon: Check, look: "text-good", said: t("checkouts.fits") },
  unsure: { Icon: Minus, look: "text-warn", said: t("checkouts.unconfirmed") },
  fails: { Icon: X, look: "text-bad", said: t("checkouts.doesntMatch") },
} as const;

type Field = Readonly<Record<string, unknown>>;

/** The result of the rules for each field of the receipt. Older attempts may have another shape. */
function Evidence({
  evidence,
  currency,
  open,
}: {
  readonly evidence: Attempt["evidence"];
  readonly currency: string;
  readonly open: boolean;
}) {
  const fields = recordOf(evidence?.fields);
  if (fields === null) return null;
  const rows = FIELDS.flatMap(([name, label]) => {
    const field = recordOf(fields[name]);
    return field ? [{ name, label, field }] : [];
  });
  return (
    <details open={open} className="mt-2 max-w-2xl rounded-lg border border-line">
      <summary className="px-3 py-2 pointer-coarse:py-3 text-note font-medium">
        {t("evidence.fieldByField")}
      </summary>
      <dl className="divide-y divide-line border-t border-line">
        {rows.map(({ name, label, field }) => {
          const { Icon, look, said } = ICONS[verdictOf(field)];
          return (
            <div
              key={name}
              className="flex gap-x-3 gap-y-1 px-[min(0.75rem,2.5vw)] py-2 text-note narrow:flex-col"
            >
              <dt className="flex w-28 shrink-0 items-start narrow:w-auto gap-2 font-medium">
                <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look}`} />
                {label}
              </dt>
              <dd className="min-w-0 flex-1">
                <span className="sr-only">{said}: </span>
                {wordsOf(field.reason)}
                <Values name={name} field={field} currency={currency} />
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}

function Values({
  name,
  field,
  currency,
}: {
  readonly name: string;
  readonly field: Field;
  readonly currency: string;
}) {
  const shown = (value: unknown) =>
    name === "amount" && typeof value === "number"
      ? formatMoney(value, currency)
      : typeof value !== "string"
        ? null
        : name === "status"
          ? evidenceWords(value)
          : value;
  if (name === "time" && typeof field.paidAt === "number") {
    return (
      <span className="block text-soft">
        {t("checkouts.paid2", {
          toISOString: formatTime(new Date(field.paidAt).toISOString()),
          true: field.dateOnly === true && t("evidence.dateOnly"),
        })}
      </span>
    );
  }
  if (name === "receiver") {
    const found = recordOf(field.found);
    const said = [found?.name, found?.account].filter((part) => typeof part === "string");
    return said.length > 0 ? (
      <span className="block break-words text-soft">
        {t("evidence.theReceiptShows", { join: said.join(", ") })}
      </span>
    ) : null;
  }
  const [expected, found] = [shown(field.expected), shown(field.found)];
  if (expected === null || found === null) return null;
  if (found === wordsOf(field.reason)) return null;
  return (
    <span className="block text-soft">
      {expected === found ? found : t("evidence.expectedFound2", { expected, found })}
    </span>
  );
}

function verdictOf(field: Field): Verdict {
  if (
    field.verdict === "unconfirmed" ||
    field.verdict === "uncertain" ||
    field.verdict === "late"
  ) {
    return "unsure";
  }
  return field.ok === true || field.verdict === "confirmed" ? "fits" : "fails";
}

function wordsOf(reason: unknown): string {
  return typeof reason === "string" ? evidenceWords(reason) : "";
}

function recordOf(value: unknown): Field | null {
  return typeof value === "object" && value !== null ? (value as Field) : null;
}

function toneOf(outcome: Attempt["outcome"]): Tone {
  if (outcome === "matched" || outcome === "counted") return "good";
  if (outcome === "pending") return "info";
  return outcome === "superseded" || outcome === "provider_unavailable" ? "plain" : "bad";
}

/** One attempt: its outcome and, field by field, the reason. */
function AttemptEntry({ attempt }: { readonly attempt: Attempt }) {
  return (
    <div className="narrow:[&>details]:-ml-4">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">
          {attempt.waiting_for === null
            ? OUTCOME_WORDS[attempt.outcome]
            : WAITING_WORDS[attempt.waiting_for]}
        </span>
        <Badge tone={toneOf(attempt.outcome)}>
          <code>{attempt.outcome}</code>
        </Badge>
      </p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-soft">
        {providerName(attempt.provider)}
        <Copyable value={attempt.reference} label={t("checkouts.reference")} />
      </p>
      <AttemptProof attempt={attempt} />
    </div>
  );
}

/** What the bank's receipt of an attempt says, `open` with each field of it. */
export function AttemptProof({
  attempt,
  open = false,
}: {
  readonly attempt: Attempt;
  readonly open?: boolean;
}) {
  const { expected, found } = attempt;
  return (
    <>
      {found && (
        <p className="text-soft">
          {t("evidence.expectedFound", {
            currency: formatMoney(expected.amount, expected.currency),
            currency2: formatMoney(found.amount, found.currency),
          })}
        </p>
      )}
      {attempt.next_at && (
        <p className="text-soft">
          <Text
            id="checkouts.triedTimesNext"
            values={{
              tries: attempt.tries,
              count: attempt.tries,
              time: <Time at={attempt.next_at} />,
            }}
          />
        </p>
      )}
      <ReceiptNote evidence={attempt.evidence} />
      <Evidence evidence={attempt.evidence} currency={expected.currency} open={open} />
    </>
  );
}

/** Why a receipt could not be read, and a link to it where the bank has one. */
function ReceiptNote({ evidence }: { readonly evidence: Attempt["evidence"] }) {
  const { unreadable, link } = evidence ?? {};
  const isLink = typeof link === "string" && link.startsWith("https://");
  return (
    <>
      {typeof unreadable === "string" && (
        <p className="text-soft">{t("evidence.unreadableBecause", { why: unreadable })}</p>
      )}
      {isLink && (
        <p>
          <a className="underline" href={link} target="_blank" rel="noreferrer noopener">
            {t("checkouts.openReceipt")}
          </a>
        </p>
      )}
    </>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  claimed_before: t("evidence.claimedBefore"),
  never_claimed: t("evidence.neverClaimed"),
  completed: t("evidence.completed"),
  pending: t("evidence.pending"),
  failed: t("evidence.failed"),
  reversed: t("evidence.reversed"),
  unknown: t("evidence.unknown"),
  equal: t("evidence.equal"),
  differs: t("evidence.differs"),
  more_than_asked: t("evidence.moreThanAsked"),
  less_than_asked: t("evidence.lessThanAsked"),
  full_number_equal: t("evidence.fullNumberEqual"),
  visible_digits_and_name_equal: t("evidence.visibleDigitsAndNameEqual"),
  name_differs: t("evidence.nameDiffers"),
  too_few_digits_visible: t("evidence.tooFewDigitsVisible"),
  number_missing_or_unclear: t("evidence.numberMissingOrUnclear"),
  institution_unknown: t("evidence.institutionUnknown"),
  no_account_to_compare: t("evidence.noAccountToCompare"),
  institution_differs: t("evidence.institutionDiffers"),
  number_differs: t("evidence.numberDiffers"),
  paid_while_open: t("evidence.paidWhileOpen"),
  paid_after_expiry: t("evidence.paidAfterExpiry"),
  only_the_day_of_creation_known: t("evidence.onlyTheDayOfCreationKnown"),
  only_the_day_of_expiry_known: t("evidence.onlyTheDayOfExpiryKnown"),
  paid_before_the_checkout: t("evidence.paidBeforeTheCheckout"),
  paid_in_the_future: t("evidence.paidInTheFuture"),
};

/** Why a field of a receipt fits or not, and a receipt's status; the code in words for an unknown one. */
function evidenceWords(code: string): string {
  return REASONS[code] ?? humanize(code);
}
