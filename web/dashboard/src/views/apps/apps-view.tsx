import { apps } from "virtual:endpoints";
import { Link, useNavigate } from "@tanstack/react-router";
import { Plus, Store } from "lucide-react";
import { useState } from "react";
import type { App } from "../../data/apps.tsx";
import { useExport } from "../../data/export.ts";
import { useMay } from "../../may.ts";
import { useAction, useApiList } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { fieldError, TextField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { Empty, ProblemNotice } from "../../ui/problem.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";

export function NewAppDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const navigate = useNavigate();
  const create = useAction(apps.createApp, (app, isShown) => {
    if (isShown) void navigate({ to: "/apps/$appId", params: { appId: String(app.app_id) } });
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
          error={fieldError(create.error, "name")}
        />
        <ProblemNotice error={create.error} shown={["name"]} />
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

const COLUMNS: readonly Column<App>[] = [
  {
    header: t("apps.app"),
    cell: (app) => (
      <Link
        to="/apps/$appId"
        params={{ appId: String(app.app_id) }}
        className="row-link font-medium wrap-anywhere"
      >
        {app.name}
      </Link>
    ),
  },
  {
    header: "app_id",
    cell: (app) => <Copyable value={String(app.app_id)} label="app_id" />,
  },
  {
    header: t("apps.created"),
    from: "sm",
    align: "right",
    cell: (app) => <Time at={app.created_at} />,
  },
];

export function AppsView() {
  const list = useApiList(apps.listApps, {});
  const [isCreating, setCreating] = useState(false);
  const create = useMay("settings") && (
    <Button
      look="primary"
      onClick={() => setCreating(true)}
      icon={<Plus aria-hidden className="size-4" />}
    >
      {t("apps.newApp")}
    </Button>
  );
  return (
    <Page
      title={t("layout.apps")}
      lead={t("apps.createOneAppFor")}
      actions={create}
      more={[useExport("apps", apps.listApps, {})]}
    >
      <div className="card overflow-hidden">
        <ListTable
          label={t("layout.apps")}
          list={list}
          columns={COLUMNS}
          keyOf={(app) => String(app.app_id)}
          empty={
            <Empty icon={Store} title={t("apps.createYourFirstApp")} action={create}>
              {t("apps.thenAddTheAccount")}
            </Empty>
          }
        />
      </div>
      {isCreating && <NewAppDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
