import { apps } from "virtual:endpoints";
import { type FormEvent, useState } from "react";
import { accountNumberText, PROVIDER_VIEWS } from "../../../../../lib/contract/providers.ts";
import type { PaymentMethod } from "../../data/apps.tsx";
import { type Provider, providerName, useOfferedProviders } from "../../data/providers.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { fieldError, SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";

/** Adds an account, or changes one: all but its provider. A new number applies to new checkouts only. */
export function MethodDialog({
  appId,
  method,
  onClose,
}: {
  readonly appId: string;
  readonly method?: PaymentMethod;
  readonly onClose: () => void;
}) {
  const { offered, error: unread } = useOfferedProviders();
  const [chosen, setChosen] = useState<Provider>();
  const provider = method?.provider ?? chosen ?? offered[0];
  const example = PROVIDER_VIEWS.find(({ id }) => id === provider)?.accountExample ?? null;
  const [name, setName] = useState(method?.account_name ?? "");
  const [number, setNumber] = useState(
    method ? accountNumberText(method.provider, method.account_number) : "",
  );
  const [label, setLabel] = useState(method?.label ?? "");
  const [instructions, setInstructions] = useState(method?.instructions ?? "");
  const done = () => {
    toast(method ? t("apps.accountChanged") : t("apps.accountAdded"));
    onClose();
  };
  const create = useAction(apps.createPaymentMethod, done, { refreshesFirst: true });
  const update = useAction(apps.updatePaymentMethod, done, { refreshesFirst: true });
  const error = create.error ?? update.error ?? unread;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const account_name = name.trim();
    if (method) {
      update.mutate({
        params: { app_id: appId, id: method.id },
        body: {
          account_name,
          account_number: number.trim(),
          label: label.trim() || null,
          instructions: instructions.trim() || null,
        },
      });
      return;
    }
    if (provider === undefined) return;
    create.mutate({
      params: { app_id: appId },
      body: {
        provider,
        account_name,
        account_number: number.trim(),
        ...(label.trim() && { label: label.trim() }),
        ...(instructions.trim() && { instructions: instructions.trim() }),
      },
    });
  };
  return (
    <Dialog title={method ? t("apps.editAccount") : t("apps.addAccount")} onClose={onClose}>
      <form onSubmit={submit}>
        {!method && (
          <SelectField
            label={t("apps.bankOrWallet")}
            value={provider ?? ""}
            onChange={(event) => setChosen(event.target.value as Provider)}
          >
            {offered.map((id) => (
              <option key={id} value={id}>
                {providerName(id)}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label={t("apps.accountOrPhoneNumber")}
          value={number}
          maxLength={40}
          inputMode={provider === "manual" ? "text" : "numeric"}
          onChange={(event) => setNumber(event.target.value)}
          hint={example === null ? undefined : t("apps.numberExample", { example })}
          error={fieldError(error, "account_number")}
        />
        <TextField
          label={t("apps.accountHolder")}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
          hint={t("apps.writeItExactlyAs")}
          error={fieldError(error, "account_name")}
        />
        <TextField
          label={t("apps.label")}
          optional
          value={label}
          maxLength={100}
          onChange={(event) => setLabel(event.target.value)}
        />
        <TextArea
          label={t("apps.instructionsForTheCustomer")}
          optional
          value={instructions}
          maxLength={500}
          onChange={(event) => setInstructions(event.target.value)}
        />
        <ProblemNotice error={error} shown={["account_number", "account_name"]} />
        <Actions>
          <Button onClick={onClose}>{t("account.cancel")}</Button>
          <Button
            type="submit"
            look="primary"
            busy={create.isPending || update.isPending}
            disabled={!method && provider === undefined}
          >
            {method ? t("account.save") : t("apps.addAccount")}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
