import type { Delivery } from "../../data/webhooks.ts";
import type { ApiList } from "../../query.ts";
import type { LogFilters } from "../../search-filters.ts";
import { useNow } from "../../ui/time.tsx";

const HOUR_MS = 3_600_000;
const LENGTHS = {
  "1h": HOUR_MS,
  "24h": 24 * HOUR_MS,
  "7d": 168 * HOUR_MS,
  "30d": 720 * HOUR_MS,
} as const satisfies Record<NonNullable<LogFilters["period"]>, number>;

/** The part of a list, newest first, that is not older than the period: exact, since it ends there. */
export function useWithin(
  list: ApiList<Delivery>,
  period: LogFilters["period"],
): ApiList<Delivery> {
  const now = useNow();
  if (period === undefined) return list;
  const since = new Date(now - LENGTHS[period]).toISOString();
  const items = list.items.filter(({ created_at }) => created_at >= since);
  return { ...list, items, hasNextPage: list.hasNextPage && items.length === list.items.length };
}
