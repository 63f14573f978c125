import { operator } from "virtual:console-endpoints";
import { CircleCheck, Rocket } from "lucide-react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { formatDay, formatMoney, shorten } from "../../format.ts";
import { useApi } from "../../query.ts";
import { formatCount, t } from "../../texts/t.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { BarChart } from "../../ui/bar-chart.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { Fact, Facts, Section } from "../../ui/page.tsx";
import { Empty, ProblemPanel, Skeleton } from "../../ui/problem.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";

type Operations = Answer<typeof operator.readOperations>;
type Release = Operations["releases"][number];
type Sample = Operations["samples"][number];
type Counts = Operations["sms"]["today"];

/** What the service says about itself. */
export function OperationsTab() {
  const { data, error, refetch } = useApi(operator.readOperations, {}, { refetchEveryMs: 60_000 });
  if (error && !data) return <ProblemPanel error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return (
    <>
      <Section title={t("console.version")}>
        <Facts>
          <Fact name={t("console.version")}>{data.version}</Fact>
          <Fact name={t("console.stage")}>
            <code className="font-mono text-note">{data.stage}</code>
          </Fact>
          <Fact name={t("console.functionVersion")}>
            <code className="font-mono text-note">{data.function_version}</code>
          </Fact>
        </Facts>
      </Section>
      <Section title={t("console.releases")} lead={t("console.releasesLead")} flush>
        {data.releases.length === 0 ? (
          <Empty icon={Rocket} title={t("console.noReleases")}>
            {t("console.noReleasesYet")}
          </Empty>
        ) : (
          <Table
            label={t("console.releases")}
            columns={RELEASE_COLUMNS}
            items={data.releases}
            keyOf={({ started_at, functions }) => `${started_at} ${functions[0]?.name}`}
            isBad={({ state }) => RELEASE_STATES[state].tone === "bad"}
          />
        )}
      </Section>
      <Section title={t("console.invariants")} lead={t("console.invariantsLead")} flush>
        {data.samples.length === 0 ? (
          <Empty icon={CircleCheck} title={t("console.noSamples")}>
            {t("console.noSamplesYet")}
          </Empty>
        ) : (
          <Table
            label={t("console.invariants")}
            columns={SAMPLE_COLUMNS}
            items={data.samples}
            keyOf={({ at }) => at}
            isBad={({ broken }) => broken > 0}
          />
        )}
      </Section>
      <SmsSection sms={data.sms} />
    </>
  );
}

const RELEASE_STATES: Readonly<
  Record<Release["state"], { readonly said: string; readonly tone: Tone }>
> = {
  running: { said: t("console.releaseRunning"), tone: "info" },
  succeeded: { said: t("console.releaseSucceeded"), tone: "good" },
  withdrawing: { said: t("console.releaseWithdrawing"), tone: "bad" },
  withdrawn: { said: t("console.releaseWithdrawn"), tone: "bad" },
  failed: { said: t("console.releaseFailed"), tone: "bad" },
  unknown: { said: t("console.releaseUnknown"), tone: "warn" },
};

const RELEASE_COLUMNS: readonly Column<Release>[] = [
  {
    header: t("console.releaseStarted"),
    cell: ({ started_at, alarms, functions }) => (
      <>
        <Time at={started_at} form="both" />
        {alarms.map((alarm) => (
          <span key={alarm} className="mt-1 block text-note text-soft wrap-anywhere">
            {t("console.stoppedBy")} <code className="font-mono">{alarm}</code>
          </span>
        ))}
        <Functions functions={functions} />
      </>
    ),
  },
  {
    header: t("console.releaseEnded"),
    from: "md",
    cell: ({ ended_at }) => (ended_at === null ? "–" : <Time at={ended_at} form="both" />),
  },
  {
    header: t("console.state"),
    align: "right",
    cell: ({ state, percent }) => (
      <>
        <Badge tone={RELEASE_STATES[state].tone}>{RELEASE_STATES[state].said}</Badge>
        <span className="mt-1 block text-note text-soft">{shareOf(state, percent)}</span>
      </>
    ),
  },
];

