import { operator } from "virtual:console-endpoints";
import { useState } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { accountName } from "../../data/team.ts";
import { formatCount } from "../../format.ts";
import { t } from "../../texts/t.ts";
import { Choice, fieldError, SelectField, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { useChange } from "./proof-gate.tsx";

export type Account = Answer<typeof operator.inspectAccount>;

interface Asked {
  readonly account: Account;
  readonly onClose: () => void;
}

/** What a person types at once. */
const MAX_DIGITS = 9;

/** Grants credits, or takes some back. */
export function CreditsDialog({ account, onClose }: Asked) {
  const [kind, setKind] = useState<"grant" | "take">("grant");
  const [amount, setAmount] = useState("");
  const [reference, setReference] = useState("");
  const { send, busy, error } = useChange(operator.changeCredits, ({ credits }) => {
    toast(t("console.creditsNow", { credits: formatCount(credits.available) }));
    onClose();
  });
  const count = Number(amount);
  return (
    <ChangeDialog
      title={t("console.creditsOf", { account: accountName(account.app_names) })}
      action={kind === "grant" ? t("console.grant") : t("console.takeBack")}
      isReady={count > 0}
      conflict={t("console.referenceUsed")}
      shown={["credits", "reference"]}
      busy={busy}
      error={error}
      onSubmit={(reason) =>
        send({
          params: { id: account.id },
          body: {
            credits: kind === "grant" ? count : -count,
            ...(reference.trim() && { reference: reference.trim() }),
            reason,
          },
        })
      }
      onClose={onClose}
    >
      <Choice
        legend={t("account.action")}
        value={kind}
        options={[
          { value: "grant", label: t("console.grant") },
          { value: "take", label: t("console.takeBack") },
        ]}
        onChange={setKind}
      />
      <TextField
        label={t("layout.credits")}
        inputMode="numeric"
        autoComplete="off"
        value={amount}
        onChange={(event) => setAmount(event.target.value.replace(/\D/g, "").slice(0, MAX_DIGITS))}
        hint={t("console.creditsLeft", { credits: formatCount(account.credits.available) })}
        error={fieldError(error, "credits")}
      />
      <TextField
        label={t("console.reference")}
        optional
        maxLength={100}
        autoComplete="off"
        value={reference}
        onChange={(event) => setReference(event.target.value)}
        hint={t("console.referenceHint")}
        error={fieldError(error, "reference")}
      />
    </ChangeDialog>
  );
}

/** What one part of a balance takes. */
const PAYMENTS_A_SECOND = 50;

/** What an account with so many parts of its balance can take. */
export function partsText(parts: number): string {
  const payments = formatCount(parts * PAYMENTS_A_SECOND);
  return t("console.paymentsASecond", { parts, payments });
}

/** As the service allows. */
const MOST_PARTS = 8;
const PARTS = Array.from({ length: MOST_PARTS }, (_, place) => place + 1);

/** Changes the number of parts of a balance. */
export function LimitsDialog({ account, onClose }: Asked) {
  const before = account.limits.balance_shards;
  const [parts, setParts] = useState(before);
  const { send, busy, error } = useChange(operator.changeLimits, () => {
    toast(t("console.limitsChanged"));
    onClose();
  });
  return (
    <ChangeDialog
      title={t("console.limitsOf", { account: accountName(account.app_names) })}
      action={t("console.change")}
      isReady={parts !== before}
      shown={["balance_shards"]}
      busy={busy}
      error={error}
      onSubmit={(reason) =>
        send({ params: { id: account.id }, body: { balance_shards: parts, reason } })
      }
      onClose={onClose}
    >
      <SelectField
        label={t("console.partsOfBalance")}
        hint={t("console.partsHint")}
        value={parts}
        onChange={(event) => setParts(Number(event.target.value))}
        error={fieldError(error, "balance_shards")}
      >
        {PARTS.map((count) => (
          <option key={count} value={count}>
            {partsText(count)}
          </option>
        ))}
      </SelectField>
    </ChangeDialog>
  );
}

/** Closes an account, for good. */
export function CloseDialog({ account, onClose }: Asked) {
  const name = accountName(account.app_names);
  const { send, busy, error } = useChange(operator.endAccount, () => {
    toast(t("console.isClosed", { account: name }));
    onClose();
  });
  return (
    <ChangeDialog
      title={t("console.closeAccount", { account: name })}
      action={t("account.closeAccount")}
      again={{
        title: t("console.closeNow", { account: name }),
        hint: t("console.closeAgain"),
        action: t("account.closeAccount"),
        typed: account.app_names[0]?.trim() ?? account.id,
      }}
      conflict={t("console.cannotClose")}
      busy={busy}
      error={error}
      onSubmit={(reason) => send({ params: { id: account.id }, body: { reason } })}
      onClose={onClose}
    >
      <p className="mb-4 text-soft">{t("console.closeLead")}</p>
    </ChangeDialog>
  );
}
