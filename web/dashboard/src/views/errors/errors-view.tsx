import { insight } from "virtual:endpoints";
import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { formatCount } from "../../format.ts";
import { useApiList } from "../../query.ts";
import { Badge } from "../../ui/badge.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Page } from "../../ui/page.tsx";
import { ProblemPanel } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import type { IssueGroup } from "./issue.ts";
import { IssueObject } from "./issue-object.tsx";

/** What failed and needs a person, and what to do about it. */
export function ErrorsView() {
  const list = useApiList(insight.listErrors, {}, { refetchEveryMs: 15_000 });
  return (
    <Page
      title="Errors"
      lead="What needs a person, by kind. What mends itself, and what was mended, is not here."
    >
      {list.isPending ? (
        <div className="card">
          <Skeleton lines={6} />
        </div>
      ) : list.error && list.items.length === 0 ? (
        <ProblemPanel error={list.error} retry={() => void list.refetch()} />
      ) : list.items.length === 0 ? (
        <div className="card">
          <Empty icon={CircleCheck} title="Nothing needs you">
            Failed webhooks, disabled endpoints, outages of banks and payments that came short would
            stand here, with what to do next. Payments that wait for your decision stand under{" "}
            <Link to="/checkouts" search={{ status: "review" }} className="link">
              Checkouts, in review
            </Link>
            .
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
  return (
    <section className="card mb-6 overflow-hidden">
      <header className="px-5 pt-5 pb-4 sm:px-6">
        <h2 className="flex flex-wrap items-center gap-2 text-base font-semibold">
          {group.title} <Badge tone="bad">{formatCount(group.count)}</Badge>
        </h2>
        <p className="mt-1">
          <span className="font-medium">What to do: </span>
          {group.advice}
        </p>
        <p className="mt-1 text-[13px] text-soft">
          First <Time at={group.first_at} />, last <Time at={group.last_at} />
        </p>
      </header>
      <ul className="divide-y divide-line border-t border-line">
        {group.objects.map((object) => (
          <IssueObject key={object.id} object={object} kind={group.kind} />
        ))}
      </ul>
      {more > 0 && (
        <p className="border-t border-line px-5 py-3 text-soft sm:px-6">
          and {formatCount(more)} more
        </p>
      )}
    </section>
  );
}
