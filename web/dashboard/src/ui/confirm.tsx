import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Actions, Dialog } from "./dialog.tsx";
import { TextField } from "./field.tsx";
import { ProblemNotice } from "./problem.tsx";

/** Asks before something that cannot be taken back; `typed` must be written out where it is given. */
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
            label={`Type “${typed}” to go on`}
            value={text}
            onChange={(event) => setText(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <ProblemNotice error={error} />
        <Actions>
          <Button onClick={onClose}>Keep it</Button>
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
