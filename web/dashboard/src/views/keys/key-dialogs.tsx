import { keys } from "virtual:endpoints";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { dayOf, startOfDay } from "../../../../../lib/contract/days.ts";
import { useApps } from "../../data/apps.tsx";
import { formatSpan, formatTime } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock, CopyButton } from "../../ui/copy.tsx";
import { Actions, Confirm, Dialog } from "../../ui/dialog.tsx";
import { CheckBox, Choice, fieldError, SelectField, TextField } from "../../ui/field.tsx";
import { Notice, ProblemNotice } from "../../ui/problem.tsx";
import { AppOptions } from "../../ui/search-field.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { type ApiKey, SCOPES, type Scope } from "../../values.ts";

/** How long the old secret keeps working after a rotation. */
const OVERLAPS = [
  { seconds: 0, label: t("keys.revokeAtOnceIt") },
  { seconds: 3600, label: formatSpan(3600) },
  { seconds: 86_400, label: formatSpan(86_400) },
  { seconds: 604_800, label: formatSpan(604_800) },
] as const;

/** Asks how long the old secret keeps working, in seconds. */
export function OverlapField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (seconds: number) => void;
}) {
  return (
    <SelectField
      label={label}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {OVERLAPS.map(({ seconds, label: text }) => (
        <option key={seconds} value={seconds}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

type NewKey = Answer<typeof keys.createApiKey>;

/** Shows a new key once, or says that it is too late for that. Only its button closes it. */
export function SecretDialog({
  apiKey,
  onClose,
}: {
  readonly apiKey: NewKey;
  readonly onClose: () => void;
}) {
  const { usualAppId } = useApps();
  const { secret, warning } = apiKey;
  return (
    <Dialog
      title={secret === null ? t("keys.apiKey") : t("keys.copyYourKeyNow")}
      onClose={onClose}
      closable={false}
      wide
    >
      {secret === null ? (
        <Notice kind="warn">{t("keys.weCreatedTheKey")}</Notice>
      ) : (
        <div className="space-y-4">
          <Notice kind="warn">{t("keys.weShowItOnly")}</Notice>
          <div className="flex items-center gap-2 rounded-lg border border-line bg-raised narrow:flex-col narrow:items-start py-2 pr-2 pl-3">
            <code className="min-w-0 flex-1 font-mono text-note break-all" data-testid="secret">
              {secret}
            </code>
            <CopyButton value={secret} label={t("keys.apiKey")} text={t("checkouts.copy")} />
          </div>
          {warning && <Notice>{warning}</Notice>}
          <CodeBlock label={t("keys.tryIt")}>{curlFor(apiKey, secret, usualAppId)}</CodeBlock>
        </div>
      )}
      <Actions>
        <Button look="primary" onClick={onClose}>
          {secret === null ? t("webhooks.done") : t("keys.iStoredIt")}
        </Button>
      </Actions>
    </Dialog>
  );
}

/** A curl command that the key has the scope for. */
function curlFor({ scopes, app_id }: NewKey, secret: string, usualAppId?: number): string {
  const head = `curl ${location.origin}/api/v1`;
  const key = `-H "Authorization: Bearer ${secret}"`;
  if (!scopes.includes("checkouts:write")) {
    const [first = "credits:read"] = scopes;
    return `${head}/${first.split(":")[0]}/ \\\n  ${key}`;
  }
  const body = JSON.stringify({
    amount: 150000,
    currency: "ETB",
    client_reference: "order-1042",
    // An account-wide key must name the app.
    ...(app_id === null && { app_id: usualAppId }),
  });
  return `${head}/checkouts/ \\\n  ${key} \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`;
}

const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  "checkouts:read": t("keys.readCheckouts"),
  "checkouts:write": t("keys.createCancelAndVerify"),
  "credits:read": t("keys.readTheCreditBalance"),
  "events:read": t("keys.readEvents"),
};

const ALL_APPS = "all";

/** The last second of a day. */
function endOf(day: string): string {
  return new Date(startOfDay(day) + 86_399_000).toISOString();
}

export function NewKeyDialog({
  appId,
  onClose,
}: {
  readonly appId?: number | undefined;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState("");
  const [mode, setMode] = useState<"live" | "test">(useLivemode() ? "live" : "test");
  const [chosen, setChosen] = useState(appId === undefined ? undefined : String(appId));
  const [scopes, setScopes] = useState<readonly Scope[]>(SCOPES);
  const [lastDay, setLastDay] = useState("");
  const { apps, problem } = useApps();
  // With one app there is nothing to choose.
  const app = chosen ?? (apps.length === 1 ? String(apps[0]?.app_id) : "");
  const create = useAction(keys.createApiKey);
  if (create.data) return <SecretDialog apiKey={create.data} onClose={onClose} />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({
      body: {
        name: name.trim(),
        mode,
        app_id: app === ALL_APPS ? null : Number(app),
        scopes: [...scopes],
        ...(lastDay && { expires_at: endOf(lastDay) }),
      },
    });
  };
  return (
    <Dialog title={t("keys.newApiKey")} onClose={onClose} closable={!create.isPending} wide>
      {(appId === undefined ? problem : null) ?? (
        <form onSubmit={submit}>
          <TextField
            label={t("account.name")}
            value={name}
            maxLength={100}
            autoFocus
            onChange={(event) => setName(event.target.value)}
            hint={t("keys.whereYouUseIt")}
            error={fieldError(create.error, "name")}
          />
          <Choice
            legend={t("layout.mode")}
            value={mode}
            onChange={setMode}
            options={[
              { value: "live", label: t("layout.live"), hint: t("keys.realPaymentsSpendsCredits") },
              { value: "test", label: t("layout.test"), hint: t("keys.sandboxPaymentsFree") },
            ]}
          />
          {appId === undefined && (
            <SelectField
              label={t("keys.access")}
              value={app}
              onChange={(event) => setChosen(event.target.value)}
              required
              hint={app === ALL_APPS ? t("keys.thisKeyReachesEvery") : undefined}
            >
              {app === "" && <option value="">{t("keys.chooseAnApp")}</option>}
              <AppOptions apps={apps} />
              <option value={ALL_APPS}>{t("keys.theWholeAccount")}</option>
            </SelectField>
          )}
          <fieldset className="mb-4">
            <legend className="mb-1 font-medium">{t("keys.permissions")}</legend>
            {SCOPES.map((scope) => (
              <CheckBox
                key={scope}
                label={SCOPE_WORDS[scope]}
                checked={scopes.includes(scope)}
                onChange={(on) =>
                  setScopes(SCOPES.filter((one) => (one === scope ? on : scopes.includes(one))))
                }
              />
            ))}
          </fieldset>
          <TextField
            type="date"
            label={t("keys.worksUntil")}
            value={lastDay}
            min={dayOf(Date.now())}
            max="9999-12-30"
            optional
            onChange={(event) => setLastDay(event.target.value)}
            hint={t("keys.worksUntilHint")}
            error={fieldError(create.error, "expires_at")}
          />
          <ProblemNotice
            error={create.error}
            shown={["name", "expires_at"]}
            conflict={t("keys.tooMany")}
          />
          <Actions>
            <Button onClick={onClose} disabled={create.isPending}>
              {t("account.cancel")}
            </Button>
            <Button
              type="submit"
              look="primary"
              busy={create.isPending}
              disabled={!name.trim() || app === "" || scopes.length === 0}
            >
              {t("keys.createKey")}
            </Button>
          </Actions>
        </form>
      )}
    </Dialog>
  );
}

export function RevokeDialog({
  apiKey,
  onClose,
}: {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}) {
  const revoke = useAction(keys.revokeApiKey, () => toast(t("keys.keyRevoked")), {
    closes: onClose,
  });
  return (
    <Confirm
      title={t("keys.revoke3", { name: apiKey.name })}
      action={t("keys.revokeKey")}
      typed={apiKey.last4}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ params: { id: apiKey.id } })}
      onClose={onClose}
    >
      <p>
        <Text id="keys.serversThatUseIt" values={{ time: <Time at={apiKey.last_used_at} /> }} />
      </p>
      <p>{t("keys.toReplaceItWithout")}</p>
    </Confirm>
  );
}

interface Rotation {
  readonly isPending: boolean;
  readonly error: Error | null;
  mutate(input: { params: { id: string }; body: { overlap_seconds: number } }): void;
}

/** Asks how long the old secret works, because a thief may know it, and rotates it. */
export function RotationDialog({
  title,
  lead,
  oldWorks,
  action,
  id,
  rotation,
  onClose,
}: {
  readonly title: string;
  readonly lead: string;
  readonly oldWorks: string;
  readonly action: string;
  readonly id: string;
  readonly rotation: Rotation;
  readonly onClose: () => void;
}) {
  const [overlap, setOverlap] = useState(86_400);
  return (
    <Dialog title={title} onClose={onClose} closable={!rotation.isPending}>
      <p className="mb-4 text-soft">{lead}</p>
      <OverlapField label={oldWorks} value={overlap} onChange={setOverlap} />
      <ProblemNotice error={rotation.error} />
      <Actions>
        <Button onClick={onClose} disabled={rotation.isPending}>
          {t("account.cancel")}
        </Button>
        <Button
          look="primary"
          busy={rotation.isPending}
          onClick={() => rotation.mutate({ params: { id }, body: { overlap_seconds: overlap } })}
        >
          {action}
        </Button>
      </Actions>
    </Dialog>
  );
}

export function RotateDialog({
  apiKey,
  onClose,
}: {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}) {
  const rotation = useAction(keys.rotateApiKey);
  if (rotation.data) return <SecretDialog apiKey={rotation.data} onClose={onClose} />;
  return (
    <RotationDialog
      title={t("keys.rotate2", { name: apiKey.name })}
      lead={[
        t("keys.createsANewKey", { prefix: apiKey.prefix, last: apiKey.last4 }),
        ...(apiKey.expires_at === null
          ? []
          : [t("keys.rotationKeepsEnd", { time: formatTime(apiKey.expires_at) })]),
      ].join(" ")}
      oldWorks={t("keys.theOldKeyWorks")}
      action={t("keys.rotateKey")}
      id={apiKey.id}
      rotation={rotation}
      onClose={onClose}
    />
  );
}

/** A button, and the dialog that it opens for a key of one app or of any. */
export function useNewKey(appId?: number) {
  const [isCreating, setCreating] = useState(false);
  const create = (
    <Button
      look="primary"
      onClick={() => setCreating(true)}
      icon={<Plus aria-hidden className="size-4" />}
    >
      {t("keys.newApiKey")}
    </Button>
  );
  return {
    create,
    dialog: isCreating && <NewKeyDialog appId={appId} onClose={() => setCreating(false)} />,
  };
}
