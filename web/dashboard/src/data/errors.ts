import { insight } from "virtual:endpoints";
import { formatCount } from "../format.ts";
import { useApi } from "../query.ts";

/** The number of objects with an issue; undefined while it loads. */
export function useErrorCount() {
  const { data } = useApi(insight.listErrors, {}, { refetchEveryMs: 30_000 });
  if (data === undefined) return undefined;
  const count = data.data.reduce((sum, group) => sum + group.count, 0);
  return { count, shown: formatCount(count) };
}
