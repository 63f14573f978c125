import { keys } from "virtual:endpoints";
import { type FormEvent, useState } from "react";
import { useApps } from "../../data/apps.tsx";
import { useLivemode } from "../../layout/mode.tsx";
import { useAction } from "../../query.ts";
import { Button } from "../../ui/button.tsx";
import { CheckBox, Choice } from "../../ui/choice.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { fieldError, SelectField, TextField } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { SCOPES, type Scope } from "../../values.ts";
import { SecretDialog } from "./secret-dialog.tsx";

const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  "checkouts:read": "Read checkouts",
  "checkouts:write": "Create, cancel and verify checkouts",
  "credits:read": "Read the balance of credits",
  "events:read": "Read events",
};

const ALL_APPS = "all";

export function NewKeyDialog({
  appId,
  onClose,
}: {
  readonly appId?: number;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState("");
  const [mode, setMode] = useState<"live" | "test">(useLivemode() ? "live" : "test");
  const [chosen, setChosen] = useState(appId === undefined ? undefined : String(appId));
  const [scopes, setScopes] = useState<readonly Scope[]>(SCOPES);
  const { apps } = useApps();
  // Which app a server belongs to only its owner knows; where there is one, there is nothing to ask.
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
    <Dialog title="New API key" onClose={onClose} wide>
      <form onSubmit={submit}>
        <TextField
          label="Name"
          value={name}
          maxLength={100}
          autoFocus
          onChange={(event) => setName(event.target.value)}
          hint="Where it will be used, e.g. Shop server."
          error={fieldError(create.error, "name")}
        />
        <Choice
          legend="Mode"
          value={mode}
          onChange={setMode}
          options={[
            { value: "live", label: "Live", hint: "Real payments. Spends credits." },
            { value: "test", label: "Test", hint: "The sandbox. Spends nothing." },
          ]}
        />
        {appId === undefined && (
          <SelectField
            label="Reaches"
            value={app}
            onChange={(event) => setChosen(event.target.value)}
            required
            hint={
              app === ALL_APPS
                ? "Such a key reaches every app: prefer one for each app."
                : undefined
            }
          >
            {app === "" && <option value="">Choose an app</option>}
            {apps.map(({ app_id, name }) => (
              <option key={app_id} value={app_id}>
                {name}
              </option>
            ))}
            <option value={ALL_APPS}>The whole account</option>
          </SelectField>
        )}
        <fieldset>
          <legend className="mb-1 font-medium">It may</legend>
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
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            busy={create.isPending}
            disabled={!name.trim() || app === "" || scopes.length === 0}
          >
            Create key
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
