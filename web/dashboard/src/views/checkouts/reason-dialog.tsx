import { type ReactNode, useRef } from "react";
import type { CheckoutHistory } from "../../data/checkouts.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Dialog, ReasonForm, useOwnError } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/problem.tsx";

/**
 * Asks for the reason of a decision, which names the `sequence` of the checkout that the user has seen. A checkout that
 * has changed since is a conflict: the dialog says so, shows the new state, and the next try is about that one. If another
 * change leaves nothing to decide, the dialog says that.
 */
export function ReasonDialog({
  title,
  checkout,
  isPossible,
  action,
  look,
  busy,
  error: latest,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string;
  readonly checkout: CheckoutHistory;
  /** Whether the checkout still waits for this decision. */
  readonly isPossible: boolean;
  readonly action: string;
  readonly look: "primary" | "danger";
  readonly busy: boolean;
  readonly error: (Error & { readonly code: string }) | null;
  readonly onSubmit: (body: { readonly reason: string; readonly sequence: number }) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const error = useOwnError(latest);
  // Not what the page has read since, behind the dialog, unless a conflict has sent the user back to it.
  const seen = useRef(checkout.sequence);
  const submit = (reason: string) => {
    if (error?.code === "conflict") seen.current = checkout.sequence;
    onSubmit({ reason, sequence: seen.current });
  };
  if (!isPossible && !busy) {
    return (
      <Dialog title={title} onClose={onClose}>
        <div role="alert">
          <Notice kind="warn">{t("evidence.noLongerPossible")}</Notice>
        </div>
        <Actions>
          <Button look="primary" autoFocus onClick={onClose}>
            {t("ui.close")}
          </Button>
        </Actions>
      </Dialog>
    );
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <ReasonForm
        {...{ action, look, busy, error, onClose }}
        hint={t("evidence.weKeepItIn")}
        maxLength={500}
        autoFocus
        conflict={t("evidence.comparePaymentsFirst")}
        onSubmit={submit}
      >
        {children}
      </ReasonForm>
    </Dialog>
  );
}
