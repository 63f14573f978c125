import { webhooks } from "virtual:endpoints";
import { type FormEvent, useState } from "react";
import { useApps } from "../../data/apps.tsx";
import type { Subscription } from "../../data/webhooks.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { AppOptions } from "../../ui/app-options.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { fieldError, SelectField, TextField } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { EventPicker } from "./event-picker.tsx";
import { SigningSecret } from "./signing-secret.tsx";

export function NewEndpointDialog({ onClose }: { readonly onClose: () => void }) {
  const { apps, usualAppId, hasNone } = useApps();
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
    </Dialog>
  );
}
