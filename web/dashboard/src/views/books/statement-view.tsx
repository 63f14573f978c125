import { books, checkouts } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { addDays, startOfDay } from "../../../../../lib/contract/days.ts";
import { client, readPages } from "../../client.ts";
import { accountText } from "../../data/apps.tsx";
import type { Checkout } from "../../data/checkouts.ts";
import { useSaveCsv } from "../../data/export.ts";
import { formatMoney, shorten } from "../../format.ts";
import { useMay } from "../../may.ts";
import { useApi } from "../../query.ts";
import { formatCount, type TextKey, t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { takeLostFocus } from "../../ui/lost-focus.ts";
import { Fact, Facts, Page, Section } from "../../ui/page.tsx";
import { Empty, Notice, ProblemPanel, Skeleton } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { StatusBadge } from "../checkouts/checkout-facts.tsx";
import { SellDialog, SettleDialog, SettledBy, Sides } from "./point-dialogs.tsx";
import { type Point, rowTextOf, type Statement, shownDays } from "./statement.ts";

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
  const [settlingId, setSettlingId] = useState<string | null>(null);
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
  const settling = data.points.find(({ id }) => id === settlingId);
  return (
    <Page title={shownDays(data.from, data.to)} lead={accountText(data)} back={back} more={[csv]}>
      <Totals statement={data} />
      {data.points_left_out > 0 && (
        <div className="mb-6">
          <Notice kind="warn">{t("books.pointsLeftOut", { count: data.points_left_out })}</Notice>
        </div>
      )}
      {data.points.length === 0 && <NoPoints statement={data} />}
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
                  onSettle={() => setSettlingId(point.id)}
                />
              ))}
            </ul>
          </Section>
        );
      })}
      {settling && (
        <SettleDialog statement={data} point={settling} onClose={() => setSettlingId(null)} />
      )}
    </Page>
  );
}

/** In place of the differences: there are none, but the bank agrees only where it has confirmed each payment. */
function NoPoints({ statement: { waiting } }: { readonly statement: Statement }) {
  const isSure = waiting.too_soon + waiting.not_covered + waiting.account_unknown === 0;
  return (
    <div className="card mb-6">
      <Empty icon={CircleCheck} title={t(isSure ? "books.bankAgrees" : "books.noDifferences")}>
        {t(isSure ? "books.bankAgreesExplained" : "books.noDifferencesExplained")}
      </Empty>
    </div>
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

/** A checkout lives seven days at most, and a day after that. */
const LIFE_DAYS = 8;
const UNDECIDED = ["open", "verifying", "expired", "review"] as const;

/** The most of one status that are offered, newest first. */
const MOST_OFFERED = 100;

/** Undecided checkouts that this money could be for: of the same amount in its currency, or with the same rest to pay. */
function useFitting({ booked_on, booked_amount }: Point, currency: string) {
  const amount = booked_amount ?? 0;
  const search = (amount / 100).toFixed(2);
  const [from, to] = [addDays(booked_on ?? "", -LIFE_DAYS), addDays(booked_on ?? "", 1)];
  const query = {
    ...({ livemode: "true", search } as const),
    created_gte: new Date(startOfDay(from)).toISOString(),
    created_lt: new Date(startOfDay(addDays(to, 1))).toISOString(),
  };
  const read = useQuery({
    queryKey: ["fitting", query, currency],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        UNDECIDED.map((status) => {
          const input = { query: { ...query, status } };
          const route = checkouts.listCheckouts;
          return readPages<Checkout, typeof route>(route, input, MOST_OFFERED, { signal });
        }),
      );
      return {
        fitting: lists
          .flatMap(({ rows }) => rows)
          .filter((one) => one.amount_due === amount || one.amount === amount)
          .filter((one) => one.currency === currency),
        hasMore: lists.some(({ nextCursor }) => nextCursor !== null),
      };
    },
  });
  return { ...read, filters: { search, from, to } };
}

