import { apps } from "virtual:endpoints";
import { Link } from "@tanstack/react-router";
import { Plus, Store } from "lucide-react";
import { useState } from "react";
import type { App } from "../../data/apps.tsx";
import { useApiList } from "../../query.ts";
import { Button } from "../../ui/button.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Page } from "../../ui/page.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { NewAppDialog } from "./new-app-dialog.tsx";

const COLUMNS: readonly Column<App>[] = [
  {
    header: "App",
    cell: (app) => (
      <Link
        to="/apps/$appId"
        params={{ appId: String(app.app_id) }}
        className="row-link font-medium break-words"
      >
        {app.name}
      </Link>
    ),
  },
  {
    header: "app_id",
    cell: (app) => <Copyable value={String(app.app_id)} label="app_id" />,
  },
  { header: "Created", from: "sm", align: "right", cell: (app) => <Time at={app.created_at} /> },
];

export function AppsView() {
  const list = useApiList(apps.listApps, {});
  const [isCreating, setCreating] = useState(false);
  const create = (
    <Button
      look="primary"
      onClick={() => setCreating(true)}
      icon={<Plus aria-hidden className="size-4" />}
    >
      New app
    </Button>
  );
  return (
    <Page
      title="Apps"
      lead="Each shop or product that you sell through. Its name is what customers read on the pay page."
      actions={create}
    >
      <div className="card overflow-hidden">
        <ListTable
          label="Apps"
          list={list}
          columns={COLUMNS}
          keyOf={(app) => String(app.app_id)}
          empty={
            <Empty icon={Store} title="Create your first app" action={create}>
              Then add the account that customers pay into, and an API key for your server.
            </Empty>
          }
        />
      </div>
      {isCreating && <NewAppDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
