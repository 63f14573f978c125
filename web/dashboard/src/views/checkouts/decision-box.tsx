import { useEffect, useRef, useState } from "react";
import { type CheckoutHistory, cameWords, isDecidable, reviewWords } from "../../data/checkouts.ts";
import { providerName } from "../../data/providers.ts";
import { formatMoney } from "../../format.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";
import { DecisionDialog } from "./decision-dialog.tsx";

/** Lets the user decide about a checkout in review or a partly paid one. */
export function DecisionBox({ checkout }: { readonly checkout: CheckoutHistory }) {
  const [deciding, setDeciding] = useState<"approve" | "reject" | null>(null);
  const { status, review } = checkout;
  const decidedAt = review?.decided_at ?? null;
  const decided = useRef<HTMLDivElement>(null);
  const wasDecided = useRef(decidedAt !== null);
  useEffect(() => {
    // The buttons that decided it are gone, and with them the focus.
    const isNew = decidedAt !== null && !wasDecided.current;
    if (isNew && document.activeElement === document.body) decided.current?.focus();
    wasDecided.current = decidedAt !== null;
  }, [decidedAt]);
  if (decidedAt !== null) {
    return (
      <div ref={decided} tabIndex={-1} className="mb-6">
        <Notice kind={status === "rejected" ? "bad" : "good"}>
          <Text
            id="checkouts.manually"
            values={{
              status: status === "rejected" ? t("checkouts.rejected") : t("checkouts.approved"),
              time: <Time at={decidedAt} />,
              note: review?.note && `: ${review.note}`,
            }}
          />
        </Notice>
      </div>
    );
  }
  if (!isDecidable(checkout)) return null;
  return (
    <div className="mb-6">
      <Notice kind="warn">
        <p className="font-semibold">
          {status === "review"
            ? t("checkouts.thisPaymentNeedsYour")
            : t("checkouts.theCustomerPaidLess")}
        </p>
        <p className="mt-0.5">
          {t("checkouts.checkYourBankAccount", {
            checkout: cameWords(checkout),
            reason:
              status === "review"
                ? reviewWords(review?.reason ?? "")
                : t("checkouts.approveItIfYou"),
          })}
        </p>
        <Told checkout={checkout} />
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" look="primary" onClick={() => setDeciding("approve")}>
            {t("checkouts.approve")}
          </Button>
          <Button size="sm" onClick={() => setDeciding("reject")}>
            {t("checkouts.reject")}
          </Button>
        </div>
      </Notice>
      {deciding && (
        <DecisionDialog checkout={checkout} decision={deciding} onClose={() => setDeciding(null)} />
      )}
    </div>
  );
}

/** What the bank told the merchant's own phone. */
function Told({ checkout }: { readonly checkout: CheckoutHistory }) {
  if (checkout.notices.length === 0) return null;
  return (
    <ul className="mt-3 space-y-1">
      {checkout.notices.map((notice) => (
        <li key={`${notice.at} ${notice.reference}`}>
          <Text
            id={notice.typed ? "checkouts.memberPasted" : "checkouts.bankToldYourPhone"}
            values={{
              bank: providerName(notice.provider),
              time: <Time at={notice.at} form="both" />,
              amount: formatMoney(notice.amount, notice.currency),
              payer: notice.payer_name ?? "–",
              reference: notice.reference ?? "–",
            }}
          />
        </li>
      ))}
    </ul>
  );
}
