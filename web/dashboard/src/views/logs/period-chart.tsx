import { useQuery } from "@tanstack/react-query";
import type { AnyEndpoint, InputOf } from "../../../../../lib/contract/client-types.ts";
import { readPages } from "../../client.ts";
import type { Delivery } from "../../data/webhooks.ts";
import { formatTime } from "../../format.ts";
import { formatCount, t } from "../../texts/t.ts";
import { ProblemNotice, Skeleton } from "../../ui/problem.tsx";
import {
  type Bucket,
  bucketsOf,
  durationsOf,
  quantile,
  SPANS,
  successPercent,
} from "./delivery-buckets.ts";

/** Ten pages. A chart of more would cost the merchant's data plan and us reads. */
const MOST = 1000;
/** Each refresh reads all pages again. */
const REFRESH_MS = 5 * 60_000;

/** Deliveries of a period: how many succeeded, and how long the merchant's servers took. */
export function PeriodChart<E extends AnyEndpoint>({
  endpoint,
  input,
  period,
}: {
  readonly endpoint: E;
  readonly input: InputOf<E>;
  readonly period: keyof typeof SPANS;
}) {
  const read = useQuery({
    queryKey: [endpoint.path, input, "chart", period],
    queryFn: async ({ signal }) => {
      const now = Date.now();
      const since = new Date(now - SPANS[period].lengthMs).toISOString();
      const isEnough = (last: Delivery) => last.created_at < since;
      const { rows, nextCursor } = await readPages<Delivery, E>(endpoint, input, MOST, {
        signal,
        isEnough,
      });
      const deliveries = rows.filter(({ created_at }) => created_at >= since);
      return {
        now,
        since,
        deliveries,
        isPart: nextCursor !== null && deliveries.length === rows.length,
      };
    },
    refetchInterval: REFRESH_MS,
  });
  if (read.error) return <ProblemNotice error={read.error} />;
  if (!read.data) return <Skeleton />;
  const { now, since, deliveries, isPart } = read.data;
  if (deliveries.length === 0) return null;
  const [percent, durations] = [successPercent(deliveries), durationsOf(deliveries)];
  const ms = (share: number) => formatCount(quantile(durations, share) ?? 0);
  const count = formatCount(deliveries.length);
  return (
    <figure className="card mb-4 px-gutter py-4 sm:px-6">
      <figcaption className="mb-3">
        <span className="font-medium">
          {[
            percent !== null && t("logs.successRate", { percent }),
            durations.length > 0 && t("logs.median", { ms: ms(0.5) }),
            durations.length > 0 && t("logs.within", { percent: 95, ms: ms(0.95) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
        <span className="block text-note text-soft">
          {isPart
            ? t("logs.coversNewest", {
                shown: count,
                time: formatTime(deliveries.at(-1)?.created_at ?? since),
              })
            : t("logs.covers", { shown: count, time: formatTime(since) })}
        </span>
      </figcaption>
      <Bars buckets={bucketsOf(deliveries, period, now)} />
    </figure>
  );
}

function Bars({ buckets }: { readonly buckets: readonly Bucket[] }) {
  const most = Math.max(1, ...buckets.map(sizeOf));
  const slowest = Math.max(1, ...buckets.map(({ medianMs }) => medianMs ?? 0));
  const height = (part: number, whole: number) => ({ height: `${(part / whole) * 100}%` });
  return (
    <>
      <div aria-hidden className="flex h-16 items-end gap-px sm:gap-0.5">
        {buckets.map((bucket) => (
          <span
            key={bucket.from}
            title={wordsOf(bucket)}
            className="flex h-full flex-1 flex-col justify-end border-b border-line"
          >
            <span className="rounded-t-sm bg-bad" style={height(bucket.failed, most)} />
            <span className="bg-warn" style={height(bucket.retrying, most)} />
            <span className="bg-line-strong" style={height(bucket.others, most)} />
            <span className="bg-good" style={height(bucket.delivered, most)} />
          </span>
        ))}
      </div>
      <p aria-hidden className="mt-3 mb-1 text-xs text-soft">
        {t("logs.medianTime")}
      </p>
      <div aria-hidden className="flex h-8 items-end gap-px sm:gap-0.5">
        {buckets.map((bucket) => (
          <span
            key={bucket.from}
            title={wordsOf(bucket)}
            className="flex h-full flex-1 items-end border-b border-line"
          >
            <span className="w-full bg-info" style={height(bucket.medianMs ?? 0, slowest)} />
          </span>
        ))}
      </div>
      <ul className="sr-only">
        {buckets
          .filter((bucket) => sizeOf(bucket) > 0)
          .map((bucket) => (
            <li key={bucket.from}>{wordsOf(bucket)}</li>
          ))}
      </ul>
    </>
  );
}

function sizeOf({ delivered, failed, retrying, others }: Bucket): number {
  return delivered + failed + retrying + others;
}

function wordsOf(bucket: Bucket): string {
  return [
    formatTime(new Date(bucket.from).toISOString()),
    `${t("logs.delivered")}: ${formatCount(bucket.delivered)}`,
    `${t("logs.failed")}: ${formatCount(bucket.failed)}`,
    bucket.retrying > 0 && `${t("logs.retrying")}: ${formatCount(bucket.retrying)}`,
    bucket.others > 0 && `${t("logs.notSent")}: ${formatCount(bucket.others)}`,
    bucket.medianMs !== null && t("logs.median", { ms: formatCount(bucket.medianMs) }),
  ]
    .filter(Boolean)
    .join(" · ");
}
