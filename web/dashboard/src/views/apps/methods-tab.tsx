import { apps } from "virtual:endpoints";
import { useParams } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, Landmark, Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { accountNumberText, PROVIDER_VIEWS } from "../../../../../lib/contract/providers.ts";
import { useSave } from "../../changes.ts";
import {
  type PaymentMethod,
  type Provider,
  providerName,
  useOfferedProviders,
} from "../../data/apps.tsx";

import { useExport } from "../../data/export.ts";
import { useMay } from "../../may.ts";
import { useAction, useApiList } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { Actions, Confirm, Dialog } from "../../ui/dialog.tsx";
import { fieldError, SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { useRowFocus } from "../../ui/lost-focus.ts";
import { Section } from "../../ui/page.tsx";
import { Empty, ProblemNotice, ProblemPanel, Skeleton } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";

/** The texts of a form for an account, empty for a new one. */
function textsOf(method: PaymentMethod | undefined) {
  return {
    name: method?.account_name ?? "",
    number: method ? accountNumberText(method.provider, method.account_number) : "",
    label: method?.label ?? "",
    instructions: method?.instructions ?? "",
  };
}

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
  const [opened] = useState(textsOf(method));
  const [name, setName] = useState(opened.name);
  const [number, setNumber] = useState(opened.number);
  const [label, setLabel] = useState(opened.label);
  const [instructions, setInstructions] = useState(opened.instructions);
  const done = () => toast(method ? t("apps.accountChanged") : t("apps.accountAdded"));
  const options = { closes: onClose, refreshesFirst: true };
  const create = useAction(apps.createPaymentMethod, done, options);
  const update = useAction(apps.updatePaymentMethod, done, options);
  const error = create.error ?? update.error ?? unread;
  const account = { account_name: name.trim(), account_number: number.trim() };
  const notes = { label: label.trim() || null, instructions: instructions.trim() || null };
  const save = useSave(
    // A number and its holder are saved together: another member may have changed both.
    { account, ...notes },
    ({ account: both, ...body }) =>
      update.mutate({
        params: { app_id: appId, id: method?.id ?? "" },
        body: { ...body, ...both },
      }),
    onClose,
  );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (method) save();
    else if (provider) {
      create.mutate({ params: { app_id: appId }, body: { provider, ...account, ...notes } });
    }
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
          error={fieldError(error, "label")}
        />
        <TextArea
          label={t("apps.instructionsForTheCustomer")}
          optional
          value={instructions}
          maxLength={500}
          onChange={(event) => setInstructions(event.target.value)}
          error={fieldError(error, "instructions")}
        />
        <ProblemNotice
          error={error}
          shown={["account_number", "account_name", "label", "instructions"]}
        />
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

export function MethodRow({
  method,
  place,
  all,
}: {
  readonly method: PaymentMethod;
  readonly place: number;
  readonly all: readonly PaymentMethod[];
}) {
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const params = { app_id: method.app_id, id: method.id };
  const mayChange = useMay("settings");
  const remove = useAction(apps.deletePaymentMethod, () => toast(t("apps.accountRemoved")));
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-gutter py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {providerName(method.provider)}
          {method.label && <span className="min-w-0 font-normal text-soft">{method.label}</span>}
          {!method.enabled && <Badge>{t("apps.off")}</Badge>}
        </p>
        <p className="mt-0.5 text-soft">
          {method.account_name} ·{" "}
          <Copyable
            value={method.account_number}
            shown={accountNumberText(method.provider, method.account_number)}
            label={t("apps.accountNumber")}
          />
        </p>
      </div>
      {mayChange && (
        <div className="flex items-center gap-1 max-sm:flex-wrap">
          <MoveButton all={all} place={place} to={place - 1} />
          <MoveButton all={all} place={place} to={place + 1} />
          <ToggleButton method={method} />
          <Button size="sm" look="ghost" onClick={() => setOpen("edit")}>
            {t("apps.edit")}
          </Button>
          <Button size="sm" look="ghost" onClick={() => setOpen("delete")}>
            {t("account.remove")}
          </Button>
        </div>
      )}
      {open === "edit" && (
        <MethodDialog appId={String(method.app_id)} method={method} onClose={() => setOpen(null)} />
      )}
      {open === "delete" && (
        <Confirm
          title={t("apps.removeThisAccount")}
          action={t("account.remove")}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ params })}
          onClose={() => setOpen(null)}
        >
          <p>
            {t("apps.newCheckoutsWontOffer", {
              provider: providerName(method.provider),
              number: accountNumberText(method.provider, method.account_number),
            })}
          </p>
        </Confirm>
      )}
    </li>
  );
}

