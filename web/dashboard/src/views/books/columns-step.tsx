import { books } from "virtual:endpoints";
import { useEffect, useMemo, useRef, useState } from "react";
import { addDays, dayOf } from "../../../../../lib/contract/days.ts";
import { fitOf } from "../../../../../lib/contract/typed-amount.ts";
import { accountText } from "../../data/apps.tsx";
import { useAction } from "../../query.ts";
import { isEnough, recognizeColumns } from "../../statements/columns.ts";
import { type Completeness, completenessOf, joined, periodIn } from "../../statements/complete.ts";
import { writtenDay } from "../../statements/dates.ts";
import { accountsIn, hasSeveralAccounts, otherCurrencyIn } from "../../statements/heads.ts";
import { type ReadStatement, readRows, rowAboveBookings } from "../../statements/rows.ts";
import type { DateOrder, Grid, Mapping } from "../../statements/table.ts";
import { formatCount, t } from "../../texts/t.ts";
import { Button } from "../../ui/button.tsx";
import { Actions } from "../../ui/dialog.tsx";
import { CheckBox, Choice, SelectField } from "../../ui/field.tsx";
import { takeLostFocus } from "../../ui/lost-focus.ts";
import { Notice, ProblemNotice } from "../../ui/problem.tsx";
import { ColumnsTable } from "./columns-table.tsx";
import {
  type BookAccount,
  formatDate,
  keepRowTexts,
  rememberColumns,
  rememberedColumns,
  shownDays,
} from "./statement.ts";

/** Rows of one request. */
const MOST_ROWS = 5_000;
/** ETB has two decimal places. */
const DIGITS = 2;
const SHOWN_LINES = 5;

interface Props {
  readonly name: string;
  readonly grid: Grid;
  /** The day on which the file was made. */
  readonly made: string;
  readonly accounts: readonly BookAccount[];
  readonly onCancel: () => void;
  readonly onDone: (statementId: string) => void;
}

const idOf = ({ provider, account_number }: BookAccount) => `${provider} ${account_number}`;

/** Shows how a file was understood, lets the member correct it, and compares it. */
export function ColumnsStep({ name, grid, made, accounts, onCancel, onDone }: Props) {
  const top = useRef<HTMLParagraphElement>(null);
  // The field that the file was chosen in is gone.
  useEffect(() => takeLostFocus(top.current), []);
  const recognized = useMemo(() => recognizeColumns(grid), [grid]);
  const { account, pick, shown, isOther } = useAccount(grid, recognized, accounts);
  const [corrected, setMapping] = useState<Mapping | null>(null);
  const [isComplete, setComplete] = useState(false);
  const remembered =
    account && recognized ? rememberedColumns(account, grid, recognized.headerRow) : null;
  const mapping = corrected ??
    remembered ??
    recognized ?? { headerRow: rowAboveBookings(grid), roles: {}, dateOrder: null };
  const read = useMemo(
    () => readRows(grid, mapping, DIGITS, new Date().getFullYear()),
    [grid, mapping],
  );
  const { rows, bad, order } = read;
  const complete = useMemo(
    () => completenessOf(rows, bad, periodIn(grid, mapping.headerRow, rows), made),
    [rows, bad, grid, mapping, made],
  );
  const action = useAction(books.compareStatement, (statement, isShown) => {
    if (account) rememberColumns(account, grid, mapping);
    keepRowTexts(statement.id, new Map(rows.map(({ line, text }) => [line, text])));
    if (isShown) onDone(statement.id);
  });
  const doubt = useMemo(() => doubtIn(grid, mapping), [grid, mapping]);
  const problem = doubt ?? problemOf(mapping, read);
  const compare = () => {
    if (account === undefined) return;
    const doubtful = isComplete ? complete.doubtful : [];
    action.mutate({
      body: {
        provider: account.provider,
        account_number: account.account_number,
        rows: rows.map(({ balance: _, ...row }) => row),
        complete: joined([...complete.sure, ...doubtful]).map(({ from, to }) => ({ from, to })),
      },
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        compare();
      }}
    >
      <p ref={top} tabIndex={-1} className="mb-4 wrap-anywhere">
        <span className="font-medium">{name}</span>{" "}
        <span className="text-soft">{t("books.rowsRead", { count: rows.length })}</span>
      </p>
      <SelectField
        label={t("books.account")}
        value={account ? idOf(account) : ""}
        required
        onChange={(event) => {
          pick(event.target.value);
          setMapping(null);
        }}
      >
        <option value="">{t("books.chooseAccount")}</option>
        {accounts.map((one) => (
          <option key={idOf(one)} value={idOf(one)}>
            {accountText(one)} · {one.account_name}
          </option>
        ))}
      </SelectField>
      {isOther && (
        <div role="alert" className="mb-4">
          <Notice kind="bad">{t("books.otherAccount", { shown: shown.join(", ") })}</Notice>
        </div>
      )}
      <ColumnsTable
        grid={grid}
        mapping={mapping}
        onChange={(roles) => setMapping({ ...mapping, roles })}
      />
      {order === "either" && (
        <Choice
          legend={t("books.askOrder", { example: exampleOf(grid, mapping) })}
          value={mapping.dateOrder ?? ("" as DateOrder)}
          options={[
            { value: "day first", label: t("books.dayFirst") },
            { value: "month first", label: t("books.monthFirst") },
          ]}
          onChange={(dateOrder) => setMapping({ ...mapping, dateOrder })}
        />
      )}
      {read.isEthiopian && <p className="mb-4 text-soft">{t("books.ethiopianDates")}</p>}
      {/* Until the order of day and month is known, no date can be read. */}
      {(order !== "either" || mapping.dateOrder !== null) && (
        <Findings read={read} complete={complete} />
      )}
      {rows.length > 0 && complete.doubtful.length > 0 && (
        <div className="mb-4">
          <CheckBox
            label={t("books.alsoComplete", { days: textOfDays(complete.doubtful) })}
            hint={t("books.alsoCompleteHint")}
            checked={isComplete}
            onChange={setComplete}
          />
        </div>
      )}
      {problem && (
        <div role="alert" className="mb-4">
          <Notice kind="warn">{problem}</Notice>
        </div>
      )}
      <ProblemNotice error={action.error} conflict={t("books.compareConflict")} />
      <Actions>
        <Button onClick={onCancel}>{t("ui.cancel")}</Button>
        <Button
          type="submit"
          look="primary"
          busy={action.isPending}
          disabled={problem !== null || account === undefined || isOther}
        >
          {t("books.compare")}
        </Button>
      </Actions>
    </form>
  );
}

