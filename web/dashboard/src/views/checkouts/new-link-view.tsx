import { checkouts } from "virtual:endpoints";
import { type FormEvent, useState } from "react";
import { useApps } from "../../data/apps.tsx";
import { formatMoney, parseMoney } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useAction } from "../../query.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Actions } from "../../ui/dialog.tsx";
import { fieldError, SelectField, TextField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { LinkReady } from "./link-ready.tsx";

const CURRENCY = "ETB";
const LIFETIMES = [
  { seconds: 1800, label: "30 minutes" },
  { seconds: 7200, label: "2 hours" },
  { seconds: 86_400, label: "1 day" },
  { seconds: 604_800, label: "7 days" },
] as const;

/** Asks one customer for one amount, by hand. */
export function NewLinkView() {
  const livemode = useLivemode();
  const { apps, usualAppId, isKnown } = useApps();
  const [app, setApp] = useState<number>();
  const [amount, setAmount] = useState("");
  const [description, setDescription] = useState("");
  const [reference, setReference] = useState("");
  const [lifetime, setLifetime] = useState(86_400);
  const [isTried, setTried] = useState(false);
  const create = useAction(checkouts.createPaymentLink);
  const minor = parseMoney(amount, CURRENCY);
  const appId = app ?? usualAppId;

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
      title="New payment link"
      back={{ to: "/checkouts", label: "Checkouts" }}
      lead="Send it to one customer. You hear of the payment as soon as the bank’s receipt proves it."
    >
      <div className="card max-w-xl p-6">
        {create.data ? (
          <LinkReady checkout={create.data} onAnother={() => create.reset()} />
        ) : (
          <form onSubmit={submit} noValidate>
            <TextField
              label={`Amount in ${CURRENCY}`}
              inputMode="decimal"
              autoFocus
              value={amount}
              placeholder="1,500.00"
              onChange={(event) => setAmount(event.target.value)}
              error={
                isTried && minor === null
                  ? "Write an amount such as 1,500 or 1500.50."
                  : fieldError(create.error, "amount")
              }
            />
            <SelectField
              label="App"
              value={appId ?? ""}
              onChange={(event) => setApp(Number(event.target.value))}
              hint="The customer pays into its accounts and reads its name."
              error={isKnown && apps.length === 0 ? "Create an app first." : null}
            >
              {apps.map(({ app_id, name }) => (
                <option key={app_id} value={app_id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TextField
              label="What it is for"
              optional
              value={description}
              maxLength={500}
              onChange={(event) => setDescription(event.target.value)}
              hint="Shown to the customer."
            />
            <TextField
              label="Your reference"
              optional
              value={reference}
              maxLength={200}
              onChange={(event) => setReference(event.target.value)}
              hint="E.g. an invoice number, to find it again."
            />
            <SelectField
              label="Good for"
              value={lifetime}
              onChange={(event) => setLifetime(Number(event.target.value))}
            >
              {LIFETIMES.map(({ seconds, label }) => (
                <option key={seconds} value={seconds}>
                  {label}
                </option>
              ))}
            </SelectField>
            <ProblemNotice error={create.error} shown={["amount"]} />
            {minor !== null && (
              <p aria-live="polite" className="mt-6 -mb-3 text-right text-soft">
                The customer is asked for{" "}
                <strong className="text-ink tabular-nums">{formatMoney(minor, CURRENCY)}</strong>
              </p>
            )}
            <Actions>
              <ButtonLink to="/checkouts">Cancel</ButtonLink>
              <Button type="submit" look="primary" busy={create.isPending}>
                Create link
              </Button>
            </Actions>
          </form>
        )}
      </div>
    </Page>
  );
}
