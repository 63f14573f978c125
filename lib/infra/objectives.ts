import { CfnAlarm, CfnCompositeAlarm, CfnDashboard } from "aws-cdk-lib/aws-cloudwatch";
import { Fn, Stack } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { pascalCase } from "../contract/functions.ts";
import { METRICS_NAMESPACE } from "../contract/metrics.ts";
import { physicalName } from "./names.ts";

/**
 * What merchants may rely on, measured where they notice it. `docs/objectives.md` explains each; alarms fire when the
 * budget of failures is used up too fast.
 */
interface Objective {
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

/** A time in our service that must not exceed a limit. */
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
const BURN_RATES = [
  { name: "fast", rate: 14.4, longSeconds: 3600, shortSeconds: 300 },
  { name: "slow", rate: 6, longSeconds: 6 * 3600, shortSeconds: 1800 },
] as const;

/** Percent of bad events above which the budget burns at this rate. */
function burnThreshold({ target }: Objective, rate: number): number {
  return Number(((100 - target) * rate).toFixed(4));
}

/** Fewer bad events say nothing: at night one of ten would be 200 times the budget of creations. */
const LEAST_BAD = 3;
const LEAST_MEASURED = 20;

/** Metric queries in CloudWatch's form; the one that returns data is the percentage of bad events. */
function badPercent({ measure }: Objective, periodSeconds: number) {
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

interface Props {
  readonly stage: string;
  readonly region: string;
  readonly topicArn: string;
}

/** Two alarms for each objective, and the dashboard that answers: are we keeping our promises? */
export function objectiveAlarms(scope: Construct, props: Props): void {
  const all = objectives(props.stage);
  const alarms = all.flatMap((objective) =>
    BURN_RATES.map((burn) => burnAlarm(scope, props, objective, burn)),
  );
  new CfnDashboard(scope, "Promises", {
    dashboardName: physicalName(props.stage, "promises"),
    dashboardBody: Stack.of(scope).toJsonString({ widgets: widgets(props, all, alarms) }),
  });
}

/** An alarm for each window, which tells nobody, and one that tells when both fire. */
function burnAlarm(
  scope: Construct,
  { stage, topicArn }: Props,
  objective: Objective,
  { name, rate, longSeconds, shortSeconds }: (typeof BURN_RATES)[number],
): CfnCompositeAlarm {
  const id = `objective-${objective.name}-${name}`;
  const alarmDescription = `What to do: docs/operations.md#${objective.runbook}`;
  const windows = { long: longSeconds, short: shortSeconds };
  const parts = Object.entries(windows).map(
    ([window, seconds]) =>
      new CfnAlarm(scope, `Alarm${pascalCase(`${id}-${window}`)}`, {
        alarmName: physicalName(stage, `${id}-${window}`),
        alarmDescription,
        actionsEnabled: false,
        metrics: badPercent(objective, seconds),
        evaluationPeriods: 1,
        threshold: burnThreshold(objective, rate),
        comparisonOperator: "GreaterThanThreshold",
        treatMissingData: "notBreaching",
      }),
  );
  const whole = new CfnCompositeAlarm(scope, `Alarm${pascalCase(id)}`, {
    alarmName: physicalName(stage, id),
    alarmDescription,
    alarmRule: parts.map(({ alarmName }) => `ALARM("${alarmName}")`).join(" AND "),
    alarmActions: [topicArn],
    okActions: [topicArn],
  });
  for (const part of parts) whole.addResourceDependency(part);
  return whole;
}

/** By its name, so that the dashboard depends on no alarm. */
function arnOf({ alarmName }: CfnCompositeAlarm): string {
  return Fn.sub(
    `arn:\${AWS::Partition}:cloudwatch:\${AWS::Region}:\${AWS::AccountId}:alarm:${alarmName}`,
  );
}

const HEADER = `# Are we keeping our promises?
One row for each promise of docs/objectives.md: the share of bad events over the time shown, and its course. Lines: what the promise allows, and where the slow and the fast alarm fire.`;

function widgets(
  { stage, region }: Props,
  all: readonly Objective[],
  alarms: readonly CfnCompositeAlarm[],
): readonly object[] {
  const invariants = [METRICS_NAMESPACE, "InvariantsBroken", "stage", stage, { stat: "Sum" }];
  return [
    { ...placed(0, 0, 24, 3), type: "text", properties: { markdown: HEADER } },
    {
      ...placed(0, 3, 24, 3),
      type: "alarm",
      properties: { title: "Alarms of the promises", alarms: alarms.map(arnOf) },
    },
    ...all.flatMap((objective, index) => row(objective, region, 6 + index * 6)),
    {
      ...placed(0, 6 + all.length * 6, 24, 5),
      type: "metric",
      properties: {
        title: "Broken invariants that the daily sample found: 0",
        view: "timeSeries",
        region,
        period: 86_400,
        metrics: [invariants],
      },
    },
  ];
}

function row(objective: Objective, region: string, y: number): readonly object[] {
  const { name, about, target } = objective;
  const line = (label: string, rate: number) => ({ label, value: burnThreshold(objective, rate) });
  return [
    {
      ...placed(0, y, 6, 6),
      type: "metric",
      properties: {
        title: `${about}: ${target} %`,
        view: "singleValue",
        region,
        metrics: series(objective, "bad events, percent"),
        setPeriodToTimeRange: true,
      },
    },
    {
      ...placed(6, y, 18, 6),
      type: "metric",
      properties: {
        title: `${name}: percent of bad events, at most ${burnThreshold(objective, 1)}`,
        view: "timeSeries",
        region,
        period: 300,
        metrics: series(objective, name),
        annotations: {
          horizontal: [
            line("promised", 1),
            ...BURN_RATES.map((burn) => line(`${burn.name} alarm`, burn.rate)),
          ],
        },
      },
    },
  ];
}

/** The alarm's queries in a dashboard's form: namespace, name, pairs of dimension and value, then options. */
function series(objective: Objective, label: string): readonly (readonly unknown[])[] {
  return badPercent(objective, 300).map((query) => {
    if (!("metricStat" in query)) return [{ id: query.id, expression: query.expression, label }];
    const { metric, stat } = query.metricStat;
    const pairs = metric.dimensions.flatMap(({ name, value }) => [name, value]);
    return [metric.namespace, metric.metricName, ...pairs, { id: query.id, stat, visible: false }];
  });
}

function placed(x: number, y: number, width: number, height: number) {
  return { x, y, width, height };
}
