import { apps } from "virtual:endpoints";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAction } from "../../query.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";

export function NewAppDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const navigate = useNavigate();
  const create = useAction(apps.createApp, (app) =>
    navigate({ to: "/apps/$appId", params: { appId: String(app.app_id) } }),
  );
  return (
    <Dialog title="New app" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ body: { name: name.trim() } });
        }}
      >
        <TextField
          label="Name"
          value={name}
          maxLength={100}
          autoFocus
          onChange={(event) => setName(event.target.value)}
          hint="Customers read it on the pay page, so use the name that they know you by."
        />
        <ProblemNotice error={create.error} />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.isPending} disabled={!name.trim()}>
            Create app
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