/**
 * The account that a statement is of: the one that its number fits, or the only one, until the member picks another. It is
 * another account's statement if the number that it shows contradicts.
 */
function useAccount(grid: Grid, recognized: Mapping | null, accounts: readonly BookAccount[]) {
  const [picked, pick] = useState<string | null>(null);
  const shown = useMemo(() => accountsIn(grid, recognized?.headerRow ?? 0), [grid, recognized]);
  const comparedTo = ({ provider, account_number }: BookAccount) =>
    fitOf(shown, provider, account_number);
  const fitting = accounts.find((one) => comparedTo(one) === "own");
  const usual = fitting ?? (accounts.length === 1 ? accounts[0] : undefined);
  const account = picked === null ? usual : accounts.find((one) => idOf(one) === picked);
  return {
    account,
    pick,
    shown,
    isOther: account !== undefined && comparedTo(account) === "other",
  };
}

/** What was found about the rows: which can't be read, where some are missing, and which days are complete. */
function Findings({
  read,
  complete,
}: {
  readonly read: ReadStatement;
  readonly complete: Completeness;
}) {
  const { bad, foreign, shortened } = read;
  const { jumps, sure, doubtful } = complete;
  const lines = bad.slice(0, SHOWN_LINES).map(({ line }) => line);
  const foreignLines = foreign.slice(0, SHOWN_LINES);
  const torn = jumps.slice(0, SHOWN_LINES).map((pair) => pair.join("–"));
  return (
    <>
      {bad.length > 0 && (
        <div className="mb-4">
          <Notice kind="warn">
            {t("books.badRows", { count: bad.length, lines: lines.join(", ") })}
          </Notice>
        </div>
      )}
      {foreign.length > 0 && (
        <div className="mb-4">
          <Notice kind="warn">
            {t("books.foreignRows", { count: foreign.length, lines: foreignLines.join(", ") })}
          </Notice>
        </div>
      )}
      {shortened && (
        <div className="mb-4">
          <Notice kind="warn">{t("books.shortenedReferences", shortened)}</Notice>
        </div>
      )}
      {jumps.length > 0 && (
        <div className="mb-4">
          <Notice kind="warn">{t("books.balanceJumps", { lines: torn.join(", ") })}</Notice>
        </div>
      )}
      {sure.length + doubtful.length > 0 && (
        <p className="mb-2">
          {sure.length > 0
            ? t("books.completeDays", { days: textOfDays(sure) })
            : t("books.noCompleteDays")}
        </p>
      )}
    </>
  );
}

const textOfDays = (days: Completeness["sure"]) =>
  days.map(({ from, to }) => shownDays(from, to)).join(", ");

/** What the rows above the columns show that can't be compared. */
function doubtIn(grid: Grid, mapping: Mapping): string | null {
  if (!isEnough(mapping.roles)) return t("books.faultNotAStatement");
  const currency = otherCurrencyIn(grid, mapping);
  if (currency !== null) return t("books.otherCurrency", { currency });
  return hasSeveralAccounts(grid, mapping) ? t("books.severalAccountsInFile") : null;
}

/** What is missing before the rows can be compared. */
function problemOf(mapping: Mapping, { order, rows, hasDirections }: ReadStatement): string | null {
  if (order === "both") return t("books.mixedOrders");
  if (order === "either" && mapping.dateOrder === null) return t("books.chooseOrder");
  const count = rows.length;
  if (count === 0) return t("books.noRows");
  if (count > MOST_ROWS) return t("books.tooManyRows", { rows: formatCount(count) });
  const today = dayOf(Date.now());
  // The books have 90 days. A value date may be that of the next banking day, which the service knows.
  const [first, last] = [addDays(today, -89), addDays(today, 7)];
  if (rows.some(({ date }) => date < first))
    return t("books.rowsTooOld", { day: formatDate(first) });
  if (rows.some(({ date }) => date > last)) return t("books.rowsInFuture");
  return hasDirections ? null : t("books.noDirections", { moneyIn: t("books.columnCredit") });
}

/** A date of the file as it is written, which can be read in both orders. */
function exampleOf(grid: Grid, { headerRow, roles }: Mapping): string {
  const column = Object.entries(roles).find(
    ([, role]) => role === "date" || role === "valueDate",
  )?.[0];
  const cells = grid.slice(headerRow + 1).map((row) => row[Number(column)]);
  return String(cells.find((cell) => writtenDay(cell)?.kind === "numbers") ?? "");
}
