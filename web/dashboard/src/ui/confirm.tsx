import { type ReactNode, useState } from "react";
import { t } from "../texts/t.ts";
import { Button } from "./button.tsx";
import { Actions, Dialog } from "./dialog.tsx";
import { TextField } from "./field.tsx";
import { ProblemNotice } from "./problem.tsx";

/** Asks the user to confirm an action that they cannot undo. With `typed`, they must type that text. */
export function Confirm({
  title,
  children,
  action,
  typed,
  busy,
  error,
  onConfirm,
  onClose,
  look = "danger",
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  readonly typed?: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly look?: "danger" | "primary";
}) {
  const [text, setText] = useState("");
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <div className="mb-4 space-y-2 text-soft">{children}</div>
        {typed !== undefined && (
          <TextField
            label={t("ui.typeToContinue", { typed })}
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <ProblemNotice error={error} />
        <Actions>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button
            type="submit"
            look={look}
            busy={busy}
            disabled={typed !== undefined && text.trim() !== typed}
          >
            {action}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
