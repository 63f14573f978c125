import { type ReactNode, useState } from "react";
import { t } from "../../texts/t.ts";
import { Confirm, Dialog, ReasonForm } from "../../ui/dialog.tsx";

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
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Dialog title={title} onClose={onClose}>
      <ReasonForm
        {...{ action, isReady, conflict, shown, busy, error, onClose }}
        look={again ? "danger" : "primary"}
        hint={t("console.reasonHint")}
        maxLength={300}
        minLength={MIN_REASON}
        isAsking={asked !== null}
        onSubmit={again ? setAsked : onSubmit}
      >
        {children}
      </ReasonForm>
      {again && asked !== null && (
        <Confirm
          title={again.title}
          action={again.action}
          {...(again.typed !== undefined && { typed: again.typed })}
          {...{ busy, error, conflict }}
          onConfirm={() => onSubmit(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{again.hint}</p>
        </Confirm>
      )}
    </Dialog>
  );
}