function Functions({ functions }: Pick<Release, "functions">) {
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-soft">
        {t("console.functionsOf", { count: functions.length })}
      </summary>
      <ul className="mt-1 space-y-1 text-note text-soft">
        {functions.map(({ name, from, to, state }) => (
          <li key={name} className="wrap-anywhere">
            <code className="font-mono">{name}</code>{" "}
            {from !== null && to !== null && t("console.versionChange", { from, to })}
            {" · "}
            {RELEASE_STATES[state].said}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What the new version gets now. */
function shareOf(state: Release["state"], percent: number): string {
  if (state === "unknown" || state === "failed") return "";
  if (state === "withdrawn") return t("console.noRequests");
  const isPart = state !== "succeeded" && percent < 100;
  return isPart ? t("console.partOfRequests", { percent }) : t("console.allOfRequests");
}

const SAMPLE_COLUMNS: readonly Column<Sample>[] = [
  {
    header: t("account.time"),
    cell: ({ at, faults }) => (
      <>
        <Time at={at} form={faults.length > 0 ? "both" : "relative"} />
        {faults.length > 0 && (
          <ul className="mt-1 space-y-1">
            {faults.map(({ account_id, why }) => (
              <li key={`${account_id} ${why}`} className="text-note text-soft wrap-anywhere">
                <Copyable
                  value={account_id}
                  label={t("account.accountId")}
                  shown={shorten(account_id)}
                />
                <span lang="en" className="block">
                  {why}
                </span>
              </li>
            ))}
          </ul>
        )}
      </>
    ),
  },
  {
    header: t("console.accountsLookedAt"),
    from: "sm",
    align: "right",
    cell: ({ accounts }) => <span className="tabular-nums">{formatCount(accounts)}</span>,
  },
  {
    header: t("console.broken"),
    align: "right",
    cell: ({ broken }) =>
      broken === 0 ? (
        <Badge tone="good">{t("ui.none")}</Badge>
      ) : (
        <Badge tone="bad">{formatCount(broken)}</Badge>
      ),
  },
];

interface Line {
  readonly what: string;
  readonly today: string;
  readonly month: string;
}

const LINE_COLUMNS: readonly Column<Line>[] = [
  { header: t("console.sent"), cell: ({ what }) => what },
  {
    header: t("console.today"),
    align: "right",
    cell: ({ today }) => <span className="tabular-nums">{today}</span>,
  },
  {
    header: t("console.thisMonth"),
    align: "right",
    cell: ({ month }) => <span className="tabular-nums">{month}</span>,
  },
];

function SmsSection({ sms }: { readonly sms: Operations["sms"] }) {
  const { currency, today, month, days } = sms;
  const line = (what: string, shown: (counts: Counts) => string): Line => ({
    what,
    today: shown(today),
    month: shown(month),
  });
  const lines = [
    line(t("console.loginCodes"), ({ login }) => formatCount(login)),
    line(t("console.invitations"), ({ invitation }) => formatCount(invitation)),
    line(t("console.notices"), ({ notice }) => formatCount(notice)),
    line(t("console.messages"), ({ messages }) => formatCount(messages)),
    line(t("console.parts"), ({ parts }) => formatCount(parts)),
    line(t("console.cost"), ({ cost }) =>
      cost === null ? t("console.noPrice") : formatMoney(cost, currency),
    ),
  ];
  return (
    <Section title={t("console.sms")} lead={t("console.smsLead")} flush>
      <Table
        label={t("console.sms")}
        columns={LINE_COLUMNS}
        items={lines}
        keyOf={({ what }) => what}
      />
      {days.length > 1 && (
        <div className="border-t border-line px-gutter py-5 sm:px-6">
          <BarChart
            title={t("console.smsByDay")}
            total={null}
            bars={days.toReversed().map(({ day, messages }) => ({
              label: formatDay(day),
              value: messages,
              shown: formatCount(messages),
            }))}
          />
        </div>
      )}
    </Section>
  );
}
