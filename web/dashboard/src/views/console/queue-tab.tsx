import { operator } from "virtual:console-endpoints";
import { useParams } from "@tanstack/react-router";
import { MailCheck } from "lucide-react";
import { useState } from "react";
import type { Answer } from "../../../../../lib/contract/client-types.ts";
import { formatTime } from "../../format.ts";
import { useProof } from "../../proof.ts";
import { useAction, useApi } from "../../query.ts";
import { formatCount, t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/copy.tsx";
import { BackLink, Section } from "../../ui/page.tsx";
import { Empty, Notice, ProblemPanel, Skeleton } from "../../ui/problem.tsx";
import { toast } from "../../ui/toast.tsx";
import { ChangeDialog } from "./change-dialog.tsx";
import { Locked } from "./console-view.tsx";
import { QUEUE_WORDS, type Queue } from "./letters-tab.tsx";

type Letter = Answer<typeof operator.listDeadLetters>["data"][number];

/** One dead-letter queue: shows its letters and sends them back to where they failed. */
export function QueueTab() {
  const { queue: name } = useParams({ from: "/inside/console/dead-letters/$queue" });
  const { data, error, refetch } = useApi(operator.listDeadQueues, {});
  const queue = data?.data.find(({ queue }) => queue === name);
  const [replayed, setReplayed] = useState<{ readonly letter: Letter | null } | null>(null);
  return (
    <>
      <BackLink to="/console/dead-letters" label={t("console.deadLetters")} />
      {error && !data ? (
        <ProblemPanel error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton />
      ) : !queue ? (
        <Section>{t("ui.thereIsNothingHere")}</Section>
      ) : (
        <Section
          title={QUEUE_WORDS[queue.queue]}
          lead={t("console.lettersInQueue", { count: queue.letters })}
          actions={
            queue.replayable &&
            queue.letters > 0 && (
              <Button size="sm" onClick={() => setReplayed({ letter: null })}>
                {t("console.sendAllBack")}
              </Button>
            )
          }
        >
          {!queue.replayable && (
            <div className="mb-4">
              <Notice>{t("console.notReplayable")}</Notice>
            </div>
          )}
          <Letters queue={queue} onReplay={(letter) => setReplayed({ letter })} />
        </Section>
      )}
      {queue && replayed && (
        <ReplayDialog queue={queue} {...replayed} onClose={() => setReplayed(null)} />
      )}
    </>
  );
}

function Letters({
  queue,
  onReplay,
}: {
  readonly queue: Queue;
  readonly onReplay: (letter: Letter) => void;
}) {
  const { isLocked } = useProof();
  const params = { queue: queue.queue };
  const { data, error, refetch } = useApi(
    operator.listDeadLetters,
    { params },
    { enabled: !isLocked },
  );
  if (!data) {
    if (isLocked) return <Locked />;
    if (error) return <ProblemPanel error={error} retry={() => void refetch()} />;
    return <Skeleton />;
  }
  if (data.data.length === 0 && queue.letters === 0) {
    return <Empty icon={MailCheck} title={t("console.noLetters")} />;
  }
  return (
    <>
      {data.data.length < queue.letters && (
        <p className="mb-4 text-soft">{t("console.notAllShown")}</p>
      )}
      <ul className="space-y-6">
        {data.data.map((letter, place) => (
          <li key={letter.id}>
            <CodeBlock
              label={t("console.letterOf", { number: place + 1, time: formatTime(letter.sent_at) })}
            >
              {letter.body}
            </CodeBlock>
            <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
              <code className="font-mono text-note text-soft wrap-anywhere">{letter.id}</code>
              {queue.replayable && (
                <Button size="sm" onClick={() => onReplay(letter)}>
                  {t("console.sendBack")}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function ReplayDialog({
  queue: { queue, letters },
  letter,
  onClose,
}: {
  readonly queue: Queue;
  /** Null: all of them. */
  readonly letter: Letter | null;
  readonly onClose: () => void;
}) {
  const { mutate, isPending, error } = useAction(
    operator.replayDeadLetters,
    ({ letters }) => toast(t("console.sentBack", { count: letters })),
    { closes: onClose, refreshesFirst: true },
  );
  return (
    <ChangeDialog
      title={
        letter === null
          ? t("console.sendBackAllOf", { count: formatCount(letters) })
          : t("console.sendOneBack")
      }
      action={letter === null ? t("console.sendAllBack") : t("console.sendBack")}
      busy={isPending}
      error={error}
      onSubmit={(reason) =>
        mutate({ params: { queue }, body: { ...(letter !== null && { id: letter.id }), reason } })
      }
      onClose={onClose}
    >
      <p className="mb-4 text-soft">{t("console.sendBackHint")}</p>
    </ChangeDialog>
  );
}
