import { type FormEvent, type ReactNode, useState } from "react";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Confirm, Dialog } from "../../ui/dialog.tsx";
import { fieldError, TextArea } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";

/** Fewer characters say nothing. */
const MIN_REASON = 3;

/** Asks for the reason of a change; for one that harms, asks once more and names what it is about. */
export function ChangeDialog({
  title,
  action,
  isReady = true,
  again,
  conflict,
  shown = [],
  busy,
  error,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string;
  readonly action: string;
  /** Whether the other fields are filled in. */
  readonly isReady?: boolean;
  /** The second question. With `typed`, the user must type that text. */
  readonly again?: {
    readonly title: string;
    readonly hint: string;
    readonly action: string;
    readonly typed?: string;
  };
  /** What the error `conflict` means here. */
  readonly conflict?: string;
  /** Other fields that show their own errors. */
  readonly shown?: readonly string[];
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSubmit: (reason: string) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const [reason, setReason] = useState("");
  const [isAsking, setAsking] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (again) setAsking(true);
    else onSubmit(reason.trim());
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {children}
        <TextArea
          label={t("checkouts.reason")}
          value={reason}
          maxLength={300}
          onChange={(event) => setReason(event.target.value)}
          hint={t("console.reasonHint")}
          error={fieldError(error, "reason")}
        />
        {!isAsking && (
          <ProblemNotice
            error={error}
            shown={["reason", ...shown]}
            {...(conflict !== undefined && { conflict })}
          />
        )}
        <Actions>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button
            type="submit"
            look={again ? "danger" : "primary"}
            busy={busy}
            disabled={!isReady || reason.trim().length < MIN_REASON}
          >
            {action}
          </Button>
        </Actions>
      </form>
      {again && isAsking && (
        <Confirm
          title={again.title}
          action={again.action}
          {...(again.typed !== undefined && { typed: again.typed })}
          busy={busy}
          error={error}
          onConfirm={() => onSubmit(reason.trim())}
          onClose={() => setAsking(false)}
        >
          <p>{again.hint}</p>
        </Confirm>
      )}
    </Dialog>
  );
}
