import { books } from "virtual:endpoints";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useApps } from "../../data/apps.tsx";
import { formatDay, formatMoney, shorten } from "../../format.ts";
import { useAction } from "../../query.ts";
import { t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions, Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextArea } from "../../ui/field.tsx";
import { Notice, ProblemNotice } from "../../ui/problem.tsx";
import { AppOptions } from "../../ui/search-field.tsx";
import { Time } from "../../ui/time.tsx";
import { type Point, rowTextOf, type Statement } from "./statement.ts";

interface Props {
  readonly statement: Statement;
  readonly point: Point;
  readonly onClose: () => void;
}

/** The amounts and days of both sides of a point. */
export function Sides({ point, currency }: { readonly point: Point; readonly currency: string }) {
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

/** The note with which a point was settled, by whom and when. That of a sold one is the id of its checkout. */
export function SettledBy({ settled }: { readonly settled: NonNullable<Point["settled"]> }) {
  const { member, member_name: name, note, at } = settled;
  const isSale = /^co_[0-9a-z]{26}$/.test(note);
  return (
    <>
      {member === null ? (
        t("books.settledByStatement")
      ) : (
        <>
          {isSale ? (
            <Link to="/checkouts/$checkoutId" params={{ checkoutId: note }} className="link">
              {t("credits.checkout", { source: shorten(note) })}
            </Link>
          ) : (
            note
          )}{" "}
          · {name ?? t("books.unknownMember")}
        </>
      )}{" "}
      · <Time at={at} />
    </>
  );
}

/** Which of many points a dialog is about. */
function Subject({ statement, point }: Omit<Props, "onClose">) {
  const name = point.reference ?? rowTextOf(statement.id, point.line) ?? t("books.noReference");
  return (
    <div className="mb-4">
      <p className="font-medium wrap-anywhere">{name}</p>
      <Sides point={point} currency={statement.currency} />
    </div>
  );
}

/** Settles a point with a note. If another member has settled it since, it shows their note above the form. */
export function SettleDialog({ statement, point, onClose }: Props) {
  const { settled } = point;
  const [note, setNote] = useState("");
  const action = useAction(books.settlePoint, undefined, { closes: onClose });
  return (
    <Dialog title={t("books.settlePoint")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          action.mutate({ params: { id: statement.id }, body: { point: point.id, note } });
        }}
      >
        <Subject statement={statement} point={point} />
        {settled && (
          <div className="mb-4 wrap-anywhere">
            <Notice kind="warn">
              {t("books.settled")}: <SettledBy settled={settled} />
            </Notice>
          </div>
        )}
        <TextArea
          label={t("books.note")}
          hint={t("books.noteHint")}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.target.value)}
        />
        <ProblemNotice
          error={action.error}
          {...(settled && { conflict: t("books.settledMeanwhile") })}
        />
        <Actions>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" look="primary" busy={action.isPending}>
            {t("books.settle")}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

/** Makes unknown money a verified sale. */
export function SellDialog({ statement, point, onClose }: Props) {
  const { apps, appOf, problem } = useApps();
  const navigate = useNavigate();
  const [appId, setAppId] = useState<number | null>(null);
  const [note, setNote] = useState("");
  const action = useAction(books.sellPoint, ({ id }, isShown) => {
    if (isShown) void navigate({ to: "/checkouts/$checkoutId", params: { checkoutId: id } });
  });
  const chosen = appOf(appId);
  return (
    <Dialog title={t("books.makeSale")} onClose={onClose}>
      {problem ?? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (chosen === undefined) return;
            const body = { point: point.id, app_id: chosen, note };
            action.mutate({ params: { id: statement.id }, body });
          }}
        >
          <Subject statement={statement} point={point} />
          <p className="mb-4">
            {t("books.makeSaleExplained", {
              amount: formatMoney(point.booked_amount ?? 0, statement.currency),
            })}
          </p>
          <SelectField
            label={t("books.app")}
            value={chosen ?? ""}
            onChange={(event) => setAppId(Number(event.target.value))}
          >
            <AppOptions apps={apps} />
          </SelectField>
          <TextArea
            label={t("books.note")}
            value={note}
            maxLength={500}
            onChange={(event) => setNote(event.target.value)}
          />
          <ProblemNotice error={action.error} conflict={t("books.saleConflict")} />
          <Actions>
            <Button onClick={onClose}>{t("ui.cancel")}</Button>
            <Button type="submit" look="primary" busy={action.isPending}>
              {t("books.makeSale")}
            </Button>
          </Actions>
        </form>
      )}
    </Dialog>
  );
}
