import type { Delivery } from "../../data/webhooks.ts";
import type { ApiList } from "../../query.ts";
import type { LogFilters } from "../../search-filters.ts";
import { useNow } from "../../ui/time.tsx";
import { SPANS } from "./delivery-buckets.ts";

/** The items of a list that are within the period. The list is newest first, so paging ends there. */
export function useWithin(
  list: ApiList<Delivery>,
  period: LogFilters["period"],
): ApiList<Delivery> {
  const now = useNow();
  if (period === undefined) return list;
  const since = new Date(now - SPANS[period].lengthMs).toISOString();
  const items = list.items.filter(({ created_at }) => created_at >= since);
  return { ...list, items, hasNextPage: list.hasNextPage && items.length === list.items.length };
}
