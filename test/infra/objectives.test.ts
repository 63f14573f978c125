import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { routeFunctionId } from "../../lib/contract/functions.ts";
import { METRICS, type MetricName } from "../../lib/contract/metrics.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { CREATIONS, objectives, SUBMISSIONS } from "../../lib/infra/objectives.ts";
import { stageApp } from "./synthesised.ts";

const prod = stageApp("prod");
const alarms = prod.of("monitoring", "AWS::CloudWatch::Alarm").map(([, one]) => one.Properties);
const composites = prod
  .of("monitoring", "AWS::CloudWatch::CompositeAlarm")
  .map(([, one]) => one.Properties);
const parts = alarms.filter(({ Metrics }) => Metrics !== undefined);
const partOf = (name: string) =>
  parts.find(({ AlarmName }) => AlarmName === `checkout-prod-${name}`);

interface Query {
  readonly Id: string;
  readonly Expression?: string;
  readonly ReturnData: boolean;
}

/** Whether the alarm fires when its metrics have these sums. Missing ones have no data. */
function fires(name: string, values: Readonly<Record<string, number>>): boolean {
  const { Metrics, Threshold } = partOf(name);
  const { Expression } = (Metrics as Query[]).find(({ ReturnData }) => ReturnData) ?? {};
  const given = Object.fromEntries((Metrics as Query[]).map(({ Id }) => [Id, values[Id]]));
  const result = runInNewContext(Expression ?? "", {
    ...given,
    FILL: (value: number | undefined, otherwise: number) => value ?? otherwise,
    IF: (condition: boolean, yes: number, no: number) => (condition ? yes : no),
  });
  return result > Threshold;
}

describe("the alarms of the objectives", () => {
  test("are a fast and a slow one for each, which fire when both of their windows do", () => {
    const names = objectives("prod").flatMap(({ name }) => [`${name}-fast`, `${name}-slow`]);
    expect(composites.map(({ AlarmName }) => AlarmName).toSorted()).toEqual(
      names.map((name) => `checkout-prod-objective-${name}`).toSorted(),
    );
    for (const { AlarmName, AlarmRule } of composites) {
      expect(AlarmRule).toBe(`ALARM("${AlarmName}-long") AND ALARM("${AlarmName}-short")`);
    }
    expect(parts).toHaveLength(2 * composites.length);
  });

  test("tell someone, and their parts do not", () => {
    for (const { AlarmActions, OKActions } of composites) {
      expect(AlarmActions).toHaveLength(1);
      expect(OKActions).toEqual(AlarmActions);
    }
    for (const { ActionsEnabled, AlarmActions } of parts) {
      expect([ActionsEnabled, AlarmActions]).toEqual([false, undefined]);
    }
  });

  test("watch 1 hour and 5 minutes, or 6 hours and 30 minutes", () => {
    const periodOf = (name: string) => partOf(name).Metrics[0].MetricStat.Period;
    const windows = ["fast-long", "fast-short", "slow-long", "slow-short"];
    expect(windows.map((name) => periodOf(`objective-creations-${name}`))).toEqual([
      3600, 300, 21_600, 1800,
    ]);
  });

  test.each([
    // 0.72 % and 0.3 % of 100,000 requests.
    ["creations-fast-long", { a0: 60_000, a1: 40_000, b0: 700, b1: 21 }, true],
    ["creations-fast-long", { a0: 60_000, a1: 40_000, b0: 700, b1: 19 }, false],
    ["creations-slow-long", { a0: 100_000, b3: 301 }, true],
    ["creations-slow-long", { a0: 100_000, b3: 299 }, false],
    ["submissions-fast-short", { a0: 5, a2: 5, b0: 2 }, false],
    ["submissions-fast-short", { a0: 5, a2: 5, b0: 3 }, true],
    ["submissions-fast-short", { a0: 100 }, false],
    // 14.4 % and 6 % later than 10 s; 1.44 % and 0.6 % later than 5 s.
    ["lookups-fast-long", { good: 85, measured: 20 }, true],
    ["lookups-fast-long", { good: 86, measured: 20 }, false],
    ["lookups-slow-long", { good: 93.9, measured: 200 }, true],
    ["lookups-slow-long", { good: 0, measured: 19 }, false],
    ["deliveries-fast-long", { good: 98.5, measured: 1000 }, true],
    ["deliveries-slow-long", { good: 99.5, measured: 1000 }, false],
  ] as const)("%s at %j: %s", (name, values, expected) => {
    expect(fires(`objective-${name}`, values)).toBe(expected);
  });

  test("watch functions that exist, and metrics of ours as they are written", () => {
    const ids = ROUTES.map(routeFunctionId);
    for (const id of [...CREATIONS, ...SUBMISSIONS]) expect(ids).toContain(id);
    const operations = new Map(ROUTES.map((route) => [routeFunctionId(route), route]));
    for (const { MetricStat } of parts.flatMap(({ Metrics }) => Metrics)) {
      if (MetricStat?.Metric.Namespace !== "Checkout") continue;
      const { MetricName: name, Dimensions } = MetricStat.Metric;
      const { dimensions } = METRICS[name as MetricName];
      const named = Dimensions.map(({ Name }: { readonly Name: string }) => Name);
      expect(named).toEqual(["stage", ...dimensions]);
      const operation = Dimensions.find(
        ({ Name }: { Name: string }) => Name === "operation",
      )?.Value;
      if (operation === undefined) continue;
      const route = operations.get(operation.replace("/", "-"));
      expect(`${route?.surface}/${route?.operation}`).toBe(operation);
    }
  });

  test("use at most the ten metrics that CloudWatch takes in an alarm", () => {
    for (const { Metrics } of parts) expect(Metrics.length).toBeLessThanOrEqual(10);
  });
});

test("the dashboard of the promises shows each objective with its lines, and every alarm", () => {
  const name = "checkout-prod-promises";
  const { DashboardBody } = prod.one(
    "monitoring",
    "AWS::CloudWatch::Dashboard",
    "DashboardName",
    name,
  ).Properties;
  const { widgets } = JSON.parse(String(prod.show(DashboardBody)));
  const text = JSON.stringify(widgets);
  for (const { about } of objectives("prod")) expect(text).toContain(about);
  const [list] = widgets.filter(({ type }: { readonly type: string }) => type === "alarm");
  expect(list.properties.alarms).toHaveLength(composites.length);
  expect(text).toContain('"label":"promised","value":0.05');
  expect(text).toContain('"label":"fast alarm","value":0.72');
});
