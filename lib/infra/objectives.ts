import { METRICS_NAMESPACE } from "../contract/metrics.ts";
import { physicalName } from "./names.ts";

/**
 * What merchants may rely on, measured where they notice it. `docs/objectives.md` explains each; alarms fire when the
 * budget of failures is used up too fast.
 */
export interface Objective {
  /** kebab-case, unique. */
  readonly name: string;
  /** The question that the dashboard answers. */
  readonly about: string;
  /** Percent of events that must be good, over 30 days. */
  readonly target: number;
  /** Section of `docs/operations.md`. */
  readonly runbook: "failing-payments" | "slow-lookups" | "late-deliveries";
  readonly measure: Ratio | Within;
}

/** Bad events and all events, each the sum of several metrics. */
interface Ratio {
  readonly kind: "ratio";
  readonly bad: readonly Metric[];
  readonly all: readonly Metric[];
}

/** A time of ours that must not exceed a limit. */
interface Within {
  readonly kind: "within";
  readonly metric: Metric;
  readonly limitMs: number;
}

interface Metric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

/** Functions that take an order, and functions that take what the customer submits. */
export const CREATIONS = ["v1-create-checkout", "public-submit-link"] as const;
export const SUBMISSIONS = [
  "v1-verify-checkout",
  "public-verify-checkout",
  "public-submit-pay-page",
] as const;

export function objectives(stage: string): readonly Objective[] {
  return [
    {
      name: "creations",
      about: "Checkouts are created without an error of ours",
      target: 99.95,
      runbook: "failing-payments",
      measure: answered(stage, CREATIONS),
    },
    {
      name: "submissions",
      about: "Submitted references are answered without an error of ours",
      target: 99.95,
      runbook: "failing-payments",
      measure: answered(stage, SUBMISSIONS),
    },
    {
      name: "lookups",
      about: "First lookups that bring a result do so within 10 s of the submission",
      target: 99,
      runbook: "slow-lookups",
      measure: { kind: "within", metric: own(stage, "FirstLookupTime"), limitMs: 10_000 },
    },
    {
      name: "deliveries",
      about: "First delivery attempts start within 5 s of their event",
      target: 99.9,
      runbook: "late-deliveries",
      measure: { kind: "within", metric: own(stage, "FirstDeliveryDelay"), limitMs: 5_000 },
    },
  ];
}

/**
 * A response with 5xx counts, and an invocation that ended without a response: a timeout, no memory, a failed start.
 * CloudWatch counts the invocations by itself, so a success costs nothing here.
 */
function answered(stage: string, functionIds: readonly string[]): Ratio {
  const lambda = (name: string, id: string): Metric => ({
    namespace: "AWS/Lambda",
    name,
    dimensions: { FunctionName: physicalName(stage, id) },
  });
  return {
    kind: "ratio",
    bad: functionIds.flatMap((id) => [
      own(stage, "RequestsFailed", { operation: id.replace("-", "/") }),
      lambda("Errors", id),
    ]),
    all: functionIds.map((id) => lambda("Invocations", id)),
  };
}

function own(
  stage: string,
  name: string,
  dimensions: Readonly<Record<string, string>> = {},
): Metric {
  return { namespace: METRICS_NAMESPACE, name, dimensions: { stage, ...dimensions } };
}

/**
 * How fast the budget of 30 days is used up, as a multiple of even use. The long window says that it is serious, the
 * short one that it is still going on. Fast: 2 % of the budget in an hour. Slow: 5 % in six hours.
 */
export const BURN_RATES = [
  { name: "fast", rate: 14.4, longSeconds: 3600, shortSeconds: 300 },
  { name: "slow", rate: 6, longSeconds: 6 * 3600, shortSeconds: 1800 },
] as const;

/** Percent of bad events above which the budget burns at this rate. */
export function burnThreshold({ target }: Objective, rate: number): number {
  return Number(((100 - target) * rate).toFixed(4));
}

/** Fewer bad events say nothing: at night one of ten would be 200 times the budget of creations. */
const LEAST_BAD = 3;
const LEAST_MEASURED = 20;

/** Metric queries in CloudWatch's form; the one that returns data is the percentage of bad events. */
export function badPercent({ measure }: Objective, periodSeconds: number) {
  const query = (id: string, metric: Metric, stat: string) => ({
    id,
    returnData: false,
    metricStat: {
      metric: {
        namespace: metric.namespace,
        metricName: metric.name,
        dimensions: Object.entries(metric.dimensions).map(([name, value]) => ({ name, value })),
      },
      period: periodSeconds,
      stat,
    },
  });
  const result = (expression: string) => ({ id: "bad_percent", expression, returnData: true });
  if (measure.kind === "within") {
    return [
      query("good", measure.metric, `PR(:${measure.limitMs})`),
      query("measured", measure.metric, "SampleCount"),
      result(`IF(measured >= ${LEAST_MEASURED}, 100 - good, 0)`),
    ];
  }
  const sum = (letter: string, metrics: readonly Metric[]) =>
    metrics.map((_, index) => `FILL(${letter}${index}, 0)`).join(" + ");
  const { bad, all } = measure;
  return [
    ...bad.map((metric, index) => query(`b${index}`, metric, "Sum")),
    ...all.map((metric, index) => query(`a${index}`, metric, "Sum")),
    result(
      `IF(${sum("b", bad)} >= ${LEAST_BAD}, 100 * (${sum("b", bad)}) / (${sum("a", all)}), 0)`,
    ),
  ];
}
