import { apps } from "virtual:endpoints";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";

export function NewAppDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const navigate = useNavigate();
  const create = useAction(apps.createApp, (app) => {
    void navigate({ to: "/apps/$appId", params: { appId: String(app.app_id) } });
  });
  return (
    <Dialog title={t("apps.newApp")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ body: { name: name.trim() } });
        }}
      >
        <TextField
          label={t("account.name")}
          value={name}
          maxLength={100}
          autoFocus
          onChange={(event) => setName(event.target.value)}
          hint={t("apps.customersSeeThisName")}
        />
        <ProblemNotice error={create.error} />
        <Actions>
          <Button onClick={onClose}>{t("account.cancel")}</Button>
          <Button type="submit" look="primary" busy={create.isPending} disabled={!name.trim()}>
            {t("apps.createApp")}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
