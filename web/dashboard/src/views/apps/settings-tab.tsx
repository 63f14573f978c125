import { apps } from "virtual:endpoints";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useAction, useApi } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { fieldError, TextField } from "../../ui/field.tsx";
import { Section } from "../../ui/page.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";
import { BrandingSection } from "./branding-section.tsx";

export function SettingsTab() {
  const { appId } = useParams({ from: "/inside/apps/$appId" });
  const params = { app_id: appId };
  const app = useApi(apps.readApp, { params });
  const stored = app.data?.name ?? "";
  const [name, setName] = useState(stored);
  useEffect(() => setName(stored), [stored]);
  const [isDeleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const update = useAction(apps.updateApp, () => toast(t("apps.nameChanged")));
  const remove = useAction(apps.deleteApp, () => {
    toast(t("apps.appDeleted"));
    void navigate({ to: "/apps" });
  });
  return (
    <>
      <Section title={t("account.name")} lead={t("apps.customersSeeThisName2")}>
        <form
          className="max-w-md"
          onSubmit={(event) => {
            event.preventDefault();
            update.mutate({ params, body: { name: name.trim() } });
          }}
        >
          <TextField
            label={t("apps.appName")}
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
            {t("account.save")}
          </Button>
        </form>
      </Section>
      {app.data && <BrandingSection app={app.data} />}
      <Section title={t("apps.deleteThisApp")} lead={t("apps.itsApiKeysAnd")}>
        <Button look="danger" onClick={() => setDeleting(true)}>
          {t("apps.deleteApp")}
        </Button>
      </Section>
      {isDeleting && (
        <Confirm
          title={t("apps.delete", { stored })}
          action={t("apps.deleteApp")}
          typed={stored}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ params })}
          onClose={() => setDeleting(false)}
        >
          <p>{t("apps.itsApiKeysStop")}</p>
        </Confirm>
      )}
    </>
  );
}
