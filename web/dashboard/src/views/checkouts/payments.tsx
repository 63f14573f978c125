import { checkouts } from "virtual:endpoints";
import { useEffect, useRef, useState } from "react";
import { providerName } from "../../data/apps.tsx";
import {
  type CheckoutHistory,
  cameWords,
  EVIDENCE_WORDS,
  isDecidable,
  isPartlyPaid,
  isUndecided,
  type Payment,
  reviewWords,
} from "../../data/checkouts.ts";
import { formatMoney } from "../../format.ts";
import { useMay } from "../../may.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { takeLostFocus } from "../../ui/lost-focus.ts";
import { Fact, Facts, Section } from "../../ui/page.tsx";
import { Notice } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { AttemptProof } from "./timeline.tsx";

interface Props {
  readonly checkout: CheckoutHistory;
}
type Decision = "approve" | "reject";

/** The payments that a checkout holds, each with what proves it. Those in doubt come first. */
export function Payments({ checkout }: Props) {
  const { payments } = checkout;
  const [releasing, setReleasing] = useState<Payment | null>(null);
  const sorted = payments.toSorted(
    (one, other) => Number(one.state === "counted") - Number(other.state === "counted"),
  );
  return (
    <>
      {payments.length > 0 && (
        <Section title={t("checkouts.payments")} lead={sumOf(checkout)}>
          <ul className="divide-y divide-line">
            {sorted.map((payment) => (
              <li key={payment.attempt_id} className="@container py-4 first:pt-0 last:pb-0">
                <Part
                  payment={payment}
                  checkout={checkout}
                  onRelease={() => setReleasing(payment)}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {releasing && (
        <ReleaseDialog payment={releasing} checkout={checkout} onClose={() => setReleasing(null)} />
      )}
    </>
  );
}

/** Whether a person can release the payment: the checkout holds it, and has not counted it for good. */
function isReleasable(checkout: CheckoutHistory, attemptId: string): boolean {
  const state = checkout.payments.find((one) => one.attempt_id === attemptId)?.state;
  if (state === undefined) return false;
  return isUndecided(checkout) || (state === "doubtful" && checkout.status === "verified");
}

/** E.g. `Received ETB 900.00. ETB 600.00 is missing.`; null while nothing is counted. */
function sumOf({ amount_received, amount_due, currency }: CheckoutHistory): string | null {
  if (amount_received === 0) return null;
  const received = t("checkouts.receivedSoFar", { amount: formatMoney(amount_received, currency) });
  return amount_due === 0
    ? received
    : `${received} ${t("checkouts.stillMissing", { amount: formatMoney(amount_due, currency) })}`;
}

/** The receipt check shows the amount of a payment whose receiver is not confirmed: it may be a stranger's. */
function amountOf({ amount, currency, evidence }: Payment): string {
  if (amount !== null) return formatMoney(amount, currency);
  return t(evidence === null ? "checkouts.amountNotKnown" : "checkouts.amountNotConfirmed");
}

/** A rejected checkout keeps its payments, and nothing is left to decide. */
function doubtWords(mayBeReleased: boolean): string {
  return t(mayBeReleased ? "checkouts.doubtful" : "checkouts.notCounted");
}

function Part({
  payment,
  checkout,
  onRelease,
}: Props & { readonly payment: Payment; readonly onRelease: () => void }) {
  const { provider, reference, state, reason, payer_name, paid_at } = payment;
  const attempt = checkout.attempts.find(({ id }) => id === payment.attempt_id);
  const mayDecide = useMay("checkouts.decide");
  const isDoubtful = state === "doubtful";
  const mayBeReleased = isReleasable(checkout, payment.attempt_id);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <span className="font-semibold tabular-nums">{amountOf(payment)}</span>
        <Badge tone={isDoubtful ? "warn" : "good"}>
          {isDoubtful ? doubtWords(mayBeReleased) : t("checkouts.counted")}
        </Badge>
        {mayDecide && mayBeReleased && (
          <span className="ml-auto">
            <Button size="sm" onClick={onRelease}>
              {t("checkouts.release")}
              <code className="sr-only">{reference}</code>
            </Button>
          </span>
        )}
      </div>
      {reason !== null && <p className="mb-3">{reviewWords(reason)}</p>}
      <Doubts payment={payment} />
      <Facts>
        <Fact name={t("checkouts.paidWith")}>{providerName(provider)}</Fact>
        <Fact name={t("checkouts.bankReference")}>
          <Copyable value={reference} label={t("checkouts.reference")} />
        </Fact>
        <Fact name={t("checkouts.proof")}>
          {payment.evidence === null
            ? t("evidence.onlyTheReference")
            : EVIDENCE_WORDS[payment.evidence]}
        </Fact>
        {payer_name && <Fact name={t("checkouts.payer")}>{payer_name}</Fact>}
        {paid_at && (
          <Fact name={t("checkouts.paid")}>
            <Time at={paid_at} form="both" />
          </Fact>
        )}
      </Facts>
      {attempt && <AttemptProof attempt={attempt} open={isDoubtful} />}
    </>
  );
}

/** What bank messages and statements say against a payment, also after it counted. */
function Doubts({
  payment: { reversal_reported_at, unconfirmed_by_statement },
}: {
  readonly payment: Payment;
}) {
  if (!reversal_reported_at && !unconfirmed_by_statement) return null;
  return (
    <div className="mb-3 space-y-2">
      {reversal_reported_at && (
        <Notice kind="bad">
          <Text
            id="evidence.reversalReported"
            values={{ time: <Time at={reversal_reported_at} form="both" /> }}
          />
        </Notice>
      )}
      {unconfirmed_by_statement && <Notice kind="bad">{t("evidence.notOnStatement")}</Notice>}
    </div>
  );
}

/** Gives a payment back that the checkout may not need, so that it can count toward another order. */
function ReleaseDialog({
  payment,
  checkout,
  onClose,
}: Props & { readonly payment: Payment; readonly onClose: () => void }) {
  const release = useAction(checkouts.releasePayment, () => toast(t("checkouts.released")), {
    closes: onClose,
    refreshesFirst: true,
  });
  const { provider, reference } = payment;
  return (
    <ReasonDialog
      title={t("checkouts.releaseThisPayment")}
      checkout={checkout}
      isPossible={isReleasable(checkout, payment.attempt_id)}
      action={t("checkouts.release")}
      look="danger"
      busy={release.isPending}
      error={release.error}
      onSubmit={(body) =>
        release.mutate({ params: { id: checkout.id }, body: { ...body, provider, reference } })
      }
      onClose={onClose}
    >
      <p className="mb-2 font-medium">
        {providerName(provider)} <code className="font-mono">{reference}</code>
      </p>
      <p className="mb-4 text-soft">{t("evidence.thisReleasesThePayment")}</p>
    </ReasonDialog>
  );
}

/** Approves or rejects a checkout with all its payments. */
function DecisionDialog({
  checkout,
  decision,
  onClose,
}: {
  readonly checkout: CheckoutHistory;
  readonly decision: Decision;
  readonly onClose: () => void;
}) {
  const isApproval = decision === "approve";
  const done = () => toast(isApproval ? t("checkouts.approved") : t("checkouts.rejected"));
  const options = { closes: onClose, refreshesFirst: true };
  const approve = useAction(checkouts.approveCheckout, done, options);
  const reject = useAction(checkouts.rejectCheckout, done, options);
  const { mutate, isPending, error } = isApproval ? approve : reject;
  const amount = formatMoney(checkout.amount, checkout.currency);
  const came = cameWords(checkout);
  const missing = isPartlyPaid(checkout)
    ? t("checkouts.stillMissing", { amount: formatMoney(checkout.amount_due, checkout.currency) })
    : "";
  const approval = checkout.livemode
    ? "evidence.thisVerifiesTheCheckout"
    : "evidence.thisVerifiesTheTest";
  return (
    <ReasonDialog
      title={isApproval ? t("checkouts.approveThisPayment") : t("checkouts.rejectThisPayment")}
      checkout={checkout}
      isPossible={isDecidable(checkout)}
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
        {t(isApproval ? approval : "evidence.thisRejectsTheCheckout", { amount })}
      </p>
    </ReasonDialog>
  );
}

/** Lets the user decide about a checkout in review or a partly paid one. */
export function DecisionBox({ checkout }: Props) {
  const [deciding, setDeciding] = useState<Decision | null>(null);
  return (
    <>
      <DecisionNotice checkout={checkout} onDecide={setDeciding} />
      {deciding && (
        <DecisionDialog checkout={checkout} decision={deciding} onClose={() => setDeciding(null)} />
      )}
    </>
  );
}

/** How the checkout was decided, or the buttons that decide it. */
function DecisionNotice({
  checkout,
  onDecide,
}: Props & { readonly onDecide: (decision: Decision) => void }) {
  const mayDecide = useMay("checkouts.decide");
  const { status, review } = checkout;
  const decidedAt = review?.decided_at ?? null;
  const decided = useRef<HTMLDivElement>(null);
  const wasDecided = useRef(decidedAt !== null);
  useEffect(() => {
    // The buttons that decided it are gone, and with them the focus.
    const isNew = decidedAt !== null && !wasDecided.current;
    if (isNew) takeLostFocus(decided.current);
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
          {t("evidence.checkYourBankAccount", {
            checkout: cameWords(checkout),
            reason:
              status === "review"
                ? reviewWords(review?.reason ?? "")
                : t("evidence.approveItIfYou"),
          })}
        </p>
        <Told checkout={checkout} />
        {mayDecide ? (
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="sm" look="primary" onClick={() => onDecide("approve")}>
              {t("checkouts.approve")}
            </Button>
            <Button size="sm" onClick={() => onDecide("reject")}>
              {t("checkouts.reject")}
            </Button>
          </div>
        ) : (
          <p className="mt-3">{t("team.anOwnerDecides")}</p>
        )}
      </Notice>
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
            id={notice.typed ? "evidence.memberPasted" : "evidence.bankToldYourPhone"}
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
