import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
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
      New API key
    </Button>
  );
  return (
    <Page
      title="API keys"
      lead="How your servers prove who they are. Although they begin with pk_, they are secrets: never put one into an app or a web page."
      actions={create}
    >
      <div className="card overflow-hidden">
        <KeysTable icon={KeyRound} create={create} />
      </div>
      {isCreating && <NewKeyDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
