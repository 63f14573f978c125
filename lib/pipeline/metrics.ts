import { METRICS, METRICS_NAMESPACE, type MetricName } from "../contract/metrics.ts";
import { now } from "./deps.ts";
import { environment } from "./environment.ts";

type Dimensions = Readonly<Partial<Record<"provider" | "outcome", string>>>;

/**
 * Writes one value in CloudWatch's embedded metric format: a log line that CloudWatch turns into a metric without a
 * call. Only the dimensions of the metric's entry are written; a missing one is `none`, because CloudWatch drops lines
 * that lack one.
 */
export function putMetric(name: MetricName, value: number, dimensions: Dimensions = {}): void {
  const { unit, dimensions: names } = METRICS[name];
  const line = {
    _aws: {
      Timestamp: now(),
      CloudWatchMetrics: [
        {
          Namespace: METRICS_NAMESPACE,
          Dimensions: [["stage", ...names]],
          Metrics: [{ Name: name, Unit: unit }],
        },
      ],
    },
    stage: environment().stage,
    ...Object.fromEntries(names.map((dimension) => [dimension, dimensions[dimension] ?? "none"])),
    [name]: value,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
