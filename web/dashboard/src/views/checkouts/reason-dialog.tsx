import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { CheckoutHistory } from "../../data/checkouts.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { fieldError, TextArea } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";

/**
 * Asks for the reason of a decision, which names the `sequence` of the checkout that the user has seen. A checkout that
 * has changed since is a conflict: the dialog says so, shows the new state, and the next try is about that one.
 */
export function ReasonDialog({
  title,
  checkout,
  action,
  look,
  busy,
  error,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string;
  readonly checkout: CheckoutHistory;
  readonly action: string;
  readonly look: "primary" | "danger";
  readonly busy: boolean;
  readonly error: (Error & { readonly code: string }) | null;
  readonly onSubmit: (body: { readonly reason: string; readonly sequence: number }) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const [reason, setReason] = useState("");
  // Not what the page has read since, behind the dialog, unless a conflict has sent the user back to it.
  const seen = useRef(checkout.sequence);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (error?.code === "conflict") seen.current = checkout.sequence;
    onSubmit({ reason: reason.trim(), sequence: seen.current });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {children}
        <TextArea
          label={t("checkouts.reason")}
          value={reason}
          maxLength={500}
          autoFocus
          onChange={(event) => setReason(event.target.value)}
          hint={t("checkouts.weKeepItIn")}
          error={fieldError(error, "reason")}
        />
        <ProblemNotice
          error={error}
          shown={["reason"]}
          conflict={t("checkouts.comparePaymentsFirst")}
        />
        <Actions>
          <Button onClick={onClose}>{t("checkouts.cancel")}</Button>
          <Button type="submit" look={look} busy={busy} disabled={!reason.trim()}>
            {action}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
