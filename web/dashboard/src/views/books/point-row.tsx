import { checkouts } from "virtual:endpoints";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { addDays, startOfDay } from "../../../../../lib/contract/days.ts";
import { formatDay, formatMoney, shorten } from "../../format.ts";
import { useMay } from "../../may.ts";
import { useApi } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Time } from "../../ui/time.tsx";
import { StatusBadge } from "../checkouts/status-badge.tsx";
import { SellDialog } from "./settle-dialog.tsx";
import { type Point, rowTextOf, type Statement } from "./statement.ts";

/** A checkout lives seven days at most, and a day after that. */
const LIFE_DAYS = 8;
const UNDECIDED: ReadonlySet<string> = new Set(["open", "verifying", "expired", "review"]);

interface Props {
  readonly point: Point;
  readonly statement: Statement;
  readonly onSettle: () => void;
}

/** One difference: both sides of it, and what can be done. */
export function PointRow({ point, statement, onSettle }: Props) {
  const { currency, id } = statement;
  const { checkout_id, reference, settled, among, line } = point;
  const text = rowTextOf(id, line);
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="px-gutter py-3 sm:px-6">
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
              {settled.member === null ? t("books.settledByStatement") : settled.note} ·{" "}
              <Time at={settled.at} />
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

function Sides({ point, currency }: { readonly point: Point; readonly currency: string }) {
  const { paid_amount: paid, paid_on: paidOn, booked_amount: booked, booked_on: bookedOn } = point;
  return (
    <p className="text-note">
      {paid !== null && paidOn !== null && (
        <span className="block">
          {t("books.paidSide", { amount: formatMoney(paid, currency), day: formatDay(paidOn) })}
        </span>
      )}
      {booked !== null && bookedOn !== null && (
        <span className="block">
          {t(point.kind === "reversed" ? "books.reversedSide" : "books.bookedSide", {
            amount: formatMoney(booked, currency),
            day: formatDay(bookedOn),
          })}
        </span>
      )}
    </p>
  );
}

/** Undecided checkouts that this money could be for: of the same amount, or with the same rest to pay. */
function Offers({ point, statement }: Omit<Props, "onSettle">) {
  const { currency } = statement;
  const [isSelling, setSelling] = useState(false);
  const mayDecide = useMay("checkouts.decide");
  const day = point.booked_on ?? "";
  const amount = point.booked_amount ?? 0;
  const query = {
    ...({ limit: "100", livemode: "true" } as const),
    ...{ search: (amount / 100).toFixed(2) },
    created_gte: new Date(startOfDay(addDays(day, -LIFE_DAYS))).toISOString(),
    created_lt: new Date(startOfDay(addDays(day, 2))).toISOString(),
  } as const;
  const { data, isPending } = useApi(checkouts.listCheckouts, { query });
  if (isPending) return <p className="mt-2 text-soft">{t("books.looking")}</p>;
  const found = typeof data === "object" ? data.data : [];
  const fitting = found.filter(
    (one) => UNDECIDED.has(one.status) && (one.amount_due === amount || one.amount === amount),
  );
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
