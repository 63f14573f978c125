import { books } from "virtual:endpoints";
import { useParams } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { client } from "../../client.ts";
import { providerName } from "../../data/apps.tsx";
import { useSaveCsv } from "../../data/export.ts";
import { formatCount, formatMoney } from "../../format.ts";
import { useApi } from "../../query.ts";
import { type TextKey, t } from "../../texts/t.ts";
import { Fact, Facts, Page, Section } from "../../ui/page.tsx";
import { Empty, Notice, ProblemPanel, Skeleton } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { PointRow } from "./point-row.tsx";
import { SettleDialog } from "./settle-dialog.tsx";
import { type Point, type Statement, shownDays } from "./statement.ts";

/** The kinds of points in the order of their weight. */
const KINDS: readonly (readonly [Point["kind"], title: TextKey, advice: TextKey])[] = [
  ["missing", "books.missing", "books.missingAdvice"],
  ["reversed", "books.reversed", "books.reversedAdvice"],
  ["amounts_differ", "books.amountsDiffer", "books.amountsDifferAdvice"],
  ["unknown", "books.unknown", "books.unknownAdvice"],
];

/** What a comparison has found: the differences first. */
export function StatementView() {
  const { statementId } = useParams({ from: "/inside/books/statements/$statementId" });
  const input = { params: { id: statementId } };
  const { data, error, refetch } = useApi(books.readStatement, input);
  const [settling, setSettling] = useState<Point | null>(null);
  const csv = useSaveCsv("statement", { statementId }, async () => {
    const text = await client.call(books.readStatement, { ...input, query: { format: "csv" } });
    if (typeof text !== "string") throw new Error("the answer is no CSV");
    return { csv: text, nextCursor: null };
  });
  const back = { to: "/books", label: t("layout.books") } as const;
  if (typeof data !== "object") {
    return (
      <Page title={t("books.statement")} back={back}>
        {error ? (
          <ProblemPanel error={error} retry={() => void refetch()} what="statement" />
        ) : (
          <Skeleton lines={8} />
        )}
      </Page>
    );
  }
  return (
    <Page
      title={shownDays(data.from, data.to)}
      lead={`${providerName(data.provider)} ${data.account_number}`}
      back={back}
      more={[csv]}
    >
      <Totals statement={data} />
      {data.points_left_out > 0 && (
        <div className="mb-6">
          <Notice kind="warn">{t("books.pointsLeftOut", { count: data.points_left_out })}</Notice>
        </div>
      )}
      {data.points.length === 0 && (
        <div className="card mb-6">
          <Empty icon={CircleCheck} title={t("books.bankAgrees")}>
            {t("books.bankAgreesExplained")}
          </Empty>
        </div>
      )}
      {KINDS.map(([kind, title, advice]) => {
        const points = data.points.filter((point) => point.kind === kind);
        if (points.length === 0) return null;
        return (
          <Section
            key={kind}
            title={`${t(title)} (${formatCount(points.length)})`}
            lead={t(advice)}
            flush
          >
            <ul className="divide-y divide-line border-t border-line">
              {points.map((point) => (
                <PointRow
                  key={point.id}
                  point={point}
                  statement={data}
                  onSettle={() => setSettling(point)}
                />
              ))}
            </ul>
          </Section>
        );
      })}
      {settling && (
        <SettleDialog statementId={data.id} point={settling} onClose={() => setSettling(null)} />
      )}
    </Page>
  );
}

/** The sums, which add up to those of the statement. */
function Totals({ statement }: { readonly statement: Statement }) {
  const { currency, waiting, money_in, money_out, agreed, missing, other, complete } = statement;
  const shown = ({ count, amount }: Statement["agreed"]) =>
    `${formatMoney(amount, currency)} (${formatCount(count)})`;
  const reasons = [
    [waiting.too_soon, "books.waitTooSoon"],
    [waiting.not_covered, "books.waitNotCovered"],
    [waiting.account_unknown, "books.waitAccountUnknown"],
    [waiting.confirmed_before, "books.waitConfirmedBefore"],
  ] as const;
  return (
    <Section>
      <Facts>
        <Fact name={t("books.moneyIn")}>{shown(money_in)}</Fact>
        <Fact name={t("books.agreed")}>{shown(agreed)}</Fact>
        <Fact name={t("books.missing")}>{shown(missing)}</Fact>
        <Fact name={t("books.reversed")}>{shown(statement.reversed)}</Fact>
        <Fact name={t("books.amountsDiffer")}>{shown(statement.amounts_differ)}</Fact>
        <Fact name={t("books.unknown")}>{shown(statement.unknown)}</Fact>
        <Fact name={t("books.moneyOut")}>{shown(money_out)}</Fact>
        <Fact name={t("books.other")}>{shown(other)}</Fact>
        <Fact name={t("books.completeDaysShort")}>
          {complete.length === 0
            ? null
            : complete.map(({ from, to }) => shownDays(from, to)).join(", ")}
        </Fact>
        <Fact name={t("books.comparedAt")}>
          <Time at={statement.compared_at} />
        </Fact>
      </Facts>
      {reasons
        .filter(([count]) => count > 0)
        .map(([count, key]) => (
          <p key={key} className="mt-3 text-soft">
            {t(key, { count })}
          </p>
        ))}
    </Section>
  );
}
