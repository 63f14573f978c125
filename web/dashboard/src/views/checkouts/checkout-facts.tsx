import { checkouts } from "virtual:endpoints";
import { type ReactNode, useState } from "react";
import { AppName } from "../../data/apps.tsx";
import {
  type CheckoutHistory,
  type CheckoutStatus,
  EXCEPTION_WORDS,
  STATUS_TONES,
  STATUS_WORDS,
} from "../../data/checkouts.ts";
import { shorten } from "../../format.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Fact, Facts, Section } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";

export function StatusBadge({ status }: { readonly status: CheckoutStatus }) {
  return <Badge tone={STATUS_TONES[status]}>{STATUS_WORDS[status]}</Badge>;
}

/** Beside the status: a part of the amount has arrived, and nobody has decided about it. */
export function PartlyPaidBadge() {
  return <Badge tone="info">{t("checkouts.partiallyPaid")}</Badge>;
}

type Props = { readonly checkout: CheckoutHistory };

/** What is known of a checkout: its payment, its customer, and its ids and times. */
export function CheckoutFacts({ checkout }: Props) {
  return (
    <div className="items-start gap-x-6 lg:flex lg:*:min-w-0 lg:*:flex-1">
      <div className="empty:hidden">
        <PaymentFacts checkout={checkout} />
        <CustomerFacts checkout={checkout} />
      </div>
      <IdFacts checkout={checkout} />
    </div>
  );
}

function PaymentFacts({ checkout }: Props) {
  const { payments, exceptions, verified_at, receipt_url } = checkout;
  const rows: ReactNode[] = [
    verified_at && (
      <Fact key="verified" name={t("checkouts.verified")}>
        <Time at={verified_at} form="both" />
      </Fact>
    ),
    receipt_url && (
      <Fact key="receipt" name={t("checkouts.receipt")}>
        <a href={receipt_url} target="_blank" rel="noreferrer" className="link">
          {t("checkouts.open")}
        </a>
      </Fact>
    ),
    exceptions.length > 0 && (
      <Fact key="notes" name={t("checkouts.notes")}>
        <span className="flex flex-wrap gap-1">
          {exceptions.map((exception) => (
            <Badge key={exception} tone="warn">
              {EXCEPTION_WORDS[exception]}
            </Badge>
          ))}
        </span>
      </Fact>
    ),
  ].filter(Boolean);
  // The section above has them.
  if (rows.length === 0 && payments.length > 0) return null;
  return (
    <Section title={t(rows.length > 0 ? "checkouts.verification" : "checkouts.payments")}>
      {rows.length > 0 ? (
        <Facts>{rows}</Facts>
      ) : (
        <p className="text-soft">{t("checkouts.notPaidYet")}</p>
      )}
    </Section>
  );
}

function CustomerFacts({ checkout: { customer } }: Props) {
  if (customer === null) return null;
  const { name, phone, email } = customer;
  return (
    <Section title={t("checkouts.customer")}>
      <Facts>
        {name && <Fact name={t("account.name")}>{name}</Fact>}
        {phone && (
          <Fact name={t("checkouts.phone")}>
            <Copyable value={phone} label={t("checkouts.phone")} />
          </Fact>
        )}
        {email && (
          <Fact name={t("checkouts.email")}>
            <Copyable value={email} label={t("checkouts.email")} />
          </Fact>
        )}
      </Facts>
    </Section>
  );
}

function IdFacts({ checkout }: Props) {
  return (
    <Section title={t("checkouts.details")}>
      <Facts>
        {checkout.client_reference && (
          <Fact name={t("checkouts.yourReference")}>
            <Copyable value={checkout.client_reference} label={t("checkouts.yourReference2")} />
          </Fact>
        )}
        <Fact name={t("checkouts.checkout")}>
          <Copyable
            value={checkout.id}
            label={t("checkouts.checkoutId")}
            shown={shorten(checkout.id, 10)}
          />
        </Fact>
        <Fact name={t("apps.app")}>
          <AppName id={checkout.app_id} />
        </Fact>
        <Fact name={t("checkouts.payPage")}>
          <span className="inline-flex max-w-full items-center gap-1">
            <a href={checkout.pay_url} target="_blank" rel="noreferrer" className="link truncate">
              {t("checkouts.open")}
            </a>
            <Copyable value={checkout.pay_url} label={t("checkouts.paymentLink")} shown="" />
          </span>
        </Fact>
        <Fact name={t("apps.created")}>
          <Time at={checkout.created_at} form="both" />
        </Fact>
        <Fact name={t("checkouts.expires")}>
          <Time at={checkout.expires_at} form="both" />
        </Fact>
      </Facts>
    </Section>
  );
}

export function CancelButton({ checkout }: { readonly checkout: CheckoutHistory }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useAction(checkouts.cancelCheckout, () => {
    toast(t("checkouts.checkoutCanceled"));
    setAsking(false);
  });
  if (checkout.status !== "open" && checkout.status !== "verifying") return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t("checkouts.cancelCheckout")}</Button>
      {isAsking && (
        <Confirm
          title={t("checkouts.cancelThisCheckout")}
          action={t("checkouts.cancelCheckout")}
          busy={cancel.isPending}
          error={cancel.error}
          onConfirm={() => cancel.mutate({ params: { id: checkout.id } })}
          onClose={() => setAsking(false)}
        >
          <p>{t("checkouts.theCustomerCanNo")}</p>
        </Confirm>
      )}
    </>
  );
}
