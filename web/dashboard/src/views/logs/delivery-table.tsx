import { Link } from "@tanstack/react-router";
import { type ReactNode, type Ref, useRef, useState } from "react";
import { type Delivery, ERROR_WORDS } from "../../data/webhooks.ts";
import { shorten } from "../../format.ts";
import type { ApiList } from "../../query.ts";
import { formatCount, t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Breakable, Money } from "../../ui/cell-text.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import type { DeliveryStatus } from "../../values.ts";
import { ResendBar } from "./resend-bar.tsx";

const LOOKS: Readonly<Record<DeliveryStatus, { tone: Tone; words: string }>> = {
  pending: { tone: "info", words: t("logs.pending") },
  delivering: { tone: "info", words: t("logs.sending") },
  retrying: { tone: "warn", words: t("logs.retrying") },
  succeeded: { tone: "good", words: t("logs.delivered") },
  failed: { tone: "bad", words: t("logs.failed") },
  canceled: { tone: "plain", words: t("logs.canceled") },
  skipped: { tone: "plain", words: t("logs.skipped") },
};

/** Takes any text, because the history of a checkout does not type the status. */
export function DeliveryBadge({ status }: { readonly status: string }) {
  const look = (LOOKS as Readonly<Record<string, (typeof LOOKS)["pending"]>>)[status];
  return <Badge tone={look?.tone ?? "plain"}>{look?.words ?? status}</Badge>;
}

export function deliveryWords(status: DeliveryStatus): string {
  return LOOKS[status].words;
}

/** Characters of a path that fit its column. */
const LONGEST_PATH = 20;

/** Host and the end of the path, which tell two endpoints of one server apart. */
export function EndpointCell({ url }: { readonly url: string | null }) {
  const parts = url === null ? null : URL.parse(url);
  if (parts === null) return null;
  const path = parts.pathname + parts.search;
  return (
    <span className="block max-w-36 text-soft narrow:max-w-full" title={parts.href}>
      <code className="block truncate font-sans">{parts.host}</code>
      {path !== "/" && (
        <code className="block truncate font-sans text-note">
          {path.length > LONGEST_PATH ? `…${path.slice(1 - LONGEST_PATH)}` : path}
        </code>
      )}
    </span>
  );
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    header: t("logs.event"),
    cell: (delivery) => (
      <span className="block min-w-0">
        <Link
          to="/webhook-logs/$endpointId/$deliveryId"
          params={{ endpointId: delivery.endpoint_id, deliveryId: delivery.id }}
          className="row-link font-medium"
        >
          <code className="font-sans">
            <Breakable name={delivery.event_type} />
          </code>
        </Link>
        {!delivery.livemode && (
          <span className="ml-2 inline-block">
            <Badge tone="warn">{t("layout.test")}</Badge>
          </span>
        )}
        <Subject checkout={delivery.checkout} />
        <span className="block text-note text-soft md:hidden narrow:hidden">
          <Amount checkout={delivery.checkout} />
          {delivery.checkout?.currency && " · "}
          <Answer delivery={delivery} />
        </span>
        <span className="block text-note text-soft sm:hidden narrow:hidden [&_time]:whitespace-normal">
          <Time at={delivery.created_at} />
        </span>
      </span>
    ),
  },
  {
    header: t("checkouts.status"),
    cell: (delivery) => (
      <>
        <DeliveryBadge status={delivery.status} />
        {delivery.next_attempt_at && delivery.status === "retrying" && (
          <span className="mt-0.5 block text-xs text-soft [&_time]:whitespace-normal">
            <Text id="logs.next" values={{ time: <Time at={delivery.next_attempt_at} /> }} />
          </span>
        )}
      </>
    ),
  },
  {
    header: t("checkouts.amount"),
    from: "md",
    align: "right",
    cell: ({ checkout }) => <Amount checkout={checkout} />,
  },
  {
    header: t("logs.response"),
    from: "md",
    cell: (delivery) => (
      <span className="text-soft">
        <Answer delivery={delivery} />
        {delivery.attempts_count > 1 && (
          <span className="block text-note">
            {t("logs.attemptsMade", { count: delivery.attempts_count })}
          </span>
        )}
      </span>
    ),
  },
  {
    header: t("apps.created"),
    from: "sm",
    align: "right",
    cell: ({ created_at }) => (
      <span className="text-soft">
        <Time at={created_at} />
      </span>
    ),
  },
];

