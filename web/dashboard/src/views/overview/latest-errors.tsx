import { insight } from "virtual:endpoints";
import { Link } from "@tanstack/react-router";
import { useInReview } from "../../data/checkouts.ts";
import { formatCount } from "../../format.ts";
import { useApi } from "../../query.ts";
import { Badge } from "../../ui/badge.tsx";
import { Section } from "../../ui/page.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";

const SHOWN = 4;

export function LatestErrors() {
  const errors = useApi(insight.listErrors, {}, { refetchEveryMs: 30_000 });
  const inReview = useInReview();
  const groups = errors.data?.data ?? [];
  const waits = inReview !== undefined && inReview.count > 0;
  return (
    <Section title="Needs you" flush>
      {errors.isPending || inReview === undefined ? (
        <Skeleton lines={2} />
      ) : errors.error ? (
        <div className="px-6 pb-6">
          <ProblemNotice error={errors.error} />
        </div>
      ) : groups.length === 0 && !waits ? (
        <p className="px-6 pb-6 text-soft">Nothing. All is well.</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {waits && (
            <li className="relative px-5 py-3 hover:bg-raised sm:px-6">
              <Link to="/checkouts" search={{ status: "review" }} className="row-link font-medium">
                {inReview.shown} in review
              </Link>
              <p className="text-[13px] text-soft">Payments that you approve or reject</p>
            </li>
          )}
          {groups.slice(0, SHOWN).map((group) => (
            <li key={group.kind} className="relative px-5 py-3 hover:bg-raised sm:px-6">
              <Link to="/errors" className="row-link font-medium">
                {group.title}
              </Link>{" "}
              <Badge tone="bad">{formatCount(group.count)}</Badge>
              <p className="text-[13px] text-soft">
                Last <Time at={group.last_at} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
