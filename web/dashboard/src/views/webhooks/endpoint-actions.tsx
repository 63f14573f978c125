import { webhooks } from "virtual:endpoints";
import { useNavigate } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useApps } from "../../data/apps.tsx";
import { type Endpoint, type Subscription, useEventTypes } from "../../data/webhooks.ts";
import { formatCount } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useAction, useApi } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Actions, Confirm, Dialog } from "../../ui/dialog.tsx";
import { CheckBox, Choice, fieldError, SelectField, TextField } from "../../ui/field.tsx";
import { Menu, moreActions } from "../../ui/menu.tsx";
import { Notice, ProblemNotice } from "../../ui/problem.tsx";
import { AppOptions } from "../../ui/search-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { SigningSecret } from "./secret-section.tsx";

const HOUR_MS = 3_600_000;
const SPANS = [
  { hours: 1, label: t("webhooks.theLastHour") },
  { hours: 24, label: t("webhooks.theLastHours") },
  { hours: 72, label: t("webhooks.theLastDays") },
  { hours: 168, label: t("webhooks.theLastDays2") },
  { hours: 335, label: t("webhooks.theLastDays3") },
] as const;

/** Resends failed and skipped deliveries, and shows the progress. */
function RecoverDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}) {
  const [hours, setHours] = useState(24);
  const start = useAction(webhooks.recoverWebhook);
  const started = start.data;
  const progress = useApi(
    webhooks.readRecovery,
    { params: { id: endpoint.id, recovery_id: started?.id ?? "" } },
    { enabled: started !== undefined, refetchEveryMs: 1_500 },
  );
  const now = progress.data ?? started;
  return (
    <Dialog title={t("webhooks.recoverMissedWebhooks")} onClose={onClose}>
      {now ? (
        <Notice kind={now.status === "completed" ? "good" : "info"}>
          {now.status === "running" &&
            t("webhooks.queuedSoFar", { recovered: formatCount(now.recovered) })}
          {now.status === "completed" &&
            t("webhooks.doneQueuedToResend", { recovered: formatCount(now.recovered) })}
          {now.status === "stopped" && t("webhooks.stoppedTheEndpointWas")}
        </Notice>
      ) : (
        <>
          <p className="mb-4 text-soft">{t("webhooks.resendsEveryFailedOr")}</p>
          <SelectField
            label={t("webhooks.eventsFrom")}
            value={hours}
            onChange={(event) => setHours(Number(event.target.value))}
          >
            {SPANS.map(({ hours: span, label }) => (
              <option key={span} value={span}>
                {label}
              </option>
            ))}
          </SelectField>
        </>
      )}
      <ProblemNotice error={start.error ?? progress.error} />
      <Actions>
        <Button onClick={onClose}>{now ? t("ui.close") : t("account.cancel")}</Button>
        {!now && (
          <Button
            look="primary"
            busy={start.isPending}
            onClick={() =>
              start.mutate({
                params: { id: endpoint.id },
                body: { since: new Date(Date.now() - hours * HOUR_MS).toISOString() },
              })
            }
          >
            {t("login.resend")}
          </Button>
        )}
      </Actions>
    </Dialog>
  );
}

type Open = "edit" | "recover" | "disable" | "delete" | null;

