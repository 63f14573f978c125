import { useParams } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { t } from "../../texts/t.ts";
import { Section } from "../../ui/page.tsx";
import { KeysTable } from "./keys-table.tsx";
import { useNewKey } from "./use-new-key.tsx";

export function AppKeysTab() {
  const appId = Number(useParams({ from: "/inside/apps/$appId" }).appId);
  const { create, dialog } = useNewKey(appId);
  return (
    <>
      <Section title={t("keys.apiKeysOfThis")} lead={t("keys.aKeyOfOne")} actions={create} flush>
        <KeysTable icon={KeyRound} create={create} appId={appId} />
      </Section>
      {dialog}
    </>
  );
}
