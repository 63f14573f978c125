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

/**
 * Response body of a list that has no further pages: its first `limit` rows. `has_more` says that there are others, which
 * a larger `limit` or a narrower filter shows.
 */
export function presentFirst<Shown>(rows: readonly Shown[], limit: number) {
  return {
    object: "list" as const,
    data: rows.slice(0, limit),
    has_more: rows.length > limit,
    next_cursor: null,
  };
}
