import { keys } from "virtual:endpoints";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { useExport } from "../../data/export.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { KeysTable } from "./keys-table.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

/** The keys of all apps, and those of the whole account. */
export function KeysView() {
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
  return (
    <Page
      title={t("layout.apiKeys")}
      lead={t("keys.yourServersAuthenticateWith")}
      actions={create}
      more={[useExport("api-keys", keys.listApiKeys, {})]}
    >
      <div className="card overflow-hidden">
        <KeysTable icon={KeyRound} create={create} />
      </div>
      {isCreating && <NewKeyDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