export function EndpointActions({ endpoint }: { readonly endpoint: Endpoint }) {
  const [open, setOpen] = useState<Open>(null);
  const navigate = useNavigate();
  const params = { id: endpoint.id };
  const close = () => setOpen(null);
  const test = useAction(webhooks.testWebhook, (delivery) => {
    toast(t("webhooks.testSent"));
    void navigate({
      to: "/webhook-logs/$endpointId/$deliveryId",
      params: { endpointId: endpoint.id, deliveryId: delivery.id },
    });
  });
  const update = useAction(webhooks.updateWebhook, ({ status }) => {
    toast(status === "enabled" ? t("webhooks.endpointEnabled") : t("webhooks.endpointDisabled"));
    close();
  });
  const remove = useAction(webhooks.deleteWebhook, () => {
    toast(t("webhooks.endpointDeleted"));
    void navigate({ to: "/webhooks" });
  });
  const isEnabled = endpoint.status === "enabled";
  return (
    <>
      {isEnabled ? (
        <Button
          look="primary"
          busy={test.isPending}
          icon={<Send aria-hidden className="size-4" />}
          onClick={() => test.mutate({ params })}
        >
          {t("webhooks.sendTest")}
        </Button>
      ) : (
        <Button
          look="primary"
          busy={update.isPending}
          onClick={() => update.mutate({ params, body: { status: "enabled" } })}
        >
          {t("webhooks.enable")}
        </Button>
      )}
      <Menu
        label={moreActions()}
        items={[
          ...(isEnabled
            ? [{ label: t("webhooks.recover"), onChoose: () => setOpen("recover") }]
            : []),
          { label: t("apps.edit"), onChoose: () => setOpen("edit") },
          ...(isEnabled
            ? [{ label: t("webhooks.disable"), onChoose: () => setOpen("disable") }]
            : []),
          {
            label: t("webhooks.delete"),
            tone: "danger" as const,
            onChoose: () => setOpen("delete"),
          },
        ]}
      />
      {open === null && (test.error || update.error) && (
        <div className="w-full">
          <ProblemNotice error={test.error ?? update.error} />
        </div>
      )}
      {open === "edit" && <EditEndpointDialog endpoint={endpoint} onClose={close} />}
      {open === "recover" && <RecoverDialog endpoint={endpoint} onClose={close} />}
      {open === "disable" && (
        <Confirm
          title={t("webhooks.disableThisEndpoint")}
          action={t("webhooks.disable")}
          busy={update.isPending}
          error={update.error}
          onConfirm={() => update.mutate({ params, body: { status: "disabled" } })}
          onClose={close}
        >
          <p>{t("webhooks.weStopSendingTo")}</p>
        </Confirm>
      )}
      {open === "delete" && (
        <Confirm
          title={t("webhooks.deleteThisEndpoint")}
          action={t("webhooks.delete")}
          typed="delete"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ params })}
          onClose={close}
        >
          <p>{t("webhooks.pendingDeliveriesToAre", { url: endpoint.url })}</p>
        </Confirm>
      )}
    </>
  );
}

export function HealthBadge({ endpoint }: { readonly endpoint: Endpoint }) {
  const { status, health } = endpoint;
  if (status === "disabled") return <Badge tone="bad">{t("webhooks.disabled")}</Badge>;
  if (health.state === "slow") return <Badge tone="warn">{t("webhooks.slow")}</Badge>;
  if (health.state === "failing") return <Badge tone="warn">{t("webhooks.failing")}</Badge>;
  return health.last_success_at ? (
    <Badge tone="good">{t("webhooks.healthy")}</Badge>
  ) : (
    <Badge>{t("webhooks.notUsedYet")}</Badge>
  );
}

