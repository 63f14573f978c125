import { apps } from "virtual:endpoints";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState } from "react";
import { accountNumberText } from "../../../../../lib/contract/providers.ts";
import type { PaymentMethod } from "../../data/apps.tsx";
import { providerName } from "../../data/providers.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { toast } from "../../ui/toast.tsx";
import { MethodDialog } from "./method-dialog.tsx";

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
  const remove = useAction(apps.deletePaymentMethod, () => toast(t("apps.accountRemoved")));
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-gutter py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {providerName(method.provider)}
          {method.label && <span className="font-normal text-soft">{method.label}</span>}
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
              number: method.account_number,
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

/** Swaps two methods that are next to each other on the pay page. */
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
  const move = (method: PaymentMethod, position: number) =>
    update.mutateAsync({
      params: { app_id: method.app_id, id: method.id },
      body: { position },
    });
  const swap = async (first: PaymentMethod, second: PaymentMethod) => {
    try {
      // One after the other: a refused first move leaves the order as it is.
      await move(first, to);
      await move(second, place);
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
