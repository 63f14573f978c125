import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeAttempt, type OutboundErrorCode } from "../../lib/domain/webhook-outcome.ts";

const answer = (status: number, headers: Record<string, string> = {}) =>
  judgeAttempt({ kind: "response", status, headers });

describe("judgeAttempt", () => {
  test.each([
    [200, "success", null],
    [204, "success", null],
    [299, "success", null],
    [199, "retry", "http_status"],
    [300, "retry", "redirect"],
    [304, "retry", "redirect"],
    [307, "retry", "redirect"],
    [308, "retry", "redirect"],
    [399, "retry", "redirect"],
    [400, "retry", "http_status"],
    [401, "retry", "http_status"],
    [404, "retry", "http_status"],
    [410, "disable", "http_status"],
    [429, "retry", "http_status"],
    [500, "retry", "http_status"],
    [599, "retry", "http_status"],
  ])("a %d is %s with %s", (status, verdict, errorCode) => {
    expect(answer(status)).toEqual({ verdict, errorCode });
  });

  test.each<[OutboundErrorCode, string]>([
    ["dns_error", "retry"],
    ["connection_refused", "retry"],
    ["connection_reset", "retry"],
    ["timeout", "retry"],
    ["tls_error", "retry"],
    ["ssrf_blocked", "fail"],
  ])("%s means %s, and keeps its word", (code, verdict) => {
    expect(judgeAttempt({ kind: "error", code })).toEqual({ verdict, errorCode: code });
  });

  test("`webhook-delivery: disable` disables, whatever the status and the spelling", () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), (status) => {
        for (const value of ["disable", "Disable", " disable "]) {
          expect(answer(status, { "webhook-delivery": value }).verdict).toBe("disable");
        }
      }),
    );
    expect(answer(500, { "webhook-delivery": "enable" }).verdict).toBe("retry");
  });

  test("nothing but a 2xx is a success, and nothing but a success lacks an error code", () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 999 }), (status) => {
        const verdict = answer(status);
        expect(verdict.verdict === "success").toBe(status >= 200 && status < 300);
        expect(verdict.errorCode === null).toBe(verdict.verdict === "success");
      }),
    );
  });
});
