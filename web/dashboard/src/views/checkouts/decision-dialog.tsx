import { checkouts } from "virtual:endpoints";
import { type CheckoutHistory, cameWords, isPartlyPaid } from "../../data/checkouts.ts";
import { formatMoney } from "../../format.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { toast } from "../../ui/toast.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";

/** Approves or rejects a checkout with all its payments. */
export function DecisionDialog({
  checkout,
  decision,
  onClose,
}: {
  readonly checkout: CheckoutHistory;
  readonly decision: "approve" | "reject";
  readonly onClose: () => void;
}) {
  const isApproval = decision === "approve";
  const done = () => {
    toast(isApproval ? t("checkouts.approved") : t("checkouts.rejected"));
    onClose();
  };
  const approve = useAction(checkouts.approveCheckout, done, { refreshesFirst: true });
  const reject = useAction(checkouts.rejectCheckout, done, { refreshesFirst: true });
  const { mutate, isPending, error } = isApproval ? approve : reject;
  const amount = formatMoney(checkout.amount, checkout.currency);
  const came = cameWords(checkout);
  const missing = isPartlyPaid(checkout)
    ? t("checkouts.stillMissing", { amount: formatMoney(checkout.amount_due, checkout.currency) })
    : "";
  const approval = checkout.livemode
    ? "checkouts.thisVerifiesTheCheckout"
    : "checkouts.thisVerifiesTheTest";
  return (
    <ReasonDialog
      title={isApproval ? t("checkouts.approveThisPayment") : t("checkouts.rejectThisPayment")}
      checkout={checkout}
      action={isApproval ? t("checkouts.approve") : t("checkouts.reject")}
      look={isApproval ? "primary" : "danger"}
      busy={isPending}
      error={error}
      onSubmit={(body) => mutate({ params: { id: checkout.id }, body })}
      onClose={onClose}
    >
      {came && (
        <p className="mb-2 font-medium">
          {came} {missing}
        </p>
      )}
      <p className="mb-4 text-soft">
        {t(isApproval ? approval : "checkouts.thisRejectsTheCheckout", { amount })}
      </p>
    </ReasonDialog>
  );
}
