import { checkouts, links } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { typedAmount, typedExample } from "../../../../../lib/contract/typed-amount.ts";
import { client } from "../../client.ts";
import { useApps } from "../../data/apps.tsx";
import type { Checkout } from "../../data/checkouts.ts";
import { formatMoney, formatSpan } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Actions } from "../../ui/dialog.tsx";
import { fieldError, SelectField, TextField } from "../../ui/field.tsx";
import { takeLostFocus } from "../../ui/lost-focus.ts";
import { Page } from "../../ui/page.tsx";
import { NoApp, Notice, ProblemNotice } from "../../ui/problem.tsx";
import { AppOptions } from "../../ui/search-field.tsx";
import { SharePanel } from "../../ui/share-panel.tsx";
import { Time } from "../../ui/time.tsx";

export function LinkReady({
  checkout,
  onAnother,
}: {
  readonly checkout: Checkout;
  readonly onAnother: () => void;
}) {
  // The short URL fits an SMS. Until it is loaded, and if that fails, the long one is shown.
  const short = useShortLink(checkout.id);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => takeLostFocus(place.current), []);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Notice kind="good">
        <Text
          id="checkouts.theLinkForIs"
          values={{
            currency: formatMoney(checkout.amount, checkout.currency),
            time: <Time at={checkout.expires_at} />,
          }}
        />
      </Notice>
      <div className="mt-4">
        <SharePanel url={short.data?.url ?? checkout.pay_url} />
      </div>
      <Actions>
        <Button onClick={onAnother}>{t("checkouts.createAnother")}</Button>
        <ButtonLink look="primary" to="/checkouts/$checkoutId" params={{ checkoutId: checkout.id }}>
          {t("checkouts.viewCheckout")}
        </ButtonLink>
      </Actions>
    </div>
  );
}

function useShortLink(id: string) {
  return useQuery({
    queryKey: ["short-link", id],
    queryFn: () => client.call(links.shareCheckout, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const CURRENCY = "ETB";
const LIFETIMES_S = [1800, 7200, 86_400, 604_800] as const;

/** Creates a checkout for one customer. */
export function NewCheckoutView() {
  const livemode = useLivemode();
  const { apps, appOf, hasNone, problem } = useApps();
  const [app, setApp] = useState<number>();
  const [amount, setAmount] = useState("");
  const [description, setDescription] = useState("");
  const [reference, setReference] = useState("");
  const [lifetime, setLifetime] = useState(86_400);
  const [isTried, setTried] = useState(false);
  const create = useAction(checkouts.createPaymentLink);
  const minor = typedAmount(amount, CURRENCY);
  const appId = appOf(app);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (minor === null || appId === undefined) return;
    create.mutate({
      body: {
        app_id: appId,
        livemode,
        amount: minor,
        currency: CURRENCY,
        expires_in: lifetime,
        ...(description.trim() && { description: description.trim() }),
        ...(reference.trim() && { client_reference: reference.trim() }),
      },
    });
  };
  return (
    <Page
      title={t("checkouts.newCheckout")}
      back={{ to: "/checkouts", label: t("layout.checkouts") }}
      lead={t("checkouts.sendItToOne")}
    >
      <div className="card max-w-xl p-gutter sm:p-6">
        {hasNone ? (
          <NoApp />
        ) : create.data ? (
          <LinkReady
            checkout={create.data}
            onAnother={() => {
              // The next one may cost the same; its reference is another.
              setReference("");
              create.reset();
            }}
          />
        ) : (
          (problem ?? (
            <form onSubmit={submit} noValidate>
              <TextField
                label={t("checkouts.amountIn", { CURRENCY })}
                inputMode="decimal"
                autoFocus
                value={amount}
                placeholder="0.00"
                onChange={(event) => setAmount(event.target.value)}
                error={
                  isTried && minor === null
                    ? t("checkouts.enterAnAmountSuch", { EXAMPLE: typedExample(CURRENCY) })
                    : fieldError(create.error, "amount")
                }
              />
              <SelectField
                label={t("apps.app")}
                value={appId ?? ""}
                onChange={(event) => setApp(Number(event.target.value))}
                hint={t("checkouts.theCustomerPaysInto")}
              >
                <AppOptions apps={apps} />
              </SelectField>
              <TextField
                label={t("checkouts.description")}
                optional
                value={description}
                maxLength={500}
                onChange={(event) => setDescription(event.target.value)}
                hint={t("checkouts.shownToTheCustomer")}
                error={fieldError(create.error, "description")}
              />
              <TextField
                label={t("checkouts.yourReference")}
                optional
                value={reference}
                maxLength={200}
                onChange={(event) => setReference(event.target.value)}
                hint={t("checkouts.forExampleAnInvoice")}
                error={fieldError(create.error, "client_reference")}
              />
              <SelectField
                label={t("checkouts.expiresAfter")}
                value={lifetime}
                onChange={(event) => setLifetime(Number(event.target.value))}
              >
                {LIFETIMES_S.map((seconds) => (
                  <option key={seconds} value={seconds}>
                    {formatSpan(seconds)}
                  </option>
                ))}
              </SelectField>
              <ProblemNotice
                error={create.error}
                shown={["amount", "description", "client_reference"]}
              />
              {minor !== null && (
                <p aria-live="polite" className="mt-6 -mb-3 text-right text-soft">
                  <Text
                    id="checkouts.theCustomerPays"
                    values={{
                      strong: (
                        <strong className="text-ink tabular-nums">
                          {formatMoney(minor, CURRENCY)}
                        </strong>
                      ),
                    }}
                  />
                </p>
              )}
              <Actions>
                <ButtonLink to="/checkouts">{t("account.cancel")}</ButtonLink>
                <Button
                  type="submit"
                  look="primary"
                  busy={create.isPending}
                  disabled={appId === undefined}
                >
                  {t("checkouts.createCheckout")}
                </Button>
              </Actions>
            </form>
          ))
        )}
      </div>
    </Page>
  );
}