function ToggleButton({ method }: { readonly method: PaymentMethod }) {
  const update = useAction(apps.updatePaymentMethod, undefined, { toastsProblem: true });
  return (
    <Button
      size="sm"
      look="ghost"
      busy={update.isPending}
      onClick={() =>
        update.mutate({
          params: { app_id: method.app_id, id: method.id },
          body: { enabled: !method.enabled },
        })
      }
    >
      {method.enabled ? t("apps.turnOff") : t("apps.turnOn")}
    </Button>
  );
}

/** Moves a method by one place on the pay page. */
function MoveButton({
  all,
  place,
  to,
}: {
  readonly all: readonly PaymentMethod[];
  readonly place: number;
  readonly to: number;
}) {
  const update = useAction(apps.updatePaymentMethod, undefined, { toastsProblem: true });
  const [one, other] = [all[place], all[to]];
  if (all.length < 2) return null;
  const Icon = to < place ? ArrowUp : ArrowDown;
  const swap = async (first: PaymentMethod, second: PaymentMethod) => {
    const order = all.with(to, first).with(place, second);
    try {
      // Removed methods leave gaps in the positions, so a place alone says nothing. One after the other: a refused
      // first change leaves the order as it is.
      for (const [position, { app_id, id, position: before }] of order.entries()) {
        if (position !== before) {
          await update.mutateAsync({ params: { app_id, id }, body: { position } });
        }
      }
    } catch {
      // A toast has shown the problem.
    }
  };
  return (
    <button
      type="button"
      disabled={!other || update.isPending}
      onClick={() => {
        if (one && other) void swap(one, other);
      }}
      className="grid size-8 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink disabled:opacity-30"
    >
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">
        {t(to < place ? "apps.moveUp" : "apps.moveDown", {
          provider: one ? providerName(one.provider) : "",
        })}
      </span>
    </button>
  );
}

export function MethodsTab() {
  const { appId } = useParams({ from: "/inside/apps/$appId" });
  const list = useApiList(apps.listPaymentMethods, {
    params: { app_id: appId },
    query: { limit: 100 },
  });
  const exportMethods = useExport("payment-methods", apps.listPaymentMethods, {
    params: { app_id: appId },
  });
  const [isAdding, setAdding] = useState(false);
  const { frame } = useRowFocus(list.items.length, false);
  const add = useMay("settings") && (
    <Button
      look="primary"
      onClick={() => setAdding(true)}
      icon={<Plus aria-hidden className="size-4" />}
    >
      {t("apps.addAccount")}
    </Button>
  );
  return (
    <>
      <Section
        title={t("apps.paymentMethods")}
        lead={t("apps.theAccountsThatCustomers")}
        actions={list.items.length > 0 && add}
        more={list.items.length > 0 ? [exportMethods] : []}
        flush
      >
        <div ref={frame}>
          {list.isPending ? (
            <Skeleton />
          ) : list.error && list.items.length === 0 ? (
            <ProblemPanel error={list.error} retry={() => void list.refetch()} />
          ) : list.items.length === 0 ? (
            <Empty icon={Landmark} title={t("apps.whereDoCustomersPay")} action={add}>
              {t("apps.addYourTelebirrNumber")}
            </Empty>
          ) : (
            <ul className="divide-y divide-line border-t border-line">
              {list.items.map((method, place) => (
                <MethodRow key={method.id} method={method} place={place} all={list.items} />
              ))}
            </ul>
          )}
        </div>
      </Section>
      {isAdding && <MethodDialog appId={appId} onClose={() => setAdding(false)} />}
    </>
  );
}
