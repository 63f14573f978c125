import { keys } from "virtual:endpoints";
import { type FormEvent, useState } from "react";
import { useApps } from "../../data/apps.tsx";
import { useLivemode } from "../../layout/mode.tsx";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { AppOptions } from "../../ui/app-options.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckBox, Choice } from "../../ui/choice.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { fieldError, SelectField, TextField } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { SCOPES, type Scope } from "../../values.ts";
import { SecretDialog } from "./secret-dialog.tsx";

const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  "checkouts:read": t("keys.readCheckouts"),
  "checkouts:write": t("keys.createCancelAndVerify"),
  "credits:read": t("keys.readTheCreditBalance"),
  "events:read": t("keys.readEvents"),
};

const ALL_APPS = "all";

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
  const { apps } = useApps();
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
      },
    });
  };
  return (
    <Dialog title={t("keys.newApiKey")} onClose={onClose} wide>
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
        <fieldset>
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
        <ProblemNotice error={create.error} shown={["name"]} />
        <Actions>
          <Button onClick={onClose}>{t("account.cancel")}</Button>
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
    </Dialog>
  );
}
