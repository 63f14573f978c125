import { expectStatus, expectThat } from "./api.ts";
import type { Step } from "./steps.ts";

/** Checks of the gateway and of public operations, without a credential. */
export const EDGE_STEPS: readonly Step[] = [
  {
    name: "health",
    async run({ call }) {
      for (const path of ["/api/health/", "/api/health"]) {
        expectStatus(await call("GET", path), `GET ${path}`, 200);
      }
    },
  },
  {
    name: "answer errors as problem+json",
    skip: ({ hasGatewayResponses }) =>
      hasGatewayResponses ? null : "this gateway has no gateway responses",
    async run({ call }) {
      const cases = [
        ["GET", "/api/smoke-test-of-no-path/", undefined, 404],
        ["GET", "/api/v1/credits/", undefined, 401],
        ["GET", "/api/v1/credits/", `pk_live_${"0".repeat(36)}`, 401],
        ["GET", "/api/platform/apps/", undefined, 401],
      ] as const;
      for (const [method, path, bearer, status] of cases) {
        const answer = await call(method, path, bearer === undefined ? {} : { bearer });
        const what = `${method} ${path}`;
        expectStatus(answer, what, status);
        expectThat(
          answer.contentType.startsWith("application/problem+json"),
          `${what} answered ${answer.contentType || "no content type"} instead of problem+json`,
        );
      }
    },
  },
  {
    name: "publish a signing key",
    async run({ call }) {
      const path = "/.well-known/jwks.json";
      const { body } = expectStatus(await call("GET", path), `GET ${path}`, 200);
      expectThat(
        Array.isArray(body.keys) && body.keys.length > 0,
        `${path} has no key: run the function workers-rotate-signing-keys once, or wait 15 minutes`,
      );
    },
  },
];

/** Checks both places for a key, which API Gateway treats differently. */
export const KEY_STEPS: readonly Step[] = [
  {
    name: "accept the key in the header and in the query",
    skip: ({ key, login }) =>
      key === null && login === null ? "needs SMOKE_KEY or --phone" : null,
    async run({ call, key }) {
      const header = await call("GET", "/api/v1/credits/", { bearer: key ?? "" });
      expectStatus(header, "the key in the header", 200);
      for (const slash of ["", "/"]) {
        const path = `/api/v1/credits${slash}?api_key=${key}`;
        expectStatus(
          await call("GET", path),
          `the key in the query of /api/v1/credits${slash}`,
          200,
        );
      }
    },
  },
];
