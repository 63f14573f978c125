import { apps } from "virtual:endpoints";
import { type FormEvent, useState } from "react";
import type { PaymentMethod } from "../../data/apps.tsx";
import { type Provider, providerName, useOfferedProviders } from "../../data/providers.ts";
import { useAction } from "../../query.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { fieldError, SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";

/** Adds an account, or changes what may be changed of one: its number never, that is another account. */
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
  const provider = chosen ?? offered[0];
  const [name, setName] = useState(method?.account_name ?? "");
  const [number, setNumber] = useState("");
  const [label, setLabel] = useState(method?.label ?? "");
  const [instructions, setInstructions] = useState(method?.instructions ?? "");
  const done = () => {
    toast(method ? "Account changed" : "Account added");
    onClose();
  };
  const create = useAction(apps.createPaymentMethod, done);
  const update = useAction(apps.updatePaymentMethod, done);
  const error = create.error ?? update.error ?? unread;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const account_name = name.trim();
    if (method) {
      update.mutate({
        params: { app_id: appId, id: method.id },
        body: {
          account_name,
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
    <Dialog title={method ? "Change the account" : "Add an account"} onClose={onClose}>
      <form onSubmit={submit}>
        {!method && (
          <>
            <SelectField
              label="Bank or wallet"
              value={provider ?? ""}
              onChange={(event) => setChosen(event.target.value as Provider)}
            >
              {offered.map((id) => (
                <option key={id} value={id}>
                  {providerName(id)}
                </option>
              ))}
            </SelectField>
            <TextField
              label="Account or phone number"
              value={number}
              maxLength={40}
              inputMode="numeric"
              onChange={(event) => setNumber(event.target.value)}
              error={fieldError(error, "account_number")}
            />
          </>
        )}
        <TextField
          label="Name of the holder"
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
          hint="Exactly as the bank writes it on receipts: a masked number alone proves nothing."
          error={fieldError(error, "account_name")}
        />
        <TextField
          label="Label"
          optional
          value={label}
          maxLength={100}
          onChange={(event) => setLabel(event.target.value)}
        />
        <TextArea
          label="Instructions for the customer"
          optional
          value={instructions}
          maxLength={500}
          onChange={(event) => setInstructions(event.target.value)}
        />
        <ProblemNotice error={error} shown={["account_number", "account_name"]} />
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            busy={create.isPending || update.isPending}
            disabled={!method && provider === undefined}
          >
            {method ? "Save" : "Add account"}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
