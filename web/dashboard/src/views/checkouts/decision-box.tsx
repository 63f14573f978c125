import { useState } from "react";
import {
  type CheckoutHistory,
  cameWords,
  reviewWords,
  shortPayment,
} from "../../data/checkouts.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";
import { DecisionDialog } from "./decision-dialog.tsx";

/** A person decides here what the rules leave open: a review, or money that came short. */
export function DecisionBox({ checkout }: { readonly checkout: CheckoutHistory }) {
  const [deciding, setDeciding] = useState<"approve" | "reject" | null>(null);
  const { status, review } = checkout;
  const isShort = shortPayment(checkout) !== undefined;
  if (review?.decided_at) {
    return (
      <div className="mb-6">
        <Notice kind={status === "rejected" ? "bad" : "good"}>
          {status === "rejected" ? "Rejected" : "Approved"} by hand <Time at={review.decided_at} />
          {review.note && `: ${review.note}`}
        </Notice>
      </div>
    );
  }
  if (status !== "review" && !isShort) return null;
  return (
    <div className="mb-6">
      <Notice kind="warn">
        <p className="font-semibold">
          {status === "review" ? "You decide about this payment" : "Less came than was asked"}
        </p>
        <p className="mt-0.5">
          {cameWords(checkout)}{" "}
          {status === "review"
            ? reviewWords(review?.reason ?? "")
            : "Approve it if that is enough."}{" "}
          Look into your account at the bank before you decide.
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" look="primary" onClick={() => setDeciding("approve")}>
            Approve
          </Button>
          {status === "review" && (
            <Button size="sm" onClick={() => setDeciding("reject")}>
              Reject
            </Button>
          )}
        </div>
      </Notice>
      {deciding && (
        <DecisionDialog checkout={checkout} decision={deciding} onClose={() => setDeciding(null)} />
      )}
    </div>
  );
}
