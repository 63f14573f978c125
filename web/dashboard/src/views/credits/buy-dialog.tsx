import { credits } from "virtual:endpoints";
import { type FormEvent, useState } from "react";
import { formatCount, formatMoney } from "../../format.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { fieldError, TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";

/** Buys credits: the user pays a checkout of the operator's own account. */
export function BuyDialog({
  price,
  onClose,
}: {
  /** Price of one credit. */
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
    <Dialog title={t("credits.buyCredits")} onClose={onClose}>
      {buy.data ? (
        <>
          <Notice kind="good">
            {t("credits.creditsForYouGet", {
              credits: formatCount(buy.data.credits),
              currency: formatMoney(buy.data.amount, buy.data.currency),
            })}
          </Notice>
          <Actions>
            <Button onClick={onClose}>{t("credits.later")}</Button>
            <a
              href={buy.data.checkout.pay_url}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ look: "primary" })}
            >
              {t("credits.payNow")}
            </a>
          </Actions>
        </>
      ) : (
        <form onSubmit={submit}>
          <TextField
            label={t("layout.credits")}
            inputMode="numeric"
            value={amount}
            autoFocus
            onChange={(event) => setAmount(event.target.value.replace(/\D/g, ""))}
            hint={t("credits.eachInTotalBy", {
              currency: formatMoney(price.amount, price.currency),
              currency2: formatMoney(isValid ? wanted * price.amount : 0, price.currency),
            })}
            error={isValid ? fieldError(buy.error, "credits") : t("credits.enterANumberFrom")}
          />
          <ProblemNotice error={buy.error} shown={["credits"]} />
          <Actions>
            <Button onClick={onClose}>{t("account.cancel")}</Button>
            <Button type="submit" look="primary" busy={buy.isPending} disabled={!isValid}>
              {t("credits.continue")}
            </Button>
          </Actions>
        </form>
      )}
    </Dialog>
  );
}
