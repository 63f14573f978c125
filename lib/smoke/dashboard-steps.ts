import { eventually, expectStatus, expectThat, type SmokeRun, type Step } from "./steps.ts";

const needsLogin = ({ login }: SmokeRun) => (login === null ? "needs --phone" : null);
const needsReceiver = ({ login, receiver }: SmokeRun) =>
  login === null || receiver === null ? "needs --phone and --receiver" : null;

/** Logs in and creates the app, key and endpoint for the later steps. */
export const LOGIN_STEPS: readonly Step[] = [
  {
    name: "log in by phone",
    skip: needsLogin,
    async run(run) {
      const phone = run.login?.phone;
      const sent = await run.call("POST", "/api/auth/send-otp/", { body: { phone } });
      expectStatus(sent, "POST /api/auth/send-otp/", 202);
      const code = await run.login?.code();
      const verified = await run.call("POST", "/api/auth/verify-otp/", { body: { phone, code } });
      run.token = expectStatus(verified, "POST /api/auth/verify-otp/", 200).body.access_token;
    },
  },
  {
    name: "create an app and a test key",
    skip: needsLogin,
    async run(run) {
      const app = await platform(run, "POST", "apps/", { name: `Smoke ${run.unique}` }, 201);
      run.appId = app.app_id;
      const key = { name: "Smoke test", mode: "test", app_id: run.appId };
      const made = await platform(run, "POST", "api-keys/", key, 201);
      run.key = made.secret;
      run.keyId = made.id;
      const apps = await platform(run, "GET", "apps/", undefined, 200);
      expectThat(
        apps.data.some((one: { app_id: number }) => one.app_id === run.appId),
        "GET /api/platform/apps/ does not list the new app",
      );
    },
  },
  {
    name: "register a webhook endpoint",
    skip: needsReceiver,
    async run(run) {
      const body = {
        app_id: run.appId,
        url: run.receiver,
        events: ["checkout.verified"],
        livemode: false,
      };
      run.webhookId = (await platform(run, "POST", "webhooks/", body, 201)).id;
    },
  },
];

/** Confirms the webhook in the service's delivery log. */
export const DELIVERY_STEPS: readonly Step[] = [
  {
    name: "deliver the webhook",
    skip: needsReceiver,
    run: (run) =>
      eventually(run, "the delivery has not succeeded", async () => {
        const path = `webhooks/${run.webhookId}/deliveries/?event_type=checkout.verified`;
        const { data } = await platform(run, "GET", path, undefined, 200);
        return data.some((one: { status: string }) => one.status === "succeeded");
      }),
  },
];

/** Removes what the run created, after a failure too. */
export const CLEAN_UP_STEPS: readonly Step[] = [
  {
    name: "remove the endpoint, the key and the app",
    skip: needsLogin,
    async run(run) {
      const { webhookId, keyId, appId, checkout } = run;
      // Refused unless it is open; an app with an open checkout cannot be deleted.
      const cancel = `/api/v1/checkouts/${checkout?.id}/cancel/`;
      if (checkout) await run.call("POST", cancel, { bearer: run.key ?? "", body: {} });
      if (webhookId) await platform(run, "DELETE", `webhooks/${webhookId}/`, undefined, 204);
      if (keyId) await platform(run, "DELETE", `api-keys/${keyId}/`, undefined, 204);
      if (appId) await platform(run, "DELETE", `apps/${appId}/`, undefined, 204);
    },
  },
];

async function platform(
  { call, token }: SmokeRun,
  method: string,
  path: string,
  body: object | undefined,
  status: number,
) {
  const options = { bearer: token ?? "", ...(body === undefined ? {} : { body }) };
  const answer = await call(method, `/api/platform/${path}`, options);
  return expectStatus(answer, `${method} /api/platform/${path}`, status).body;
}

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