function Amount({ checkout }: Pick<Delivery, "checkout">) {
  if (!checkout?.currency || checkout.amount === null) return null;
  return (
    <span className="tabular-nums">
      <Money amount={checkout.amount} currency={checkout.currency} />
    </span>
  );
}

/** Status code or error of the last attempt, and how long it took. */
function Answer({
  delivery: { last_status_code, last_error_code, last_duration_ms },
}: {
  readonly delivery: Delivery;
}) {
  return (
    <>
      {last_status_code ?? (last_error_code ? ERROR_WORDS[last_error_code] : t("logs.noneYet"))}
      {last_duration_ms !== null && (
        <span className="tabular-nums">
          {" · "}
          {t("logs.milliseconds", { ms: formatCount(last_duration_ms) })}
        </span>
      )}
    </>
  );
}

function Subject({ checkout }: Pick<Delivery, "checkout">) {
  if (checkout === null) return null;
  return (
    <span className="line-clamp-1 max-w-44 text-soft wrap-anywhere">
      {checkout.client_reference ?? <code className="font-mono">{shorten(checkout.id)}</code>}
    </span>
  );
}

/** Deliveries, failures tinted. Rows can be selected and resent together. */
export function DeliveryTable({
  list,
  empty,
  endpointUrl,
}: {
  readonly list: ApiList<Delivery>;
  readonly empty: ReactNode;
  /** Shown where deliveries go to several endpoints. */
  readonly endpointUrl?: ((endpointId: string) => string | null) | undefined;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const all = useRef<HTMLInputElement>(null);
  const clear = () => {
    setChosen(new Set());
    // The bar goes away with its buttons, so the focus goes to where the selection began.
    all.current?.focus();
  };
  const selectable = list.items.filter(({ status }) => status !== "delivering");
  const isAll = selectable.length > 0 && selectable.every(({ id }) => chosen.has(id));
  const select: Column<Delivery> = {
    header: t("logs.select"),
    isNarrow: true,
    heading: (
      <Tick
        label={t("logs.selectAll")}
        isHeading
        input={all}
        checked={isAll}
        onChange={() => setChosen(new Set(isAll ? [] : selectable.map(({ id }) => id)))}
      />
    ),
    cell: ({ id, event_type, checkout }) => (
      <Tick
        label={t("logs.selectOne", { event: event_type, order: checkout?.client_reference ?? id })}
        checked={chosen.has(id)}
        onChange={() => toggle(id)}
      />
    ),
  };
  const endpoint: Column<Delivery> = {
    header: t("logs.endpoint"),
    from: "xl",
    cell: ({ endpoint_id }) => <EndpointCell url={endpointUrl?.(endpoint_id) ?? null} />,
  };
  const [event, ...others] = COLUMNS;
  const columns = [select, event, ...(endpointUrl ? [endpoint] : []), ...others];
  return (
    <>
      <ResendBar
        selected={list.items.filter(({ id }) => chosen.has(id))}
        onResent={() => setChosen(new Set())}
        onClear={clear}
      />
      <ListTable
        label={t("logs.deliveries")}
        list={list}
        columns={columns.filter((column) => column !== undefined)}
        keyOf={({ id }) => id}
        isBad={({ status }) => status === "failed" || status === "retrying"}
        empty={empty}
      />
    </>
  );
}

function Tick({
  label,
  isHeading = false,
  input,
  checked,
  onChange,
}: {
  readonly label: string;
  /** Shows the label where the table is stacked. */
  readonly isHeading?: boolean;
  readonly input?: Ref<HTMLInputElement>;
  readonly checked: boolean;
  readonly onChange: () => void;
}) {
  return (
    <label
      className={`relative z-10 -m-2 size-9 pointer-coarse:-m-3 pointer-coarse:size-11 items-center justify-center gap-2 ${isHeading ? "inline-flex narrow:w-auto narrow:px-2" : "flex"}`}
    >
      <input ref={input} type="checkbox" checked={checked} onChange={onChange} className="size-4" />
      <span className={`sr-only ${isHeading ? "narrow:not-sr-only" : ""}`}>{label}</span>
    </label>
  );
}

interface DeliverySubject {
  readonly id: string;
  readonly client_reference: string | null;
}

/** The checkout that the body of a delivery is about; null for other events, and where no body is kept. */
export function subjectOf(payload: string | null): DeliverySubject | null {
  if (payload === null) return null;
  const { object } = (
    JSON.parse(payload) as { data: { object: DeliverySubject & { checkout?: DeliverySubject } } }
  ).data;
  const subject = object.checkout ?? object;
  return subject.id?.startsWith("co_") ? subject : null;
}
