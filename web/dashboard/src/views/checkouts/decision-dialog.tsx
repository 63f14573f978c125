import { checkouts } from "virtual:endpoints";
import { type FormEvent, useRef, useState } from "react";
import { type CheckoutHistory, cameWords } from "../../data/checkouts.ts";
import { formatMoney } from "../../format.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { fieldError, TextArea } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";

export function DecisionDialog({
  checkout,
  decision,
  onClose,
}: {
  readonly checkout: CheckoutHistory;
  readonly decision: "approve" | "reject";
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState("");
  const isApproval = decision === "approve";
  const done = () => {
    toast(isApproval ? t("checkouts.approved") : t("checkouts.rejected"));
    onClose();
  };
  const approve = useAction(checkouts.approveCheckout, done, { refreshesFirst: true });
  const reject = useAction(checkouts.rejectCheckout, done, { refreshesFirst: true });
  const action = isApproval ? approve : reject;
  // Not what the page has read since, behind the dialog, unless a conflict has sent the user back to it.
  const seen = useRef(checkout.sequence);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (action.error?.code === "conflict") seen.current = checkout.sequence;
    const body = { reason: reason.trim(), sequence: seen.current };
    action.mutate({ params: { id: checkout.id }, body });
  };
  const amount = formatMoney(checkout.amount, checkout.currency);
  const came = cameWords(checkout);
  return (
    <Dialog
      title={isApproval ? t("checkouts.approveThisPayment") : t("checkouts.rejectThisPayment")}
      onClose={onClose}
    >
      <form onSubmit={submit}>
        {came && <p className="mb-2 font-medium">{came}</p>}
        <p className="mb-4 text-soft">
          {isApproval
            ? t(
                checkout.livemode
                  ? "checkouts.thisVerifiesTheCheckout"
                  : "checkouts.thisVerifiesTheTest",
                { amount },
              )
            : t("checkouts.thisRejectsTheCheckout", { amount })}
        </p>
        <TextArea
          label={t("checkouts.reason")}
          value={reason}
          maxLength={500}
          autoFocus
          onChange={(event) => setReason(event.target.value)}
          hint={t("checkouts.weKeepItIn")}
          error={fieldError(action.error, "reason")}
        />
        <ProblemNotice
          error={action.error}
          shown={["reason"]}
          {...(isApproval && { conflict: t("checkouts.comparePaymentsFirst") })}
        />
        <Actions>
          <Button onClick={onClose}>{t("checkouts.cancel")}</Button>
          <Button
            type="submit"
            look={isApproval ? "primary" : "danger"}
            busy={action.isPending}
            disabled={!reason.trim()}
          >
            {isApproval ? t("checkouts.approve") : t("checkouts.reject")}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
