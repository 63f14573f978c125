import { operator } from "virtual:console-endpoints";
import { useState } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { providerName } from "../../data/apps.tsx";
import { formatTime } from "../../format.ts";
import { useAction, useApiList } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Section } from "../../ui/page.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toast } from "../../ui/toast.tsx";
import { ChangeDialog } from "./change-dialog.tsx";

type Bank = Answer<typeof operator.listBanks>["data"][number];

const STATES: Readonly<Record<Bank["status"], { tone: Tone; label: string }>> = {
  up: { tone: "good", label: t("console.up") },
  degraded: { tone: "warn", label: t("overview.degraded") },
  down: { tone: "bad", label: t("overview.down") },
};

const CAUSES: Readonly<Record<NonNullable<Bank["cause"]>, string>> = {
  no_answer: t("console.noAnswer"),
  bad_answer: t("console.badAnswer"),
  unreadable: t("console.unreadableAnswer"),
  canary_failed: t("console.canaryFailed"),
};

const CANARIES: Readonly<Record<NonNullable<Bank["canary"]>["result"], string>> = {
  passed: t("console.passed"),
  no_answer: CAUSES.no_answer,
  bad_answer: CAUSES.bad_answer,
  unreadable: CAUSES.unreadable,
  contradicted: t("console.contradicted"),
};

interface Open {
  readonly what: "pages" | "switch";
  readonly bank: Bank;
}

const columns = (open: (next: Open) => void): readonly Column<Bank>[] => [
  {
    header: t("overview.bank"),
    cell: (bank) => (
      <>
        <span className="font-medium">{providerName(bank.provider)}</span>
        {!bank.enabled && (
          <span className="block text-note text-soft">{t("console.notInUse")}</span>
        )}
        {bank.unreadable.length > 0 && (
          <button
            type="button"
            onClick={() => open({ what: "pages", bank })}
            className="link block min-h-6 text-left text-note"
          >
            {t("console.unreadablePages", { count: bank.unreadable.length })}
          </button>
        )}
      </>
    ),
  },
  { header: t("console.state"), cell: (bank) => <State bank={bank} /> },
  {
    header: t("console.canary"),
    from: "sm",
    cell: ({ canary }) =>
      canary ? <Canary canary={canary} /> : <span className="text-soft">{t("ui.none")}</span>,
  },
  {
    header: t("account.actions"),
    align: "right",
    cell: (bank) => (
      <Button size="sm" onClick={() => open({ what: "switch", bank })}>
        {bank.switched_off ? t("console.switchOn") : t("console.switchOff")}
      </Button>
    ),
  },
];

/** Every bank with its state. The page follows it while it is open. */
export function BanksTab() {
  const list = useApiList(operator.listBanks, {}, { refetchEveryMs: 15_000 });
  // The bank as it was when the user asked: what the page reads meanwhile turns no question around.
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title={t("console.banks")} lead={t("console.banksLead")} flush>
      <ListTable
        label={t("console.banks")}
        list={list}
        columns={columns(setOpen)}
        keyOf={({ provider }) => provider}
        isBad={({ switched_off }) => switched_off !== null}
        empty={null}
      />
      {open?.what === "pages" && <PagesDialog bank={open.bank} onClose={close} />}
      {open?.what === "switch" && <SwitchDialog bank={open.bank} onClose={close} />}
    </Section>
  );
}

function Canary({ canary: { result, at } }: { readonly canary: NonNullable<Bank["canary"]> }) {
  return (
    <>
      {result === "passed" ? CANARIES.passed : <Badge tone="bad">{CANARIES[result]}</Badge>}{" "}
      <span className="text-note text-soft sm:block">
        <Time at={at} />
      </span>
    </>
  );
}

function State({ bank }: { readonly bank: Bank }) {
  const { status, switched_off: off, cause, since, canary } = bank;
  if (off) {
    return (
      <>
        <Badge tone="bad">{t("console.switchedOff")}</Badge>
        <span className="block max-w-64 min-w-24 text-note text-soft wrap-anywhere">
          <Time at={off.at} />: {off.reason}
        </span>
      </>
    );
  }
  const { tone, label } = STATES[status];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {cause && (
        <span className="block text-note text-soft">
          {CAUSES[cause]}
          {since && (
            <>
              {", "}
              <Time at={since} />
            </>
          )}
        </span>
      )}
      {canary && (
        <span className="mt-1 block text-note text-soft sm:hidden narrow:hidden">
          {t("console.canary")}: <Canary canary={canary} />
        </span>
      )}
    </>
  );
}

interface Asked {
  readonly bank: Bank;
  readonly onClose: () => void;
}

function PagesDialog({ bank: { provider, unreadable }, onClose }: Asked) {
  return (
    <Dialog
      wide
      title={t("console.unreadableOf", { bank: providerName(provider) })}
      onClose={onClose}
    >
      <p className="mb-4 text-soft">{t("console.unreadableLead")}</p>
      <ul className="space-y-6">
        {unreadable.map(({ at, why, text }) => (
          <li key={at}>
            <p className="mb-2">
              <Time at={at} form="both" />
              <span lang="en" className="block text-soft wrap-anywhere">
                {why}
              </span>
            </p>
            {text === null ? (
              <p className="text-soft">{t("console.noText")}</p>
            ) : (
              <CodeBlock label={t("console.maskedPage", { time: formatTime(at) })}>
                {text}
              </CodeBlock>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function SwitchDialog({ bank: { provider, switched_off }, onClose }: Asked) {
  const turnsOn = switched_off !== null;
  const bank = providerName(provider);
  const { mutate, isPending, error } = useAction(
    operator.switchBank,
    () => toast(turnsOn ? t("console.isOn", { bank }) : t("console.isOff", { bank })),
    { closes: onClose, refreshesFirst: true },
  );
  const title = turnsOn ? t("console.turnOn", { bank }) : t("console.turnOff", { bank });
  return (
    <ChangeDialog
      title={title}
      action={turnsOn ? t("console.switchOn") : t("console.switchOff")}
      {...(!turnsOn && {
        again: {
          title: t("console.turnOffNow", { bank }),
          hint: t("console.turnOffAgain", { bank }),
          action: title,
        },
      })}
      conflict={t("console.switchedBefore")}
      busy={isPending}
      error={error}
      onSubmit={(reason) => mutate({ params: { provider }, body: { enabled: turnsOn, reason } })}
      onClose={onClose}
    >
      <p className="mb-4 text-soft">
        {turnsOn ? t("console.turnOnHint") : t("console.turnOffHint")}
      </p>
    </ChangeDialog>
  );
}
