import { describe, expect, test } from "vitest";
import { routeFunctionId, WORKERS } from "../../lib/contract/functions.ts";
import type { Route } from "../../lib/contract/route.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import type { Worker } from "../../lib/contract/worker.ts";
import { stageConfig } from "../../lib/infra/config/stages.ts";
import { type StackName, synthesise } from "./synthesised.ts";

/** The whole product with room to grow: what is still missing is stood in for by copies. */
const ROUTE_COUNT = 100;
const WORKER_COUNT = 20;

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
    operation: `stands-for-a-later-endpoint-${index}`,
    path: `/api/platform/later-${index}/`,
  }));
}

describe("with a hundred endpoints and twenty workers", () => {
  const synthesised = synthesise(stageConfig("prod"), { routes, workers });

  test.each<StackName>(["data", "messaging", "api", "edge", "monitoring"])(
    "the %s stack stays below 500 resources and a megabyte",
    (name) => {
      const template = synthesised.templates[name];
      expect(Object.keys(template.Resources).length).toBeLessThan(500);
      // The API stack is written without indentation, the others with one space.
      const written = JSON.stringify(template, null, name === "api" ? undefined : 1);
      expect(written.length).toBeLessThan(1_000_000);
    },
  );

  test.each([true, false])(
    "the invoke role with platform: %j still fits into an inline policy",
    (isPlatform) => {
      const arn = (id: string) =>
        `"arn:aws:lambda:ap-southeast-2:123456789012:function:checkout-prod-${id}",`;
      const own = routes.filter(({ surface }) => (surface === "platform") === isPlatform);
      const length = own.reduce((sum, route) => sum + arn(routeFunctionId(route)).length, 500);
      expect(length).toBeLessThan(10_240);
    },
  );
});
