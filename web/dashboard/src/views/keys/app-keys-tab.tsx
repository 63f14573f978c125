import { useParams } from "@tanstack/react-router";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/page.tsx";
import { KeysTable } from "./keys-table.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

export function AppKeysTab() {
  const appId = Number(useParams({ from: "/inside/apps/$appId" }).appId);
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
    <>
      <Section title={t("keys.apiKeysOfThis")} lead={t("keys.aKeyOfOne")} actions={create} flush>
        <KeysTable icon={KeyRound} create={create} appId={appId} />
      </Section>
      {isCreating && <NewKeyDialog appId={appId} onClose={() => setCreating(false)} />}
    </>
  );
}
