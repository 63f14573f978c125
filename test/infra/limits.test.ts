import { describe, expect, test } from "vitest";
import { routeFunctionId, WORKERS } from "../../lib/contract/functions.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import type { Worker } from "../../lib/contract/worker.ts";
import { stageConfig } from "../../lib/infra/config/stages.ts";
import { FUNCTION_STACKS } from "../../lib/infra/functions-stack.ts";
import { invokedName } from "../../lib/infra/names.ts";
import { invokeRoleId } from "../../lib/infra/rest-api.ts";
import { type StackName, synthesise, type Template } from "./synthesised.ts";

/** Written without indentation, the others with one space. */
const TIGHT = ["api", ...FUNCTION_STACKS] as const;

/** The whole product with room to grow: what is still missing is stood in for by copies. */
const ROUTE_COUNT = 170;
const WORKER_COUNT = 40;

const heaviest = ROUTES.toSorted(
  (a, b) => JSON.stringify(b.access).length - JSON.stringify(a.access).length,
)[0] as Route;
const routes = [...ROUTES, ...copies(ROUTE_COUNT - ROUTES.length)];
const workers = [
  ...WORKERS,
  ...Array.from(
    { length: WORKER_COUNT - WORKERS.length },
    (_, index): Worker => ({
      ...(WORKERS[index % WORKERS.length] as Worker),
      name: `more-${index}`,
    }),
  ),
];

function copies(count: number): Route[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => ({
    ...heaviest,
    method: index % 2 === 0 ? ("GET" as const) : ("POST" as const),
    operation: `stands-for-a-later-endpoint-${index}`,
    path: `/api/platform/later-${index}/`,
  }));
}

describe("with 170 endpoints and 40 workers", () => {
  const synthesised = synthesise(stageConfig("prod"), { routes, workers });

  test.each<StackName>(["data", "messaging", "logs", ...TIGHT, "edge", "monitoring"])(
    "the %s stack stays below 480 resources and 0.95 MB",
    (name) => {
      const template = synthesised.templates[name];
      expect(Object.keys(template.Resources).length).toBeLessThanOrEqual(480);
      const isTight = (TIGHT as readonly StackName[]).includes(name);
      const written = JSON.stringify(template, null, isTight ? undefined : 1);
      expect(written.length).toBeLessThanOrEqual(950_000);
    },
  );

  test.each([
    ["AWS::Lambda::Function", 10],
    ["AWS::IAM::Role", 20],
    ["AWS::Logs::LogGroup", 10],
    ["AWS::CloudWatch::Alarm", 5],
  ])("no stack begins %s more than %i times at once", (type, most) => {
    for (const [name, template] of Object.entries(synthesised.templates))
      expect(mostAtOnce(template, type), name).toBeLessThanOrEqual(most);
  });

  test.each([...new Set(routes.map(invokeRoleId))])(
    "the names that %s may invoke still fit into an inline policy",
    (role) => {
      const arn = (id: string) =>
        `"arn:aws:lambda:ap-southeast-2:123456789012:function:${invokedName("prod", id)}",`;
      const own = routes.filter((route) => invokeRoleId(route) === role);
      const length = own.reduce((sum, route) => sum + arn(routeFunctionId(route)).length, 500);
      expect(length).toBeLessThan(10_240);
    },
  );
});

/** Of one type, how many resources have equally many others before them, and so may begin together. */
function mostAtOnce({ Resources }: Template, type: string): number {
  const depths = new Map<string, number>();
  const depthOf = (id: string): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const resource = Resources[id];
    const references = JSON.stringify(resource?.Properties ?? {}).matchAll(
      /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g,
    );
    const before = [...(resource?.DependsOn ?? []), ...[...references].map(([, to = ""]) => to)];
    const others = before.filter((other) => Resources[other] !== undefined);
    const depth = 1 + Math.max(-1, ...others.map(depthOf));
    depths.set(id, depth);
    return depth;
  };
  const ids = Object.keys(Resources).filter((id) => Resources[id]?.Type === type);
  const together = [...Map.groupBy(ids, depthOf).values()].map(({ length }) => length);
  return Math.max(0, ...together);
}
