import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { routeFunctionId } from "../../lib/contract/functions.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";

const sourceOf = ({ surface, operation }: { surface: string; operation: string }) =>
  readFile(new URL(`../../functions/${surface}/${operation}.ts`, import.meta.url), "utf8");

/** Behind the distribution the address is believed by a secret, which local runs never read. */
describe("a function with limits per address", () => {
  it("is the only kind that can read the secret of the distribution's header", async () => {
    const counting: string[] = [];
    for (const route of ROUTES) {
      if ((await sourceOf(route)).includes("caller-address.ts")) {
        counting.push(routeFunctionId(route));
      }
    }
    expect(counting.length).toBeGreaterThan(5);
    const able = ROUTES.filter(({ access }) => access.secrets?.includes("cloudfront-origin"));
    expect(able.map(routeFunctionId).toSorted()).toEqual(counting.toSorted());
  });
});
