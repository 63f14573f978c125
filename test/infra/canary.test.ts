import { describe, expect, test } from "vitest";
import { PAYMENT_PATH, pascalCase } from "../../lib/contract/functions.ts";
import { METRICS_NAMESPACE } from "../../lib/contract/metrics.ts";
import { CLOSED, type Synthesised, stageApp } from "./synthesised.ts";

// A release on a simulated clock: the alarms, shares and roles are those of the template; CloudWatch and CodeDeploy are
// modelled by what their documentation says. Metrics are complete a minute after their minute.

const prod = stageApp("prod");

interface Query {
  readonly Id: string;
  readonly Expression?: string;
  readonly ReturnData: boolean;
  readonly MetricStat?: {
    readonly Period: number;
    readonly Stat: string;
    readonly Metric: {
      readonly Namespace: string;
      readonly MetricName: string;
      readonly Dimensions: readonly { readonly Name: string; readonly Value: unknown }[];
    };
  };
}
interface Alarm {
  readonly AlarmName: string;
  readonly Metrics: readonly Query[];
  readonly Threshold: number;
  readonly EvaluationPeriods: number;
}

/** What CodeDeploy knows of one function. */
function groupOf(id: string, from: Synthesised = prod) {
  const type = "AWS::CodeDeploy::DeploymentGroup";
  const group = from.one("payments", type, "DeploymentGroupName", id).Properties;
  const { AlarmConfiguration, DeploymentConfigName } = group;
  const alarms = (from.show(AlarmConfiguration.Alarms) as { readonly Name: string }[]).map(
    ({ Name }) => from.templates.payments.Resources[Name]?.Properties as Alarm,
  );
  const [, percent, minutes] =
    /^CodeDeployDefault\.LambdaCanary(\d+)Percent(\d+)Minutes$/.exec(DeploymentConfigName) ?? [];
  const canary = { percent: Number(percent ?? 100), minutes: Number(minutes ?? 0) };
  return { ...canary, alarms: AlarmConfiguration.Enabled ? alarms : [], group };
}

type Version = "1" | "2";
/** What the n-th request to a version does. */
interface Release {
  readonly fails: (version: Version, n: number) => "throws" | "answers 5xx" | "cannot read" | null;
  readonly milliseconds: (version: Version, n: number) => number;
}
const good: Release = { fails: () => null, milliseconds: (_, n) => 40 + (n % 60) };

/** What was measured: by series, the values of each minute in turn. */
type Samples = Map<string, number[][]>;
const STEP_SECONDS = 5;
const DELAY_MINUTES = 1;

/** Runs one function's release to its end, 10 minutes at most. */
function release(
  id: string,
  { fails, milliseconds }: Release,
  perMinute: number,
  { percent, minutes, alarms }: Pick<ReturnType<typeof groupOf>, "percent" | "minutes" | "alarms">,
) {
  const samples: Samples = new Map();
  const series = { "1": seriesOfVersion(id, "1"), "2": seriesOfVersion(id, "2") };
  let share = percent;
  let requests = 0;
  let failed = 0;
  const counts = { "1": 0, "2": 0 };
  for (let second = 0; second <= 600; second += STEP_SECONDS) {
    const minute = Math.floor(second / 60);
    const firing = firingAt(second, alarms, samples);
    if (firing.length > 0) return { withdrawnAfter: second, by: firing, requests, failed };
    if (second >= minutes * 60) share = 100;
    for (let each = 0; each < (perMinute * STEP_SECONDS) / 60; each += 1) {
      // The last ones of each ten.
      const version: Version = requests % 10 >= 10 - share / 10 ? "2" : "1";
      requests += 1;
      counts[version] += 1;
      const outcome = fails(version, counts[version]);
      if (outcome !== null) failed += 1;
      const found = written(series[version], outcome, milliseconds(version, counts[version]));
      record(samples, minute, found);
    }
  }
  return { withdrawnAfter: null, by: [], requests, failed };
}

function record(
  samples: Samples,
  minute: number,
  found: readonly (readonly [series: string, value: number])[],
): void {
  for (const [series, value] of found) {
    const minutes = samples.get(series) ?? [];
    samples.set(series, minutes);
    minutes[minute] ??= [];
    minutes[minute].push(value);
  }
}

/** The series that requests to a version write, as Lambda and our pipeline name them. */
function seriesOfVersion(id: string, version: Version) {
  const name = `checkout-prod-${id}`;
  const of = { FunctionName: name, Resource: `${name}:live` };
  const lambda = (metric: string) =>
    [of, { ...of, ExecutedVersion: version }].map((dimensions) =>
      seriesOf("AWS/Lambda", metric, dimensions),
    );
  const ours = (metric: string, dimensions: Readonly<Record<string, string>>) =>
    seriesOf(METRICS_NAMESPACE, metric, { stage: "prod", ...dimensions });
  const failed = id.startsWith("workers-") ? "WorkFailed" : "RequestsFailed";
  return {
    // The authorizer has no answer of its own for an error.
    isAuthorizer: id === "authorizer",
    invocations: lambda("Invocations"),
    errors: lambda("Errors"),
    durations: lambda("Duration"),
    failed: ours(failed, { operation: id.replace("-", "/"), version }),
    unreadable: ours("ItemsUnreadable", {}),
  };
}

