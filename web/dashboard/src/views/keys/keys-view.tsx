import { keys } from "virtual:endpoints";
import { KeyRound } from "lucide-react";
import { useExport } from "../../data/export.ts";
import { t } from "../../texts/t.ts";
import { Page } from "../../ui/page.tsx";
import { KeysTable } from "./keys-table.tsx";
import { useNewKey } from "./use-new-key.tsx";

/** The keys of all apps, and those of the whole account. */
export function KeysView() {
  const { create, dialog } = useNewKey();
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
      {dialog}
    </Page>
  );
}
