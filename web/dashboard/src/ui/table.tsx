import type { ReactNode } from "react";
import type { ApiList } from "../query.ts";
import { Button } from "./button.tsx";
import { ProblemPanel } from "./problem.tsx";
import { Skeleton } from "./skeleton.tsx";

export interface Column<T> {
  readonly header: string;
  readonly cell: (item: T) => ReactNode;
  readonly align?: "right";
  /** Left out on screens narrower than this; say it in the first cell where it matters. */
  readonly from?: "sm" | "md" | "lg";
}

const FROM = {
  sm: "max-sm:hidden",
  md: "max-md:hidden",
  lg: "max-lg:hidden",
} as const;

function cellClass<T>({ align, from }: Column<T>): string {
  return `px-2 sm:px-3 first:pl-5 last:pr-5 sm:first:pl-6 sm:last:pr-6 ${align === "right" ? "text-right" : "text-left"} ${from ? FROM[from] : ""}`;
}

export function Table<T>({
  label,
  columns,
  items,
  keyOf,
}: {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
}) {
  return (
    <table className="w-full border-collapse" aria-label={label}>
      <thead>
        <tr className="border-b border-line bg-raised text-xs text-soft">
          {columns.map((column) => (
            <th
              key={column.header}
              scope="col"
              className={`h-9 font-medium whitespace-nowrap ${cellClass(column)}`}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr
            key={keyOf(item)}
            className="relative border-b border-line last:border-0 has-[.row-link:hover]:bg-raised"
          >
            {columns.map((column) => (
              <td key={column.header} className={`py-3 align-middle ${cellClass(column)}`}>
                {column.cell(item)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A list in each of its states: being read, unreadable, empty, and there, with more to come. */
export function ListTable<T>({
  list,
  empty,
  ...table
}: {
  readonly list: ApiList<T>;
  readonly empty: ReactNode;
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly keyOf: (item: T) => string;
}) {
  if (list.isPending) return <Skeleton />;
  if (list.error && list.items.length === 0) {
    return <ProblemPanel error={list.error} retry={() => void list.refetch()} />;
  }
  if (list.items.length === 0) return empty;
  return (
    <>
      <Table {...table} items={list.items} />
      {list.hasNextPage && (
        <div className="border-t border-line p-3 text-center">
          <Button
            look="ghost"
            size="sm"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
