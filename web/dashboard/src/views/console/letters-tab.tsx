import { operator } from "virtual:console-endpoints";
import { Link } from "@tanstack/react-router";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { useApiList } from "../../query.ts";
import { formatCount, t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Section } from "../../ui/page.tsx";
import { type Column, ListTable } from "../../ui/table.tsx";

const COLUMNS: readonly Column<Queue>[] = [
  {
    header: t("console.queue"),
    cell: ({ queue }) => (
      <>
        <Link
          to="/console/dead-letters/$queue"
          params={{ queue }}
          className="row-link font-medium wrap-anywhere"
        >
          {QUEUE_WORDS[queue]}
        </Link>
        <code className="block font-mono text-note text-soft wrap-anywhere">{queue}</code>
      </>
    ),
  },
  {
    header: t("console.letters"),
    align: "right",
    cell: ({ letters }) =>
      letters === 0 ? (
        <span className="text-soft">0</span>
      ) : (
        <Badge tone="bad">{formatCount(letters)}</Badge>
      ),
  },
];

/** Every dead-letter queue with the number of its letters. */
export function LettersTab() {
  const list = useApiList(operator.listDeadQueues, {}, { refetchEveryMs: 30_000 });
  return (
    <Section title={t("console.deadLetters")} lead={t("console.lettersLead")} flush>
      <ListTable
        label={t("console.deadLetters")}
        list={list}
        columns={COLUMNS}
        keyOf={({ queue }) => queue}
        isBad={({ letters }) => letters > 0}
        empty={null}
      />
    </Section>
  );
}

export type Queue = Answer<typeof operator.listDeadQueues>["data"][number];

/** What the letters of a queue are. */
export const QUEUE_WORDS: Readonly<Record<Queue["queue"], string>> = {
  "verification-dead": t("console.verificationDead"),
  "fan-out-dead": t("console.fanOutDead"),
  "delivery-dead": t("console.deliveryDead"),
  "delivery-slow-dead": t("console.deliverySlowDead"),
  "recovery-dead": t("console.recoveryDead"),
  "follow-up-dead": t("console.followUpDead"),
  "notices-dead": t("console.noticesDead"),
  "notifications-dead": t("console.notificationsDead"),
  "stream-dead": t("console.streamDead"),
  "schedules-dead": t("console.schedulesDead"),
  "bus-dead": t("console.busDead"),
};
