import { books } from "virtual:endpoints";
import { useState } from "react";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { TextArea } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import type { Point } from "./statement.ts";

/** Settles a point with a note. */
export function SettleDialog({
  statementId,
  point,
  onClose,
}: {
  readonly statementId: string;
  readonly point: Point;
  readonly onClose: () => void;
}) {
  const [note, setNote] = useState("");
  const action = useAction(books.settlePoint, onClose);
  return (
    <Dialog title={t("books.settlePoint")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          action.mutate({ params: { id: statementId }, body: { point: point.id, note } });
        }}
      >
        <TextArea
          label={t("books.note")}
          hint={t("books.noteHint")}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.target.value)}
        />
        <ProblemNotice error={action.error} />
        <Actions>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" look="primary" busy={action.isPending}>
            {t("books.settle")}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
