import { Fn, Stack } from "aws-cdk-lib";
import { CfnAlarm, CfnCompositeAlarm, CfnDashboard } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { METRICS_NAMESPACE } from "../contract/metrics.ts";
import { pascalCase, physicalName } from "./names.ts";
import { BURN_RATES, badPercent, burnThreshold, type Objective, objectives } from "./objectives.ts";

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
