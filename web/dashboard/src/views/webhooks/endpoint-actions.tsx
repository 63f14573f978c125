import { webhooks } from "virtual:endpoints";
import { useNavigate } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { useState } from "react";
import type { Endpoint } from "../../data/webhooks.ts";
import { useAction, useApi } from "../../query.ts";
import { formatCount, t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Actions, Confirm, Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Notice, ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";
import { EditEndpointDialog } from "./endpoint-dialogs.tsx";

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
  const test = useAction(webhooks.testWebhook, (delivery, isShown) => {
    toast(t("webhooks.testSent"));
    // A dialog may have been opened since.
    if (!isShown || open !== null) return;
    void navigate({
      to: "/webhook-logs/$endpointId/$deliveryId",
      params: { endpointId: endpoint.id, deliveryId: delivery.id },
    });
  });
  const update = useAction(webhooks.updateWebhook, ({ status }) => {
    toast(status === "enabled" ? t("webhooks.endpointEnabled") : t("webhooks.endpointDisabled"));
    setOpen((now) => (now === "disable" ? null : now));
  });
  const remove = useAction(webhooks.deleteWebhook, (_, isShown) => {
    toast(t("webhooks.endpointDeleted"));
    if (isShown) void navigate({ to: "/webhooks" });
  });
  const isEnabled = endpoint.status === "enabled";
  const whileEnabled = (opens: Open, label: string) =>
    isEnabled ? [{ label, onChoose: () => setOpen(opens) }] : [];
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
        items={[
          ...whileEnabled("recover", t("webhooks.recover")),
          { label: t("apps.edit"), onChoose: () => setOpen("edit") },
          ...whileEnabled("disable", t("webhooks.disable")),
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
