import { expect, test } from "vitest";
import { WORKERS } from "../../lib/contract/functions.ts";
import { TABLE } from "../../lib/store/table.ts";
import { stageApp } from "./synthesised.ts";

const alarms = stageApp("prod").of("monitoring", "AWS::CloudWatch::Alarm");
const MINUTES = { minute: 1, minutes: 1, hour: 60, hours: 60, day: 1440, days: 1440 };

const schedules = WORKERS.flatMap(({ name, source }) => {
  if (source.kind !== "schedule") return [];
  const [, amount, unit] = /^rate\((\d+) (\w+)\)$/.exec(source.rate) ?? [];
  return [{ name, minutes: Number(amount) * MINUTES[unit as keyof typeof MINUTES] }];
});

test.each(schedules)(
  "the worker $name, which runs every $minutes min, raises an alarm when each run fails",
  ({ name, minutes }) => {
    const [alarm] = alarms
      .map(([, { Properties }]) => Properties)
      .filter(({ MetricName }) => MetricName === "Errors")
      .filter(({ Dimensions }) => Dimensions[0]?.Value === `checkout-prod-workers-${name}`);
    const { Period, Threshold, EvaluationPeriods } = alarm ?? {};
    const errors = Math.max(1, Math.floor(Period / 60 / minutes));
    expect(errors).toBeGreaterThan(Threshold);
    // With longer gaps than periods, no two in a row have an error.
    if (minutes * 60 > Period) expect(EvaluationPeriods).toBe(1);
  },
);

test.each(TABLE.indexes)("writes that the index $name throttles raise an alarm", ({ name }) => {
  const found = alarms.filter(
    ([, { Properties }]) =>
      Properties.MetricName === "WriteThrottleEvents" &&
      Properties.Dimensions.some(
        (one: { Name: string; Value: unknown }) =>
          one.Name === "GlobalSecondaryIndexName" && one.Value === name,
      ) &&
      Properties.Dimensions.some((one: { Name: string }) => one.Name === "TableName"),
  );
  expect(found).toHaveLength(1);
});
