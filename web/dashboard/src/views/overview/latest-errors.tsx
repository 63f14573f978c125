import { books, insight } from "virtual:endpoints";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useInReview } from "../../data/checkouts.ts";
import { formatCount } from "../../format.ts";
import { useApi } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Text } from "../../texts/text.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Section } from "../../ui/page.tsx";
import { ProblemNotice } from "../../ui/problem.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { issueWords } from "../errors/issue-words.ts";

const SHOWN = 4;

export function LatestErrors() {
  const errors = useApi(insight.listErrors, {}, { refetchEveryMs: 30_000 });
  const inReview = useInReview();
  // Nothing for members without a look at the books.
  const statements = useApi(books.listStatements, { query: { limit: "100" } }).data?.data ?? [];
  const openPoints = statements.reduce((sum, { open_points }) => sum + open_points, 0);
  const groups = errors.data?.data ?? [];
  const waits = inReview !== undefined && inReview.count > 0;
  return (
    <Section title={t("overview.needsAttention")} flush>
      {errors.isPending || inReview === undefined ? (
        <Skeleton lines={2} />
      ) : errors.error ? (
        <div className="px-gutter sm:px-6 pb-6">
          <ProblemNotice error={errors.error} />
        </div>
      ) : groups.length === 0 && !waits && openPoints === 0 ? (
        <p className="px-gutter sm:px-6 pb-6 text-soft">
          {t("overview.nothingNeedsYourAttention")}
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {waits && (
            <Row>
              <Link to="/checkouts" search={{ status: "review" }} className="row-link font-medium">
                {t("overview.inReview", { inReview: inReview.shown })}
              </Link>
              <p className="text-note text-soft">{t("overview.approveOrRejectThese")}</p>
            </Row>
          )}
          {openPoints > 0 && (
            <Row>
              <Link to="/books" className="row-link font-medium">
                {t("overview.booksOpen", { count: openPoints })}
              </Link>
              <p className="text-note text-soft">{t("overview.booksOpenLead")}</p>
            </Row>
          )}
          {groups.slice(0, SHOWN).map((group) => (
            <Row key={group.kind}>
              <Link to="/errors" className="row-link font-medium">
                {issueWords(group).title}
              </Link>{" "}
              <Badge tone="bad">{formatCount(group.count)}</Badge>
              <p className="text-note text-soft">
                <Text id="overview.last" values={{ time: <Time at={group.last_at} /> }} />
              </p>
            </Row>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** One thing to look at; the whole row is its link. */
function Row({ children }: { readonly children: ReactNode }) {
  return (
    <li className="relative flex items-center gap-3 px-gutter py-3 hover:bg-raised sm:px-6">
      <div className="min-w-0 flex-1">{children}</div>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-soft" />
    </li>
  );
}
