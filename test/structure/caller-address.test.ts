import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { functionHandlers, routeFunctionId } from "../../lib/contract/functions.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { handlerAlone, handlerFiles } from "../../lib/infra/lean-bundles.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/** Behind the distribution the address is believed by a secret, which local runs never read. */
it("only a function with limits per address can read the secret of the distribution's header", () => {
  const counting = handlerFiles(functionHandlers(ROUTES, []), ROOT)
    .filter(({ file, name }) =>
      handlerAlone(readFileSync(join(ROOT, file), "utf8"), name).includes("caller-address.ts"),
    )
    .map(({ id }) => id);
  expect(counting.length).toBeGreaterThan(5);
  const able = ROUTES.filter(({ access }) => access.secrets?.includes("cloudfront-origin"));
  expect(able.map(routeFunctionId).toSorted()).toEqual(counting.toSorted());
});
