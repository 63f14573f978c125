import { checkouts } from "virtual:endpoints";
import { useParams } from "@tanstack/react-router";
import { type CheckoutHistory, isPartlyPaid } from "../../data/checkouts.ts";
import { formatMoney } from "../../format.ts";
import { useMay } from "../../may.ts";
import { useApi } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { CodeBlock } from "../../ui/copy.tsx";
import { Page, Section } from "../../ui/page.tsx";
import { ProblemPanel, Skeleton } from "../../ui/problem.tsx";
import { CancelButton, CheckoutFacts, PartlyPaidBadge, StatusBadge } from "./checkout-facts.tsx";
import { DecisionBox, Payments } from "./payments.tsx";
import { Timeline } from "./timeline.tsx";

const BACK = { to: "/checkouts", label: t("layout.checkouts") } as const;
const SETTLED = new Set(["verified", "canceled", "rejected"]);

export function CheckoutView() {
  const { checkoutId } = useParams({ from: "/inside/checkouts/$checkoutId" });
  const checkout = useApi(
    checkouts.readCheckout,
    { params: { id: checkoutId } },
    { refetchEveryMs: 5_000 },
  );
  if (!checkout.data) {
    return (
      <Page title={t("checkouts.checkout")} back={BACK}>
        {checkout.error ? (
          <ProblemPanel
            what="checkout"
            error={checkout.error}
            retry={() => void checkout.refetch()}
          />
        ) : (
          <div className="card">
            <Skeleton lines={8} />
          </div>
        )}
      </Page>
    );
  }
  return <Loaded checkout={checkout.data} />;
}

function Loaded({ checkout }: { readonly checkout: CheckoutHistory }) {
  const mayDecide = useMay("checkouts.decide");
  const metadata = Object.keys(checkout.metadata).length > 0;
  return (
    <Page
      title={formatMoney(checkout.amount, checkout.currency)}
      back={BACK}
      lead={checkout.description}
      badge={
        <>
          <StatusBadge status={checkout.status} />
          {isPartlyPaid(checkout) && <PartlyPaidBadge />}
          {!checkout.livemode && <Badge tone="warn">{t("layout.test")}</Badge>}
        </>
      }
      actions={mayDecide && !SETTLED.has(checkout.status) && <CancelButton checkout={checkout} />}
    >
      <DecisionBox checkout={checkout} />
      <Payments checkout={checkout} />
      <CheckoutFacts checkout={checkout} />
      <Section title={t("checkouts.timeline")} lead={t("checkouts.newestFirst")}>
        <Timeline checkout={checkout} />
      </Section>
      {metadata && (
        <Section title={t("checkouts.metadata")}>
          <CodeBlock label={t("checkouts.metadata2")}>
            {JSON.stringify(checkout.metadata, null, 2)}
          </CodeBlock>
        </Section>
      )}
    </Page>
  );
}
