import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { QUEUES } from "../../lib/contract/functions.ts";
import { EXTRAS, type StackName, stageApp } from "./synthesised.ts";

const prod = stageApp("prod", EXTRAS);
const STACKS: readonly StackName[] = ["data", "messaging", "api", "edge", "monitoring"];
const ours = QUEUES.map(({ name }) => `checkout-prod-${name}`);
/** Every queue that no worker reads, whatever its name. */
const dead = STACKS.flatMap((stack) => prod.of(stack, "AWS::SQS::Queue"))
  .map(([, { Properties }]) => Properties.QueueName as string)
  .filter((name) => !ours.includes(name));

test("there are dead-letter queues of every queue, the stream, the schedules, the bus and the alarms", () => {
  const others = ["stream", "schedules", "bus", "alarms"].map((name) => `checkout-prod-${name}`);
  expect(dead.toSorted()).toEqual([...ours, ...others].map((name) => `${name}-dead`).toSorted());
});

describe.each(dead)("the dead-letter queue %s", (queue) => {
  test("raises an alarm at its first message", () => {
    const alarms = prod.of("monitoring", "AWS::CloudWatch::Alarm");
    expect(alarms.map(([, { Properties }]) => Properties)).toContainEqual(
      expect.objectContaining({
        MetricName: "ApproximateNumberOfMessagesVisible",
        Dimensions: [{ Name: "QueueName", Value: queue }],
        Threshold: 0,
      }),
    );
  });

  test("is on the dashboard", () => {
    const name = "checkout-prod-overview";
    const type = "AWS::CloudWatch::Dashboard";
    const board = prod.one("monitoring", type, "DashboardName", name).Properties;
    const { widgets } = JSON.parse(board.DashboardBody["Fn::Sub"][0]) as {
      widgets: Widget[];
    };
    const letters = widgets.filter(({ properties }) => properties.title === "Dead letters");
    expect(letters.flatMap(({ properties }) => properties.metrics)).toContainEqual(
      expect.arrayContaining(["ApproximateNumberOfMessagesVisible", queue]),
    );
  });
});

test("the runbook says of each dead-letter queue how to empty it, because its alarm stays until then", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  const [section = ""] = page.split("\n## dead-letters\n").slice(1);
  const rows = section.split("\n## ")[0]?.split("\n") ?? [];
  const explained = rows.flatMap((row) => {
    const [names = "", ...cells] = row.split("|").slice(1, -1);
    const isClear = /^ (Send back|Replay|Purge)/.test(cells.at(-1) ?? "");
    return isClear ? [...names.matchAll(/`([^`]+-dead)`/g)].map(([, name]) => name) : [];
  });
  expect(explained.map((name) => `checkout-prod-${name}`).toSorted()).toEqual(dead.toSorted());
});

interface Widget {
  readonly properties: { readonly title: string; readonly metrics: readonly unknown[][] };
}
