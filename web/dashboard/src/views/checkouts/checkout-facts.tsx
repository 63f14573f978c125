import { AppName } from "../../data/apps.tsx";
import { type CheckoutHistory, EXCEPTION_WORDS } from "../../data/checkouts.ts";
import { providerName } from "../../data/providers.ts";
import { formatMoney, shorten } from "../../format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Time } from "../../ui/time.tsx";

export function CheckoutFacts({ checkout }: { readonly checkout: CheckoutHistory }) {
  const { payment, customer, exceptions } = checkout;
  return (
    <Facts>
      <Fact name="Checkout">
        <Copyable value={checkout.id} label="checkout id" shown={shorten(checkout.id, 10)} />
      </Fact>
      <Fact name="Pay page">
        <span className="inline-flex max-w-full items-center gap-1">
          <a href={checkout.pay_url} target="_blank" rel="noreferrer" className="link truncate">
            Open
          </a>
          <Copyable value={checkout.pay_url} label="payment link" shown="" />
        </span>
      </Fact>
      <Fact name="Your reference">
        {checkout.client_reference && (
          <Copyable value={checkout.client_reference} label="your reference" />
        )}
      </Fact>
      <Fact name="App">
        <AppName id={checkout.app_id} />
      </Fact>
      <Fact name="Created">
        <Time at={checkout.created_at} form="both" />
      </Fact>
      <Fact name="Expires">
        <Time at={checkout.expires_at} form="both" />
      </Fact>
      {payment && (
        <>
          <Fact name="Paid through">{providerName(payment.provider)}</Fact>
          <Fact name="The bank’s reference">
            <Copyable value={payment.reference} label="reference" />
          </Fact>
          <Fact name="Payer">{payment.payer_name}</Fact>
          {payment.paid_at && (
            <Fact name="Paid">
              <Time at={payment.paid_at} form="both" />
            </Fact>
          )}
        </>
      )}
      {checkout.amount_received !== null && (
        <Fact name="Received">{formatMoney(checkout.amount_received, checkout.currency)}</Fact>
      )}
      {checkout.verified_at && (
        <Fact name="Verified">
          <Time at={checkout.verified_at} form="both" />
        </Fact>
      )}
      {checkout.receipt_url && (
        <Fact name="Our receipt">
          <a href={checkout.receipt_url} target="_blank" rel="noreferrer" className="link">
            Open
          </a>
        </Fact>
      )}
      {customer && (
        <Fact name="Customer">
          {[customer.name, customer.phone, customer.email].filter(Boolean).join(" · ") || null}
        </Fact>
      )}
      {exceptions.length > 0 && (
        <Fact name="To know">
          <span className="flex flex-wrap gap-1">
            {exceptions.map((exception) => (
              <Badge key={exception} tone="warn">
                {EXCEPTION_WORDS[exception]}
              </Badge>
            ))}
          </span>
        </Fact>
      )}
    </Facts>
  );
}
