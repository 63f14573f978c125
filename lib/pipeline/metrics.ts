import { METRICS, METRICS_NAMESPACE, type MetricName } from "../contract/metrics.ts";
import { now } from "./deps.ts";
import { environment } from "./environment.ts";

type Dimensions = Readonly<Partial<Record<"provider" | "outcome" | "operation", string>>>;

/** Writes one value; see `putMetrics`. */
export function putMetric(name: MetricName, value: number, dimensions: Dimensions = {}): void {
  putMetrics({ [name]: value }, dimensions);
}

/**
 * Writes values in CloudWatch's embedded metric format: one log line that CloudWatch turns into metrics without a call.
 * Only the dimensions of the metrics' entries are written; a missing one is `none`, because CloudWatch drops lines that
 * lack one.
 */
export function putMetrics(
  values: Readonly<Partial<Record<MetricName, number>>>,
  dimensions: Dimensions,
): void {
  const names = Object.keys(values) as MetricName[];
  const groups = Map.groupBy(names, (name) => METRICS[name].dimensions.join());
  const used = names.flatMap((name) => METRICS[name].dimensions);
  const line = {
    _aws: {
      Timestamp: now(),
      CloudWatchMetrics: [...groups.values()].map((group) => ({
        Namespace: METRICS_NAMESPACE,
        Dimensions: [["stage", ...group.slice(0, 1).flatMap((name) => METRICS[name].dimensions)]],
        Metrics: group.map((name) => ({ Name: name, Unit: METRICS[name].unit })),
      })),
    },
    stage: environment().stage,
    ...Object.fromEntries(used.map((dimension) => [dimension, dimensions[dimension] ?? "none"])),
    ...values,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
