import type { Page } from "../store/cursor.ts";

/** Response body of every list. */
export function presentPage<Row, Shown>(page: Page<Row>, present: (row: Row) => Shown) {
  return {
    object: "list" as const,
    data: page.data.map(present),
    has_more: page.nextCursor !== null,
    next_cursor: page.nextCursor,
  };
}
