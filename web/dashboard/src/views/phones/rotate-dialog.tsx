import { notices } from "virtual:endpoints";
import { useState } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { OverlapField } from "../keys/key-dialogs.tsx";

/** Asks how long the old secret of a phone works: a thief of the phone knows it. */
export function RotateDialog({
  source,
  onRotated,
  onClose,
}: {
  readonly source: { readonly id: string; readonly name: string };
  readonly onRotated: (source: Answer<typeof notices.rotateNoticeSource>) => void;
  readonly onClose: () => void;
}) {
  const [overlap, setOverlap] = useState(86_400);
  const rotate = useAction(notices.rotateNoticeSource, onRotated);
  return (
    <Dialog
      title={t("phones.rotateThis", { name: source.name })}
      onClose={onClose}
      closable={!rotate.isPending}
    >
      <p className="mb-4 text-soft">{t("phones.rotateHint")}</p>
      <OverlapField label={t("phones.oldSecretWorks")} value={overlap} onChange={setOverlap} />
      <ProblemNotice error={rotate.error} />
      <Actions>
        <Button onClick={onClose} disabled={rotate.isPending}>
          {t("account.cancel")}
        </Button>
        <Button
          look="primary"
          busy={rotate.isPending}
          onClick={() =>
            rotate.mutate({ params: { id: source.id }, body: { overlap_seconds: overlap } })
          }
        >
          {t("phones.rotate")}
        </Button>
      </Actions>
    </Dialog>
  );
}
