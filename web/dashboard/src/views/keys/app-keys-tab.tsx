import { useParams } from "@tanstack/react-router";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
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
      New API key
    </Button>
  );
  return (
    <>
      <Section
        title="API keys of this app"
        lead="A key of one app reaches nothing of the others: prefer it to one of the whole account."
        actions={create}
        flush
      >
        <KeysTable icon={KeyRound} create={create} appId={appId} />
      </Section>
      {isCreating && <NewKeyDialog appId={appId} onClose={() => setCreating(false)} />}
    </>
  );
}