/** The metrics of one request. */
function written(
  series: ReturnType<typeof seriesOfVersion>,
  outcome: ReturnType<Release["fails"]>,
  duration: number,
): readonly (readonly [string, number])[] {
  const throws = outcome === "throws" || (series.isAuthorizer && outcome !== null);
  const all: [string, number][] = [];
  for (const each of series.invocations) all.push([each, 1]);
  for (const each of series.errors) all.push([each, throws ? 1 : 0]);
  for (const each of series.durations) all.push([each, duration]);
  if (outcome !== null && !throws) all.push([series.failed, 1]);
  if (outcome === "cannot read") all.push([series.unreadable, 1]);
  return all;
}

function seriesOf(namespace: string, name: string, dimensions: Readonly<Record<string, string>>) {
  const pairs = Object.entries(dimensions).toSorted(([a], [b]) => a.localeCompare(b));
  return JSON.stringify([namespace, name, pairs]);
}

/** The alarms that begin to fire. What an alarm sees changes by the minute. */
const firingAt = (second: number, alarms: readonly Alarm[], samples: Samples) =>
  second % 60 === 0 ? alarms.filter((each) => fires(each, samples, second / 60)) : [];

function fires(alarm: Alarm, samples: Samples, minute: number): boolean {
  expect(alarm.EvaluationPeriods).toBe(1);
  const values: Record<string, number | undefined> = {};
  for (const { Id, MetricStat } of alarm.Metrics) {
    if (MetricStat === undefined) continue;
    const { Metric, Period, Stat } = MetricStat;
    const dimensions = Metric.Dimensions.map(({ Name, Value }) => {
      const shown = String(prod.show(Value));
      // The number of the version that this deployment publishes.
      return [Name, /Version\w+\.Version$/.test(shown) ? "2" : shown] as const;
    });
    const series = seriesOf(Metric.Namespace, Metric.MetricName, Object.fromEntries(dimensions));
    const end = minute - DELAY_MINUTES;
    const from = Math.max(0, end - Period / 60);
    // A minute without samples is a hole, which `flat` leaves out.
    const found = samples.get(series)?.slice(from, Math.max(0, end)).flat() ?? [];
    values[Id] = found.length === 0 ? undefined : statistic(Stat, found);
  }
  const expression = alarm.Metrics.find(({ ReturnData }) => ReturnData)?.Expression ?? "";
  const functions = {
    FILL: (value: number | undefined, otherwise: number) => value ?? otherwise,
    IF: (condition: boolean, yes: number, no: number) => (condition ? yes : no),
  };
  const given = { ...values, ...functions };
  const result = new Function(...Object.keys(given), `return ${expression};`);
  return result(...Object.values(given)) > alarm.Threshold;
}

function statistic(name: string, values: readonly number[]): number {
  if (name === "Sum") return values.reduce((sum, value) => sum + value, 0);
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.ceil((Number(name.slice(1)) / 100) * sorted.length) - 1;
  return sorted[at] ?? 0;
}

/** Bad releases, with the requests a minute from which they are noticed. */
const BAD: Readonly<Record<string, readonly [Release, number]>> = {
  "throws at start": [{ ...good, fails: (version) => (version === "2" ? "throws" : null) }, 12],
  "answers 5 % of requests with an error": [
    { ...good, fails: (version, n) => (version === "2" && n % 20 === 5 ? "answers 5xx" : null) },
    240,
  ],
  "writes items that the old code cannot read": [
    // A twelfth of what the old version reads was written by the new one.
    { ...good, fails: (version, n) => (version === "1" && n % 12 === 0 ? "cannot read" : null) },
    12,
  ],
  "takes ten times as long": [
    { ...good, milliseconds: (version, n) => (version === "2" ? 10 : 1) * (60 + (n % 60)) },
    120,
  ],
};

