import { expect, test } from "vitest";
import { EXTRAS, stageApp } from "./synthesised.ts";

const dev = stageApp("dev");
const aclOf = (from: typeof dev) => from.of("api", "AWS::WAFv2::WebACL")[0]?.[1].Properties;
const problemOf = (from: typeof dev) =>
  JSON.parse(String(from.show(aclOf(from).CustomResponseBodies.rate.Content)));

test("the firewall refuses with a problem whose type is an absolute URL, with a domain and without", () => {
  const named = stageApp("prod", EXTRAS);
  expect(problemOf(named).type).toBe("https://pay.example/api/docs/errors/#error-rate_limited");
  expect(problemOf(dev).type).toMatch(
    /^https:\/\/\w+\.execute-api\..+\/dev\/api\/docs\/errors\/#error-rate_limited$/,
  );
});

test("the firewall sends the request id of its problem as a header too", () => {
  const { request_id } = problemOf(dev);
  const limits = aclOf(dev).Rules.filter(({ Name }: { Name: string }) => /^rate-/.test(Name));
  expect(limits).toHaveLength(3);
  for (const { Action } of limits) {
    const { ResponseHeaders } = Action.Block.CustomResponse;
    expect(ResponseHeaders).toContainEqual({ Name: "X-Request-Id", Value: request_id });
  }
});