/** Picks all events (`*`) or some of the catalog. */
function EventPicker({
  value,
  onChange,
}: {
  readonly value: readonly Subscription[];
  readonly onChange: (value: readonly Subscription[]) => void;
}) {
  const kinds = useEventTypes();
  const isAll = value.includes("*");
  return (
    <>
      <Choice
        legend={t("webhooks.events")}
        value={isAll ? "all" : "some"}
        onChange={(which) => onChange(which === "all" ? ["*"] : ["checkout.verified"])}
        options={[
          {
            value: "some",
            label: t("webhooks.selectedEvents"),
            hint: t("webhooks.mostServersNeedCheckout"),
          },
          { value: "all", label: t("checkouts.all"), hint: t("webhooks.includesTypesThatWe") },
        ]}
      />
      {!isAll && (
        <fieldset className="mb-4 max-h-64 overflow-y-auto rounded-lg border border-line px-3 py-2">
          <legend className="sr-only">{t("webhooks.eventTypes2")}</legend>
          {kinds.map(({ type, description }) => (
            <CheckBox
              key={type}
              label={<code className="font-mono text-note">{type}</code>}
              hint={description}
              checked={value.includes(type)}
              onChange={(on) =>
                onChange(on ? [...value, type] : value.filter((kind) => kind !== type))
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

export function NewEndpointDialog({ onClose }: { readonly onClose: () => void }) {
  const { apps, usualAppId, hasNone, problem } = useApps();
  const [app, setApp] = useState<number>();
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [mode, setMode] = useState<"live" | "test">(useLivemode() ? "live" : "test");
  const [events, setEvents] = useState<readonly Subscription[]>(["checkout.verified"]);
  const create = useAction(webhooks.createWebhook);
  const appId = app ?? usualAppId;

  if (create.data) {
    return (
      <Dialog title={t("webhooks.theEndpointIsReady")} onClose={onClose} wide>
        <SigningSecret secret={create.data.secret} />
        <Actions>
          <Button look="primary" onClick={onClose}>
            {t("webhooks.done")}
          </Button>
        </Actions>
      </Dialog>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (appId === undefined) return;
    create.mutate({
      body: {
        app_id: appId,
        url: url.trim(),
        events: [...events],
        livemode: mode === "live",
        ...(description.trim() && { description: description.trim() }),
      },
    });
  };
  return (
    <Dialog title={t("webhooks.newWebhookEndpoint")} onClose={onClose} wide>
      {problem ?? (
        <form onSubmit={submit}>
          <TextField
            label="URL"
            type="url"
            value={url}
            maxLength={2048}
            autoFocus
            placeholder="https://shop.example/webhooks"
            onChange={(event) => setUrl(event.target.value)}
            error={fieldError(create.error, "url")}
          />
          <SelectField
            label={t("apps.app")}
            value={appId ?? ""}
            onChange={(event) => setApp(Number(event.target.value))}
            error={hasNone ? t("checkouts.createAnAppFirst") : null}
          >
            <AppOptions apps={apps} />
          </SelectField>
          <Choice
            legend={t("webhooks.receives")}
            value={mode}
            onChange={setMode}
            options={[
              { value: "live", label: t("webhooks.liveEvents") },
              { value: "test", label: t("webhooks.testEvents") },
            ]}
          />
          <EventPicker value={events} onChange={setEvents} />
          <TextField
            label={t("webhooks.description")}
            optional
            value={description}
            maxLength={500}
            onChange={(event) => setDescription(event.target.value)}
          />
          <ProblemNotice error={create.error} shown={["url"]} />
          <Actions>
            <Button onClick={onClose}>{t("account.cancel")}</Button>
            <Button
              type="submit"
              look="primary"
              busy={create.isPending}
              disabled={events.length === 0 || appId === undefined}
            >
              {t("webhooks.createEndpoint")}
            </Button>
          </Actions>
        </form>
      )}
    </Dialog>
  );
}

function EditEndpointDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}) {
  const [url, setUrl] = useState(endpoint.url);
  const [description, setDescription] = useState(endpoint.description ?? "");
  const [events, setEvents] = useState(endpoint.events as readonly Subscription[]);
  const update = useAction(webhooks.updateWebhook, () => {
    toast(t("webhooks.endpointChanged"));
    onClose();
  });
  return (
    <Dialog title={t("webhooks.editEndpoint")} onClose={onClose} wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const to = url.trim();
          update.mutate({
            params: { id: endpoint.id },
            body: {
              // Only another URL needs a recent sign-in.
              ...(to !== endpoint.url && { url: to }),
              events: [...events],
              description: description.trim() || null,
            },
          });
        }}
      >
        <TextField
          label="URL"
          type="url"
          value={url}
          maxLength={2048}
          onChange={(event) => setUrl(event.target.value)}
          error={fieldError(update.error, "url")}
        />
        <EventPicker value={events} onChange={setEvents} />
        <TextField
          label={t("webhooks.description")}
          optional
          value={description}
          maxLength={500}
          onChange={(event) => setDescription(event.target.value)}
        />
        <ProblemNotice error={update.error} shown={["url"]} />
        <Actions>
          <Button onClick={onClose}>{t("account.cancel")}</Button>
          <Button
            type="submit"
            look="primary"
            busy={update.isPending}
            disabled={events.length === 0}
          >
            {t("account.save")}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
