import { webhooks } from "virtual:endpoints";
import { useState } from "react";
import type { Endpoint } from "../../data/webhooks.ts";
import { formatCount } from "../../format.ts";
import { useAction, useApi } from "../../query.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";

const HOUR_MS = 3_600_000;
const SPANS = [
  { hours: 1, label: "the last hour" },
  { hours: 24, label: "the last day" },
  { hours: 72, label: "the last 3 days" },
  { hours: 168, label: "the last 7 days" },
  { hours: 335, label: "the last 14 days" },
] as const;

/** Sends again what failed or was skipped, and shows how far that is. */
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
    <Dialog title="Recover missed webhooks" onClose={onClose}>
      {now ? (
        <Notice kind={now.status === "completed" ? "good" : "info"}>
          {now.status === "running" && `${formatCount(now.recovered)} sent off so far …`}
          {now.status === "completed" && `Done: ${formatCount(now.recovered)} sent off again.`}
          {now.status === "stopped" && "Stopped: the endpoint was disabled on the way."}
        </Notice>
      ) : (
        <>
          <p className="mb-4 text-soft">
            Sends all that failed or was skipped once more, the same events with the same ids. Your
            server knows by the id what it has seen already.
          </p>
          <SelectField
            label="Events of"
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
        <Button onClick={onClose}>{now ? "Close" : "Cancel"}</Button>
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
            Send again
          </Button>
        )}
      </Actions>
    </Dialog>
  );
}
