import { insight } from "virtual:endpoints";
import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { csvOfObjects, useSaveCsv } from "../../data/export.ts";
import { formatCount } from "../../format.ts";
import { useApiList } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Page } from "../../ui/page.tsx";
import { ProblemPanel } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import type { IssueGroup } from "./issue.ts";
import { IssueObject } from "./issue-object.tsx";
import { issueWords } from "./issue-words.ts";

/** Problems that need the user, and what to do about them. */
export function ErrorsView() {
  const list = useApiList(insight.listErrors, {}, { refetchEveryMs: 15_000 });
  const exportErrors = useSaveCsv("errors", {}, async () => ({
    // A kind lists at most 20 objects; its count shows how many there are.
    csv: csvOfObjects(
      list.items.flatMap(({ kind, count, objects }) =>
        objects.map((object) => ({ kind, count_of_kind: count, ...object })),
      ),
    ),
    nextCursor: null,
  }));
  return (
    <Page title={t("layout.errors")} lead={t("errors.problemsThatNeedYour")} more={[exportErrors]}>
      {list.isPending ? (
        <div className="card">
          <Skeleton lines={6} />
        </div>
      ) : list.error && list.items.length === 0 ? (
        <ProblemPanel error={list.error} retry={() => void list.refetch()} />
      ) : list.items.length === 0 ? (
        <div className="card">
          <Empty icon={CircleCheck} title={t("errors.nothingNeedsYourAttention")}>
            <Text
              id="errors.failedWebhooksDisabledEndpoints"
              values={{
                link: (
                  <Link to="/checkouts" search={{ status: "review" }} className="link">
                    {t("errors.checkoutsInReview")}
                  </Link>
                ),
              }}
            />
          </Empty>
        </div>
      ) : (
        list.items.map((group) => <Group key={group.kind} group={group} />)
      )}
    </Page>
  );
}

function Group({ group }: { readonly group: IssueGroup }) {
  const more = group.count - group.objects.length;
  const { title, advice } = issueWords(group);
  return (
    <section className="card mb-6 overflow-hidden">
      <header className="px-gutter pt-5 pb-4 sm:px-6">
        <h2 className="flex flex-wrap items-center gap-2 text-base font-semibold">
          {title} <Badge tone="bad">{formatCount(group.count)}</Badge>
        </h2>
        <p className="mt-1">
          <span className="font-medium">{t("errors.whatToDo")}</span> {advice}
        </p>
        <p className="mt-1 text-note text-soft">
          <Text
            id="errors.firstLast"
            values={{ time: <Time at={group.first_at} />, time2: <Time at={group.last_at} /> }}
          />
        </p>
      </header>
      <ul className="divide-y divide-line border-t border-line">
        {group.objects.map((object) => (
          <IssueObject key={object.id} object={object} kind={group.kind} />
        ))}
      </ul>
      {more > 0 && (
        <p className="border-t border-line px-gutter py-3 text-soft sm:px-6">
          {t("errors.andMore", { more: formatCount(more) })}
        </p>
      )}
    </section>
  );
}
