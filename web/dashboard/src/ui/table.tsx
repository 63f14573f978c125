import type { ReactNode } from "react";
import type { ApiList } from "../query.ts";
import { t } from "../texts/t.ts";
import { Button } from "./button.tsx";
import { useRowFocus } from "./lost-focus.ts";
import { ProblemNotice, ProblemPanel, Skeleton } from "./problem.tsx";

export interface Column<T> {
  readonly header: string;
  readonly cell: (item: T) => ReactNode;
  readonly align?: "right";
  /** In place of the text in the head, e.g. a control. */
  readonly heading?: ReactNode;
  /** As narrow as its content. */
  readonly isNarrow?: boolean;
  /** Keeps a good part of a phone's width; the others share the rest. */
  readonly isMain?: boolean;
  /** Left out on screens narrower than this; say it in the first cell where it matters. */
  readonly from?: (typeof WIDTHS)[number];
}

const WIDTHS = ["sm", "md", "lg", "xl"] as const;

const FROM = {
  sm: "max-sm:hidden",
  md: "max-md:hidden",
  lg: "max-lg:hidden",
  xl: "max-xl:hidden",
} as const;

/** The padding of the card's edge, for a column that is the last one on screens narrower than this. */
const LAST_BELOW = {
  sm: "max-sm:!pr-cell",
  md: "max-md:!pr-cell",
  lg: "max-lg:!pr-cell",
  xl: "max-xl:!pr-cell",
} as const;

function cellClass<T>(columns: readonly Column<T>[], place: number): string {
  const { align, from, isNarrow, isMain } = columns[place] as Column<T>;
  const after = columns.slice(place + 1).map((column) => column.from);
  const next = after.includes(undefined)
    ? undefined
    : WIDTHS.find((width) => after.includes(width));
  return `${isNarrow ? "w-px narrow:w-auto" : isMain ? "max-sm:w-[42%]" : ""} px-2 sm:px-3 first:pl-cell last:pr-cell narrow:px-gutter narrow:text-left ${align === "right" ? "text-right" : "text-left"} ${from ? FROM[from] : ""} ${next ? LAST_BELOW[next] : ""}`;
}

/** Where there is no room for columns, each cell is a line under its column's name. */
const STACKED =
  "narrow:block narrow:h-auto narrow:w-auto narrow:py-1 narrow:empty:hidden narrow:before:block narrow:before:text-note narrow:before:text-soft narrow:before:content-[attr(data-label)_/_'']";

export function Table<T>({
  label,
  columns,
  items,
  keyOf,
  isBad,
}: {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Rows of failures are tinted. */
  readonly isBad?: (item: T) => boolean;
}) {
  const hasControl = columns.some(({ heading }) => heading !== undefined);
  return (
    <table className="w-full border-collapse narrow:block" aria-label={label}>
      <thead className={hasControl ? "narrow:block" : "narrow:sr-only"}>
        <tr className="border-b border-line bg-raised text-xs text-soft narrow:block">
          {columns.map((column, place) => (
            <th
              key={column.header}
              scope="col"
              className={`h-9 font-medium sm:whitespace-nowrap ${cellClass(columns, place)} ${column.heading ? "narrow:block" : "narrow:sr-only"}`}
            >
              {column.heading ?? column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="narrow:block">
        {items.map((item) => (
          <tr
            key={keyOf(item)}
            className={`relative border-b border-line last:border-0 narrow:block narrow:py-3 has-[.row-link:hover]:bg-raised ${isBad?.(item) ? "bg-bad-soft/50" : ""}`}
          >
            {columns.map((column, place) => (
              <td
                key={column.header}
                // The first cell says what the row is, and controls name themselves.
                data-label={place === 0 || column.heading ? undefined : column.header}
                className={`h-10 py-2 align-middle ${cellClass(columns, place)} ${STACKED}`}
              >
                {column.cell(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ListParts<T> {
  readonly list: ApiList<T>;
  readonly empty: ReactNode;
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly keyOf: (item: T) => string;
  readonly isBad?: (item: T) => boolean;
}

/** A list in each of its states: loading, failed, empty, and loaded with a button for more. */
export function ListTable<T>(parts: ListParts<T>) {
  const { items, isFetchingNextPage } = parts.list;
  const { frame, asksForMore } = useRowFocus(items.length, isFetchingNextPage);
  return (
    <div ref={frame}>
      <ListContent {...parts} onMore={asksForMore} />
    </div>
  );
}

function ListContent<T>({
  list,
  empty,
  onMore,
  ...table
}: ListParts<T> & { readonly onMore: () => void }) {
  if (list.isPending) return <Skeleton />;
  if (list.error && list.items.length === 0) {
    return <ProblemPanel error={list.error} retry={() => void list.refetch()} />;
  }
  if (list.items.length === 0 && !list.hasNextPage) return empty;
  // A list may change between two pages, and a search names exact matches first.
  const items = [...new Map(list.items.map((item) => [table.keyOf(item), item])).values()];
  return (
    <>
      {items.length > 0 ? (
        <Table {...table} items={items} />
      ) : (
        <p role="status" className="px-gutter sm:px-6 pt-8 text-center text-soft">
          {t("ui.noneAmongTheNewest")}
        </p>
      )}
      {list.hasNextPage && (
        <div className={`p-3 text-center ${items.length > 0 ? "border-t border-line" : "pb-8"}`}>
          {list.isFetchNextPageError && <ProblemNotice error={list.error} />}
          <Button
            look="ghost"
            size="sm"
            busy={list.isFetchingNextPage}
            onClick={() => {
              onMore();
              void list.fetchNextPage();
            }}
          >
            {items.length > 0 ? t("ui.showMore") : t("ui.searchOlder")}
          </Button>
        </div>
      )}
    </>
  );
}
