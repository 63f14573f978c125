import { beforeAll, expect, it } from "vitest";
import { submitPayPage } from "../../lib/contract/routes/public-pages.ts";
import { ServiceError } from "../../lib/domain/errors.ts";
import { newId } from "../../lib/domain/ids.ts";
import { checkoutToken } from "../../lib/domain/tokens.ts";
import { randomBytes } from "../../lib/pipeline/deps.ts";
import type { RenderError } from "../../lib/pipeline/middleware/problems.ts";
import { proxyEvent } from "../support/function-calls.ts";
import { startRuntime } from "../support/verification.ts";

let runtime: Awaited<ReturnType<typeof startRuntime>>;
let submitProblem: RenderError;

beforeAll(async () => {
  runtime = await startRuntime();
  ({ submitProblem } = await import("../../lib/pages/pay-page/current-page.ts"));
});

const ID = newId("co_", Date.now(), randomBytes(10));
const TOKEN = checkoutToken(ID, randomBytes(20));
const event = () => ({
  ...proxyEvent(submitPayPage, { params: { token: TOKEN } }),
  body: "input=DKK3A7B9XZ",
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
});

it("answers a submission with a page, not JSON, while the table is out of reach", async () => {
  await runtime.stop();
  const outage = new ServiceError("service_unavailable", "The service is unavailable.");
  const answer = await submitProblem(outage, event());
  expect(answer?.statusCode).toBe(503);
  expect(answer?.headers["content-type"]).toContain("text/html");
  expect(answer?.body).toContain("You don&#39;t need to pay again");
});
