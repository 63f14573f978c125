import { Plus } from "lucide-react";
import { useState } from "react";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

/** A button, and the dialog that it opens for a key of one app or of any. */
export function useNewKey(appId?: number) {
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
  return {
    create,
    dialog: isCreating && <NewKeyDialog appId={appId} onClose={() => setCreating(false)} />,
  };
}
