import { METRICS, METRICS_NAMESPACE, type MetricName } from "../contract/metrics.ts";
import { now } from "./deps.ts";
import { environment } from "./environment.ts";

/**
 * Writes one value in CloudWatch's embedded metric format: a log line that CloudWatch turns into a
 * metric by itself, without a call. `dimensions` are those that the metric's entry names.
 */
export function putMetric(
  name: MetricName,
  value: number,
  dimensions: Readonly<Partial<Record<"provider" | "outcome", string>>> = {},
): void {
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
    ...dimensions,
    [name]: value,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
