import { webhooks } from "virtual:endpoints";
import { useState } from "react";
import type { Endpoint, Subscription } from "../../data/webhooks.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { fieldError, TextField } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";
import { EventPicker } from "./event-picker.tsx";

export function EditEndpointDialog({
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
          update.mutate({
            params: { id: endpoint.id },
            body: { url: url.trim(), events: [...events], description: description.trim() || null },
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
