import { operator } from "virtual:console-endpoints";
import { useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { accountTitle } from "../../data/team.ts";
import { digitsOf, isDigits } from "../../digits.ts";
import { formatMoney } from "../../format.ts";
import { useProof } from "../../proof.ts";
import { useAction, useApi } from "../../query.ts";
import { formatCount, t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { Choice, fieldError, SelectField, TextField } from "../../ui/field.tsx";
import { BackLink, Fact, Facts, Section } from "../../ui/page.tsx";
import { ProblemPanel, Skeleton } from "../../ui/problem.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { AUDIT_COLUMNS } from "../audit/audit-section.tsx";
import { LEDGER_KINDS, ledgerSource } from "../credits/ledger-words.ts";
import { Owner } from "./accounts-tab.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { Locked } from "./console-view.tsx";
import {
  type Account,
  AccountBadges,
  type Asked,
  SuspendDialog,
  SuspendSection,
} from "./suspension.tsx";

type Entry = Account["ledger"][number];

/** One account: nothing of its customers and payments. */
export function AccountTab() {
  const { accountId } = useParams({ from: "/inside/console/accounts/$accountId" });
  return (
    <>
      <BackLink to="/console/accounts" search={(now) => now} label={t("console.accounts")} />
      <Inspected id={accountId} />
    </>
  );
}

function Inspected({ id }: { readonly id: string }) {
  const { isLocked } = useProof();
  const { data, error, refetch } = useApi(
    operator.inspectAccount,
    { params: { id } },
    { enabled: !isLocked },
  );
  if (data) return <Sections account={data} />;
  if (isLocked) {
    return (
      <div className="card">
        <Locked />
      </div>
    );
  }
  if (error) return <ProblemPanel what="account" error={error} retry={() => void refetch()} />;
  return <Skeleton lines={8} />;
}

const DIALOGS = {
  credits: CreditsDialog,
  limits: LimitsDialog,
  suspend: SuspendDialog,
  close: CloseDialog,
} as const;

function Sections({ account }: { readonly account: Account }) {
  const { id, apps, owner, members, credits, limits, created_at, closed_at, suspended } = account;
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
  const Opened = open && DIALOGS[open];
  const isOpen = closed_at === null;
  const opener = (what: keyof typeof DIALOGS, label: string) =>
    isOpen && (
      <Button size="sm" onClick={() => setOpen(what)}>
        {label}
      </Button>
    );
  return (
    <>
      <Section
        title={accountTitle(account.app_names)}
        actions={<AccountBadges account={account} />}
      >
        <Facts>
          <Fact name={t("account.id")}>
            <Copyable value={id} label={t("account.accountId")} />
          </Fact>
          <Fact name={t("team.owner")}>
            <Owner owner={owner} />
          </Fact>
          <Fact name={t("team.members")}>{formatCount(members)}</Fact>
          <Fact name={t("layout.apps")}>
            {apps.length === 0
              ? null
              : apps.map(({ app_id, name }) => (
                  <span key={app_id} className="block wrap-anywhere">
                    {name} <code className="font-mono text-note text-soft">{app_id}</code>
                  </span>
                ))}
          </Fact>
          <Fact name={t("console.created")}>
            <Time at={created_at} form="both" />
          </Fact>
          {closed_at && (
            <Fact name={t("console.closed")}>
              <Time at={closed_at} form="both" />
            </Fact>
          )}
          {suspended && (
            <Fact name={t("console.suspended")}>
              <Time at={suspended.at} form="both" />
              <span className="block wrap-anywhere">{suspended.reason}</span>
            </Fact>
          )}
        </Facts>
      </Section>
      <Section title={t("layout.credits")} actions={opener("credits", t("console.changeCredits"))}>
        <Facts>
          <Fact name={t("credits.left")}>{formatCount(credits.available)}</Fact>
          <Fact name={t("credits.granted")}>{formatCount(credits.granted)}</Fact>
          <Fact name={t("credits.spent")}>{formatCount(credits.captured)}</Fact>
        </Facts>
      </Section>
      <Section title={t("console.limits")} actions={opener("limits", t("console.changeLimits"))}>
        <Facts>
          <Fact name={t("console.partsOfBalance")}>{partsText(limits.balance_shards)}</Fact>
          <Fact name={t("console.approvalLimit")}>
            {limits.approval_limit === null
              ? null
              : formatMoney(limits.approval_limit, limits.currency)}
          </Fact>
        </Facts>
      </Section>
      <Section title={t("credits.ledger")} lead={t("console.newestTwenty")} flush>
        <Rows empty={t("credits.noCreditsYet")} isEmpty={account.ledger.length === 0}>
          <Table
            label={t("credits.ledger")}
            columns={LEDGER_COLUMNS}
            items={account.ledger}
            keyOf={({ id }) => id}
          />
        </Rows>
      </Section>
      <Section title={t("account.auditLog")} lead={t("console.newestTwenty")} flush>
        <Rows empty={t("account.noActivityYet")} isEmpty={account.audit.length === 0}>
          <Table
            label={t("account.auditLog")}
            columns={AUDIT_COLUMNS}
            items={account.audit}
            keyOf={({ id }) => id}
          />
        </Rows>
      </Section>
      {isOpen && <SuspendSection account={account} onOpen={() => setOpen("suspend")} />}
      {isOpen && (
        <Section title={t("account.closeAccount")} lead={t("console.closeLead")}>
          <Button look="danger" onClick={() => setOpen("close")}>
            {t("account.closeAccount")}
          </Button>
        </Section>
      )}
      {Opened && <Opened account={account} onClose={() => setOpen(null)} />}
    </>
  );
}

function Rows({
  isEmpty,
  empty,
  children,
}: {
  readonly isEmpty: boolean;
  readonly empty: string;
  readonly children: ReactNode;
}) {
  return isEmpty ? <p className="px-gutter pb-6 text-soft sm:px-6">{empty}</p> : children;
}

const LEDGER_COLUMNS: readonly Column<Entry>[] = [
  {
    header: t("account.action"),
    cell: ({ kind, source, note }) => (
      <>
        <span className="font-medium">{LEDGER_KINDS[kind]}</span>
        <span className="block text-note text-soft wrap-anywhere">
          {ledgerSource(source)}
          {note && ` · ${note}`}
        </span>
      </>
    ),
  },
  {
    header: t("layout.credits"),
    align: "right",
    cell: ({ credits }) => (
      <span className={`tabular-nums ${credits > 0 ? "text-good" : ""}`}>
        {credits > 0 ? "+" : "−"}
        {formatCount(Math.abs(credits))}
      </span>
    ),
  },
  {
    header: t("account.time"),
    align: "right",
    cell: ({ created_at }) => (
      <span className="text-soft">
        <Time at={created_at} />
      </span>
    ),
  },
];

/** What a person types at once. */
const MAX_DIGITS = 9;

/** Grants credits, or takes some back. */
function CreditsDialog({ account, onClose }: Asked) {
  const [kind, setKind] = useState<"grant" | "take">("grant");
  const [amount, setAmount] = useState("");
  const [reference, setReference] = useState("");
  const { mutate, isPending, error } = useAction(
    operator.changeCredits,
    ({ credits }) => toast(t("console.creditsNow", { credits: formatCount(credits.available) })),
    { closes: onClose, refreshesFirst: true },
  );
  const count = Number(amount);
  return (
    <ChangeDialog
      title={t("console.creditsOf", { account: accountTitle(account.app_names) })}
      action={kind === "grant" ? t("console.grant") : t("console.takeBack")}
      isReady={count > 0}
      conflict={t("console.referenceUsed")}
      shown={["credits", "reference"]}
      busy={isPending}
      error={error}
      onSubmit={(reason) =>
        mutate({
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
        onChange={(event) => setAmount(digitsOf(event.target.value).slice(0, MAX_DIGITS))}
        hint={t("console.creditsLeft", { credits: formatCount(account.credits.available) })}
        error={isDigits(amount) ? fieldError(error, "credits") : t("ui.onlyDigits")}
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
function partsText(parts: number): string {
  const payments = formatCount(parts * PAYMENTS_A_SECOND);
  return t("console.paymentsASecond", { parts, payments });
}

/** As the service allows. */
const MOST_PARTS = 8;
const PARTS = Array.from({ length: MOST_PARTS }, (_, place) => place + 1);

/** Changes the number of parts of a balance. */
function LimitsDialog({ account, onClose }: Asked) {
  const before = account.limits.balance_shards;
  const [parts, setParts] = useState(before);
  const { mutate, isPending, error } = useAction(
    operator.changeLimits,
    () => toast(t("console.limitsChanged")),
    { closes: onClose, refreshesFirst: true },
  );
  return (
    <ChangeDialog
      title={t("console.limitsOf", { account: accountTitle(account.app_names) })}
      action={t("console.change")}
      isReady={parts !== before}
      shown={["balance_shards"]}
      busy={isPending}
      error={error}
      onSubmit={(reason) =>
        mutate({ params: { id: account.id }, body: { balance_shards: parts, reason } })
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

/** Closes an account permanently. */
function CloseDialog({ account, onClose }: Asked) {
  const name = accountTitle(account.app_names);
  const { mutate, isPending, error } = useAction(
    operator.endAccount,
    () => toast(t("console.isClosed", { account: name })),
    { closes: onClose, refreshesFirst: true },
  );
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
      busy={isPending}
      error={error}
      onSubmit={(reason) => mutate({ params: { id: account.id }, body: { reason } })}
      onClose={onClose}
    >
      <p className="mb-4 text-soft">{t("console.closeLead")}</p>
    </ChangeDialog>
  );
}