describe.each([...PAYMENT_PATH])("a release of %s", (id) => {
  const group = groupOf(id);

  test.each(Object.entries(BAD))(
    "that %s is withdrawn within 6 minutes, with at most a tenth of the requests affected",
    (_, [bad, perMinute]) => {
      const end = release(id, bad, perMinute, group);
      expect(end.withdrawnAfter).toBeLessThanOrEqual(360);
      expect(end.failed / end.requests).toBeLessThanOrEqual(0.1);
      // Without the alarms it would have reached everyone.
      expect(release(id, bad, perMinute, { ...group, alarms: [] }).withdrawnAfter).toBeNull();
    },
  );

  test("that is good stays, also while a bank's outage fails and slows both versions", () => {
    const outage: Release = {
      fails: (version, n) => (version === "1" && n % 10 === 0 ? "answers 5xx" : null),
      milliseconds: (_, n) => 4_000 + (n % 60) * 50,
    };
    for (const harmless of [good, outage]) {
      expect(release(id, harmless, 240, group).withdrawnAfter).toBeNull();
    }
  });

  test("starts with a tenth of the invocations for five minutes, and no alarm is left unread", () => {
    expect(group).toMatchObject({ percent: 10, minutes: 5 });
    expect(group.group).toMatchObject({
      AlarmConfiguration: { Enabled: true, IgnorePollAlarmFailure: false },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: expect.arrayContaining(["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM"]),
      },
    });
    const names = group.alarms.map(({ AlarmName }) => AlarmName.replace("checkout-prod-", ""));
    expect(names).toEqual([`release-${id}-errors`, `release-${id}-latency`, "release-invariants"]);
  });

  test("moves its alias, which is what its callers use, once its alarms watch the new version", () => {
    const aliases = prod.of("payments", "AWS::Lambda::Alias");
    const [aliasId, alias] =
      aliases.find(([logicalId]) => logicalId.startsWith(`${pascalCase(id)}Live`)) ?? [];
    expect(alias?.Properties.Name).toBe("live");
    const { CodeDeployLambdaAliasUpdate } = Object(alias?.UpdatePolicy);
    const groupId = prod.show(CodeDeployLambdaAliasUpdate.DeploymentGroupName);
    const deployed = prod.templates.payments.Resources[String(groupId)]?.Properties;
    expect(deployed.DeploymentGroupName).toBe(id);
    const watchFirst = deployed.AlarmConfiguration.Alarms.map(({ Name }: { Name: unknown }) =>
      prod.show(Name),
    );
    expect(alias?.DependsOn?.toSorted()).toEqual([...watchFirst, groupId].toSorted());
    const callers = [
      ...prod.of("payments", "AWS::Lambda::EventSourceMapping").map(([, one]) => one),
      ...prod.of("api", "AWS::ApiGateway::RestApi").map(([, one]) => one),
    ].map(({ Properties }) => JSON.stringify(prod.show(Properties)));
    const called = new RegExp(`"${aliasId}"|function:checkout-prod-${id}:live/invocations`);
    const past = new RegExp(
      `"${pascalCase(id)}Function\\w+"|function:checkout-prod-${id}/invocations`,
    );
    expect(callers.filter((text) => called.test(text)).length).toBeGreaterThan(0);
    expect(callers.filter((text) => past.test(text))).toEqual([]);
  });
});

test("a change of a function's code or settings makes a new version, and nothing else does", () => {
  const versionsOf = (from: Synthesised) =>
    from.of("payments", "AWS::Lambda::Version").map(([id]) => id);
  expect(versionsOf(stageApp("prod", CLOSED))).toEqual(versionsOf(prod));
  const changed = versionsOf(stageApp("prod", { signUpCredits: 7 }));
  expect(changed).toHaveLength(PAYMENT_PATH.size);
  expect(changed.filter((id) => versionsOf(prod).includes(id))).toEqual([]);
});

test("a repair that cannot wait passes by all alarms, for as long as the stage's file says so", () => {
  const hurried = stageApp("prod", CLOSED);
  for (const id of PAYMENT_PATH) {
    expect(groupOf(id, hurried)).toMatchObject({ percent: 100, alarms: [] });
  }
});

describe("the record of releases", () => {
  const worker = "checkout-prod-workers-record-releases";

  test("hears of this stage's releases only, on the account's own bus", () => {
    const { Properties } = prod.one("functions", "AWS::Events::Rule", "Name", worker);
    const { source, detail } = Properties.EventPattern;
    expect({ source, detail }).toEqual({
      source: ["aws.codedeploy"],
      detail: { application: ["checkout-prod-releases"] },
    });
    expect(Properties).toMatchObject({ State: "ENABLED" });
    expect(Properties.EventBusName).toBeUndefined();
  });

  test("tries an event three times, and keeps one that fails", () => {
    const [[id] = []] = prod
      .of("functions", "AWS::Lambda::Function")
      .filter(([, { Properties }]) => Properties.FunctionName === worker);
    const [asynchronous] = prod
      .of("functions", "AWS::Lambda::EventInvokeConfig")
      .map(([, { Properties }]) => Properties)
      .filter(({ FunctionName }) => FunctionName.Ref === id);
    expect(asynchronous?.MaximumRetryAttempts).toBe(2);
    expect(asynchronous?.DestinationConfig.OnFailure).toBeDefined();
  });
});