interface Props {
  readonly point: Point;
  readonly statement: Statement;
  readonly onSettle: () => void;
}

/** One difference: both sides of it, and what can be done. */
function PointRow({ point, statement, onSettle }: Props) {
  const { currency, id } = statement;
  const { checkout_id, reference, settled, among, line } = point;
  const text = rowTextOf(id, line);
  const [isOpen, setOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const isSettled = settled !== null;
  const wasSettled = useRef(isSettled);
  useEffect(() => {
    // The buttons that settled it are gone, and with them the focus.
    if (isSettled && !wasSettled.current) takeLostFocus(row.current);
    wasSettled.current = isSettled;
  }, [isSettled]);
  return (
    <li ref={row} tabIndex={-1} className="px-gutter py-3 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          {checkout_id ? (
            <Link
              to="/checkouts/$checkoutId"
              params={{ checkoutId: checkout_id }}
              className="link font-medium wrap-anywhere"
            >
              {reference ?? shorten(checkout_id)}
            </Link>
          ) : (
            <span className="font-medium wrap-anywhere">
              {reference ?? text ?? t("books.noReference")}
            </span>
          )}{" "}
          {settled && <Badge tone="good">{t("books.settled")}</Badge>}
          <Sides point={point} currency={currency} />
          {text && <p className="text-note text-soft wrap-anywhere">{text}</p>}
          {among > 1 && <p className="text-note text-warn">{t("books.among", { count: among })}</p>}
          {settled && (
            <p className="text-note text-soft wrap-anywhere">
              <SettledBy settled={settled} />
            </p>
          )}
        </div>
        {!settled && (
          <div className="flex flex-wrap gap-2">
            {point.kind === "unknown" && (
              <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {t("books.findCheckout")}
              </Button>
            )}
            <Button size="sm" onClick={onSettle}>
              {t("books.settle")}
            </Button>
          </div>
        )}
      </div>
      {isOpen && <Offers point={point} statement={statement} />}
    </li>
  );
}

/** Checkouts that an unknown row could be for, and the sale that it can become. */
function Offers({ point, statement }: Omit<Props, "onSettle">) {
  const { currency } = statement;
  const [isSelling, setSelling] = useState(false);
  const mayDecide = useMay("checkouts.decide");
  const { data, error, filters, refetch } = useFitting(point, currency);
  // The dialog stays where it lost the answer to its sale.
  if (point.settled && !isSelling) return null;
  if (!data && error) return <ProblemPanel error={error} retry={() => void refetch()} />;
  if (!data) return <p className="mt-2 text-soft">{t("books.looking")}</p>;
  const { fitting, hasMore } = data;
  return (
    <div className="mt-3 rounded-lg bg-raised p-3">
      {fitting.length === 0 ? (
        <p>{t("books.noCheckoutFits")}</p>
      ) : (
        <>
          <p className="mb-1">{t("books.checkoutsThatFit")}</p>
          <ul>
            {fitting.map((one) => (
              <li key={one.id} className="py-1">
                <Link
                  to="/checkouts/$checkoutId"
                  params={{ checkoutId: one.id }}
                  className="link wrap-anywhere"
                >
                  {one.client_reference ?? one.description ?? shorten(one.id)}
                </Link>{" "}
                {formatMoney(one.amount_due, currency)} <StatusBadge status={one.status} />
              </li>
            ))}
          </ul>
        </>
      )}
      {hasMore && (
        <Link to="/checkouts" search={filters} className="link">
          {t("ui.showMore")}
        </Link>
      )}
      {mayDecide && (
        <Button size="sm" className="mt-2" onClick={() => setSelling(true)}>
          {t("books.makeSale")}
        </Button>
      )}
      {isSelling && (
        <SellDialog statement={statement} point={point} onClose={() => setSelling(false)} />
      )}
    </div>
  );
}
