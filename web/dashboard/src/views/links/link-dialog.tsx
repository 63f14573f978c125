import { links } from "virtual:endpoints";
import { type FormEvent, useState } from "react";
import { typedAmount, typedExample } from "../../../../../lib/contract/typed-amount.ts";
import { useApps } from "../../data/apps.tsx";
import { exponentOf } from "../../format.ts";
import { useLivemode } from "../../layout/mode.tsx";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { AppOptions } from "../../ui/app-options.tsx";
import { Button } from "../../ui/button.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { fieldError, SelectField, TextField } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";
import type { PaymentLink } from "./payment-link.ts";

const CURRENCY = "ETB";

/** Creates a reusable link, or changes one. */
export function LinkDialog({
  link,
  onClose,
  onSaved,
}: {
  readonly link?: PaymentLink;
  readonly onClose: () => void;
  readonly onSaved?: (link: PaymentLink) => void;
}) {
  const currency = link?.currency ?? CURRENCY;
  const livemode = useLivemode();
  const { apps, usualAppId } = useApps();
  const [app, setApp] = useState(link?.app_id);
  const [amount, setAmount] = useState(
    typeof link?.amount === "number" ? String(link.amount / 10 ** exponentOf(currency)) : "",
  );
  const [description, setDescription] = useState(link?.description ?? "");
  const [isTried, setTried] = useState(false);
  const done = (saved: PaymentLink) => {
    toast(t("links.linkSaved"));
    onClose();
    onSaved?.(saved);
  };
  const create = useAction(links.createReusableLink, done, { refreshesFirst: true });
  const update = useAction(links.updateReusableLink, done, { refreshesFirst: true });
  const error = create.error ?? update.error;
  const minor = amount.trim() === "" ? null : typedAmount(amount, currency);
  const isWrong = amount.trim() !== "" && minor === null;
  const appId = app ?? usualAppId;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isWrong) return;
    const text = description.trim();
    if (link) {
      update.mutate({
        params: { id: link.id },
        body: { amount: minor, description: text || null },
      });
    } else if (appId !== undefined) {
      create.mutate({
        body: {
          app_id: appId,
          livemode,
          amount: minor,
          currency,
          ...(text && { description: text }),
        },
      });
    }
  };
  return (
    <Dialog title={link ? t("links.editLink") : t("links.newReusableLink")} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <TextField
          label={t("checkouts.description")}
          optional
          value={description}
          maxLength={500}
          onChange={(event) => setDescription(event.target.value)}
          hint={t("checkouts.shownToTheCustomer")}
        />
        <TextField
          label={t("checkouts.amountIn", { CURRENCY: currency })}
          optional
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          hint={t("links.leaveEmptyToLet")}
          error={
            isTried && isWrong
              ? t("checkouts.enterAnAmountSuch", { EXAMPLE: typedExample(currency) })
              : fieldError(error, "amount")
          }
        />
        {!link && apps.length > 1 && (
          <SelectField
            label={t("apps.app")}
            value={appId ?? ""}
            onChange={(event) => setApp(Number(event.target.value))}
          >
            <AppOptions apps={apps} />
          </SelectField>
        )}
        <ProblemNotice error={error} shown={["amount"]} />
        <Actions>
          <Button onClick={onClose}>{t("account.cancel")}</Button>
          <Button
            type="submit"
            look="primary"
            busy={create.isPending || update.isPending}
            disabled={!link && appId === undefined}
          >
            {link ? t("account.save") : t("checkouts.createLink")}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
