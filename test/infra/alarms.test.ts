import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { WORKERS } from "../../lib/contract/functions.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { RUNBOOK_SECTIONS } from "../../lib/infra/alarms.ts";
import { TABLE } from "../../lib/store/table.ts";
import { EXTRAS, stageApp } from "./synthesised.ts";

const prod = stageApp("prod");
const alarms = prod.of("monitoring", "AWS::CloudWatch::Alarm");
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

test("someone hears of it when login codes cannot be sent, also where few people log in", () => {
  const found = alarms
    .map(([, { Properties }]) => Properties)
    .filter(({ Dimensions }) =>
      Dimensions?.some(({ Value }: { Value: unknown }) => Value === "auth/send-otp"),
    );
  expect(found).toMatchObject([{ MetricName: "RequestsFailed", Statistic: "Sum" }]);
  const [{ Threshold, Period, EvaluationPeriods }] = found as [Record<string, number>];
  expect([Threshold, Period, EvaluationPeriods]).toEqual([2, 900, 1]);
  expect(ROUTES.map(({ surface, operation }) => `${surface}/${operation}`)).toContain(
    "auth/send-otp",
  );
});

test("someone hears of it before SNS stops sending login codes for the rest of the month", () => {
  const alarmOf = (from: typeof prod) =>
    from
      .of("monitoring", "AWS::CloudWatch::Alarm")
      .map(([, { Properties }]) => Properties)
      .filter(({ MetricName }) => MetricName === "SMSMonthToDateSpentUSD");
  // A new account's quota is one dollar. The metric has no dimension, and only its maximum means anything.
  const [alarm, ...others] = alarmOf(prod);
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({
    Namespace: "AWS/SNS",
    Dimensions: [],
    Statistic: "Maximum",
    Threshold: 0.8,
    AlarmActions: [expect.anything()],
  });
  const raised = stageApp("prod", EXTRAS);
  expect(alarmOf(raised)).toMatchObject([{ Threshold: 40 }]);
  const other = stageApp("prod", { smsSender: "afromessage" });
  expect(alarmOf(other)).toEqual([]);
});

test("someone hears of a stored item that functions cannot read, also between releases", () => {
  const found = alarms
    .map(([, { Properties }]) => Properties)
    .filter(({ MetricName }) => MetricName === "ItemsUnreadable");
  expect(found).toMatchObject([{ Threshold: 0, AlarmActions: [expect.anything()] }]);
  expect(found[0]?.ActionsEnabled).not.toBe(false);
});

test("someone hears of it when the firewall refuses what comes through our own distribution", () => {
  const [[, acl] = []] = prod.of("api", "AWS::WAFv2::WebACL");
  const { VisibilityConfig, Rules } = acl?.Properties ?? {};
  const found = alarms.filter(([, { Properties }]) => Properties.Namespace === "AWS/WAFV2");
  expect(found.map(([, { Properties }]) => Properties)).toMatchObject([
    {
      MetricName: "BlockedRequests",
      Dimensions: [
        { Name: "WebACL", Value: VisibilityConfig.MetricName },
        { Name: "Rule", Value: Rules[0].VisibilityConfig.MetricName },
        { Name: "Region", Value: "eu-central-1" },
      ],
    },
  ]);
  // AWS takes the name for the metric or the name of the list, and stages of one region must differ.
  expect(VisibilityConfig.MetricName).toBe(acl?.Properties.Name);
  expect(Rules[0].Name).toBe("only-through-our-distribution");
});

test("the guide names the price of the alarms that a stage has", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/deploy.md"), "utf8");
  const [, count, dollars] = /about (\d+) alarms \((\d+)\)/.exec(guide) ?? [];
  const single = alarms.filter(([, { Properties }]) => Properties.MetricName !== undefined);
  expect(Math.abs(Number(count) - single.length)).toBeLessThan(5);
  // 0.10 dollars a month for each metric that an alarm reads.
  expect(Number(dollars)).toBe(Math.round(single.length / 10));
});

test("the runbook has exactly the sections that alarms lead to, before its other procedures", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  const runbooks = sections.slice(
    sections.indexOf("First look") + 1,
    sections.indexOf("Other procedures"),
  );
  expect(runbooks).toEqual(RUNBOOK_SECTIONS);
});

test("the runbook's table of alarms leads to each of their sections", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  const [, table = ""] = /\n\|---\|---\|---\|\n([\s\S]*?)\n\n/.exec(page) ?? [];
  const linked = table.split("\n").map((row) => /\| \[.+\]\(#([\w-]+)\) \|$/.exec(row)?.[1] ?? row);
  // Alarms of a release tell nobody: the page names them below.
  const sections = RUNBOOK_SECTIONS.filter((section) => section !== "withdrawn-release");
  expect([...new Set(linked)].toSorted()).toEqual(sections.toSorted());
});
