import { webhooks } from "virtual:endpoints";
import { type FormEvent, useState } from "react";
import { useSave } from "../../changes.ts";
import { useApps } from "../../data/apps.tsx";
import { type Endpoint, type Subscription, useEventTypes } from "../../data/webhooks.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { CheckBox, Choice, fieldError, SelectField, TextField } from "../../ui/field.tsx";
import { Section } from "../../ui/page.tsx";
import { Notice, ProblemNotice } from "../../ui/problem.tsx";
import { AppOptions } from "../../ui/search-field.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { OverlapField } from "../keys/key-dialogs.tsx";

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

function DescriptionField({
  value,
  onChange,
  error,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: Error | null;
}) {
  return (
    <TextField
      label={t("webhooks.description")}
      optional
      value={value}
      maxLength={500}
      onChange={(event) => onChange(event.target.value)}
      error={fieldError(error, "description")}
    />
  );
}

export function NewEndpointDialog({ onClose }: { readonly onClose: () => void }) {
  const { apps, appOf, hasNone, problem } = useApps();
  const [app, setApp] = useState<number>();
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [mode, setMode] = useState<"live" | "test">(useLivemode() ? "live" : "test");
  const [events, setEvents] = useState<readonly Subscription[]>(["checkout.verified"]);
  const create = useAction(webhooks.createWebhook);
  const appId = appOf(app);

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
          <DescriptionField value={description} onChange={setDescription} error={create.error} />
          <ProblemNotice error={create.error} shown={["url", "description"]} />
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
  const update = useAction(webhooks.updateWebhook, () => toast(t("webhooks.endpointChanged")), {
    closes: onClose,
  });
  const save = useSave(
    { url: url.trim(), events: [...events], description: description.trim() || null },
    (body) => update.mutate({ params: { id: endpoint.id }, body }),
    onClose,
  );
  return (
    <Dialog title={t("webhooks.editEndpoint")} onClose={onClose} wide>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
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
        <DescriptionField value={description} onChange={setDescription} error={update.error} />
        <ProblemNotice error={update.error} shown={["url", "description"]} />
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

/** The signing secret of an endpoint, and how to use it. */
export function SigningSecret({ secret }: { readonly secret: string | null }) {
  if (secret === null) {
    return <Notice kind="warn">{t("webhooks.revealTheSecretTo")}</Notice>;
  }
  return (
    <div className="space-y-3">
      <p className="text-soft">{t("webhooks.yourServerVerifiesEvery")}</p>
      <div className="flex items-center gap-2 rounded-lg border border-line bg-raised narrow:flex-col narrow:items-start py-2 pr-2 pl-3">
        <code className="min-w-0 flex-1 font-mono text-note break-all" data-testid="secret">
          {secret}
        </code>
        <CopyButton
          value={secret}
          label={t("webhooks.signingSecret2")}
          text={t("checkouts.copy")}
        />
      </div>
    </div>
  );
}

export function SecretSection({ endpoint }: { readonly endpoint: Endpoint }) {
  const reveal = useAction(webhooks.revealWebhookSecret);
  const [isRotating, setRotating] = useState(false);
  const params = { id: endpoint.id };
  // Another member may have rotated the secret since.
  const isCurrent = reveal.data?.secret_rotated_at === endpoint.secret_rotated_at;
  const revealed = isCurrent ? reveal.data : undefined;
  return (
    <Section
      title={t("webhooks.signingSecret")}
      actions={
        <>
          {revealed ? (
            <Button size="sm" onClick={() => reveal.reset()}>
              {t("webhooks.hide")}
            </Button>
          ) : (
            <Button size="sm" busy={reveal.isPending} onClick={() => reveal.mutate({ params })}>
              {t("webhooks.reveal")}
            </Button>
          )}
          <Button size="sm" onClick={() => setRotating(true)}>
            {t("keys.rotate")}
          </Button>
        </>
      }
    >
      {revealed ? (
        <SigningSecret secret={revealed.secret} />
      ) : (
        <p className="font-mono text-soft">{t("webhooks.whsec")}</p>
      )}
      {endpoint.previous_secret_expires_at && (
        <p className="mt-3 text-soft">
          <Text
            id="webhooks.weAlsoSignWith"
            values={{ time: <Time at={endpoint.previous_secret_expires_at} /> }}
          />
        </p>
      )}
      <ProblemNotice error={reveal.error} />
      {isRotating && (
        <RotateSecretDialog
          endpoint={endpoint}
          onClose={() => {
            reveal.reset();
            setRotating(false);
          }}
        />
      )}
    </Section>
  );
}

function RotateSecretDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}) {
  const [overlap, setOverlap] = useState(86_400);
  const rotate = useAction(webhooks.rotateWebhookSecret);
  return (
    <Dialog title={t("webhooks.rotateSigningSecret")} onClose={onClose} wide>
      {rotate.data ? (
        <SigningSecret secret={rotate.data.secret} />
      ) : (
        <>
          <p className="mb-4 text-soft">{t("webhooks.weSignWithThe")}</p>
          <OverlapField
            label={t("webhooks.alsoSignWithThe")}
            value={overlap}
            onChange={setOverlap}
          />
        </>
      )}
      <ProblemNotice error={rotate.error} />
      <Actions>
        <Button onClick={onClose}>{rotate.data ? t("webhooks.done") : t("account.cancel")}</Button>
        {!rotate.data && (
          <Button
            look="primary"
            busy={rotate.isPending}
            onClick={() =>
              rotate.mutate({ params: { id: endpoint.id }, body: { overlap_seconds: overlap } })
            }
          >
            {t("webhooks.rotateSecret")}
          </Button>
        )}
      </Actions>
    </Dialog>
  );
}
