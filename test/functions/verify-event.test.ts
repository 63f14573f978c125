import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type MeteredService, startMeteredService } from "../support/metered-service.ts";

let service: MeteredService;
beforeAll(async () => {
  service = await startMeteredService();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await service.close();
});

const CLI = join(import.meta.dirname, "..", "..", "bin", "cli.ts");

test("what the operator's command prints verifies a payment without the API, and only of that account", async () => {
  const { body } = await service.create();
  const reference = await service.pay(150_000);
  const { verifyCheckout: handler } = (await import("../../functions/v1/checkouts.ts")) as {
    verifyCheckout: (event: unknown, context: unknown) => Promise<unknown>;
  };
  const verify = async (account: string) => {
    const options = ["--account", account, "--checkout", body.id, "--input", reference];
    const printed = execFileSync(process.execPath, [CLI, "verify-event", ...options]);
    const event: unknown = JSON.parse(printed.toString());
    const answer = await handler(event, { getRemainingTimeInMillis: () => 10_000 });
    const { statusCode, body: text } = answer as { statusCode: number; body: string };
    return { statusCode, ...(JSON.parse(text) as object) };
  };
  await expect(verify("acc_00000000000000000000000000")).resolves.toMatchObject({
    statusCode: 404,
  });
  await expect(verify(service.merchant.accountId)).resolves.toMatchObject({
    statusCode: 200,
    outcome: "matched",
  });
});
