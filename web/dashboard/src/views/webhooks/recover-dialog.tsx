import { webhooks } from "virtual:endpoints";
import { useState } from "react";
import type { Endpoint } from "../../data/webhooks.ts";
import { formatCount } from "../../format.ts";
import { useAction, useApi } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";

const HOUR_MS = 3_600_000;
const SPANS = [
  { hours: 1, label: t("webhooks.theLastHour") },
  { hours: 24, label: t("webhooks.theLastHours") },
  { hours: 72, label: t("webhooks.theLastDays") },
  { hours: 168, label: t("webhooks.theLastDays2") },
  { hours: 335, label: t("webhooks.theLastDays3") },
] as const;

/** Resends failed and skipped deliveries, and shows the progress. */
export function RecoverDialog({
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
