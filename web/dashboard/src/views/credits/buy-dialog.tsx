import { credits } from "virtual:endpoints";
import { type FormEvent, useState } from "react";
import { formatCount, formatMoney } from "../../format.ts";
import { useAction } from "../../query.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { fieldError, TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";

/** Credits are bought by paying a checkout of the operator: the service sells itself with itself. */
export function BuyDialog({
  price,
  onClose,
}: {
  /** Of one. */
  readonly price: { readonly amount: number; readonly currency: string };
  readonly onClose: () => void;
}) {
  const [amount, setAmount] = useState("500");
  const buy = useAction(credits.purchaseCredits);
  const wanted = Number(amount);
  const isValid = Number.isInteger(wanted) && wanted >= 1 && wanted <= 1_000_000;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid) buy.mutate({ body: { credits: wanted } });
  };
  return (
    <Dialog title="Buy credits" onClose={onClose}>
      {buy.data ? (
        <>
          <Notice kind="good">
            {formatCount(buy.data.credits)} credits for{" "}
            {formatMoney(buy.data.amount, buy.data.currency)}. They are yours as soon as the payment
            is verified.
          </Notice>
          <Actions>
            <Button onClick={onClose}>Later</Button>
            <a
              href={buy.data.checkout.pay_url}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ look: "primary" })}
            >
              Pay now
            </a>
          </Actions>
        </>
      ) : (
        <form onSubmit={submit}>
          <TextField
            label="Credits"
            inputMode="numeric"
            value={amount}
            autoFocus
            onChange={(event) => setAmount(event.target.value.replace(/\D/g, ""))}
            hint={`${formatMoney(price.amount, price.currency)} each, ${formatMoney(isValid ? wanted * price.amount : 0, price.currency)} in all, by bank transfer or mobile money.`}
            error={
              isValid ? fieldError(buy.error, "credits") : "Write a number from 1 to 1,000,000."
            }
          />
          <ProblemNotice error={buy.error} shown={["credits"]} />
          <Actions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" busy={buy.isPending} disabled={!isValid}>
              Go on
            </Button>
          </Actions>
        </form>
      )}
    </Dialog>
  );
}
