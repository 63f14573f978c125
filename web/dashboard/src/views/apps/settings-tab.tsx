import { apps } from "virtual:endpoints";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useAction, useApi } from "../../query.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { fieldError, TextField } from "../../ui/field.tsx";
import { Section } from "../../ui/page.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";

export function SettingsTab() {
  const { appId } = useParams({ from: "/inside/apps/$appId" });
  const params = { app_id: appId };
  const app = useApi(apps.readApp, { params });
  const stored = app.data?.name ?? "";
  const [name, setName] = useState(stored);
  useEffect(() => setName(stored), [stored]);
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const update = useAction(apps.updateApp, () => toast("Name changed"));
  const remove = useAction(apps.deleteApp, () => {
    toast("App deleted");
    void navigate({ to: "/apps" });
  });
  return (
    <>
      <Section title="Name" lead="Customers read it on the pay page and on their receipt.">
        <form
          className="max-w-md"
          onSubmit={(event) => {
            event.preventDefault();
            update.mutate({ params, body: { name: name.trim() } });
          }}
        >
          <TextField
            label="Name of the app"
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
            error={fieldError(update.error, "name")}
          />
          <ProblemNotice error={update.error} shown={["name"]} />
          <Button
            type="submit"
            look="primary"
            busy={update.isPending}
            disabled={!name.trim() || name.trim() === stored}
          >
            Save
          </Button>
        </form>
      </Section>
      <Section
        title="Delete this app"
        lead="Its API keys and webhook endpoints die at once. Not possible while a checkout is open or in review."
      >
        <Button look="danger" onClick={() => setDeleting(true)}>
          Delete app
        </Button>
      </Section>
      {isDeleting && (
        <Confirm
          title={`Delete ${stored}?`}
          action="Delete app"
          typed={stored}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ params })}
          onClose={() => setDeleting(false)}
        >
          <p>All its API keys are refused within 60 seconds, and no webhook is sent any more.</p>
        </Confirm>
      )}
    </>
  );
}
