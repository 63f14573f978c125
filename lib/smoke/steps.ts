import { type Call, expectStatus, expectThat } from "./api.ts";

/** State of a run: each step reads what earlier steps stored. */
export interface SmokeRun {
  readonly call: Call;
  /** The start of pay links. */
  readonly publicBaseUrl: string;
  /** A test key; where it is null at first, the login steps create one. */
  key: string | null;
  /** Null: no login. */
  readonly login: { readonly phone: string; readonly code: () => Promise<string> } | null;
  /** URL that receives the webhook; null: the delivery steps are skipped. */
  readonly receiver: string | null;
  /** False for SAM and emulators, whose gateway has its own error responses. */
  readonly hasGatewayResponses: boolean;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly unique: string;
  token?: string;
  appId?: number;
  keyId?: string;
  webhookId?: string;
  checkout?: { readonly id: string; readonly pay_url: string };
}

export interface Step {
  readonly name: string;
  /** Why the step cannot run, or null. */
  readonly skip?: (run: SmokeRun) => string | null;
  readonly run: (run: SmokeRun) => Promise<void>;
}

/** Minor units. */
const AMOUNT = 125_000;
const needsKey = ({ key, login }: SmokeRun) =>
  key === null && login === null ? "needs SMOKE_KEY or --phone" : null;

const bearerOf = ({ key }: SmokeRun) => ({ bearer: key ?? "" });

/** The sandbox main job by the server API. */
export const SERVER_STEPS: readonly Step[] = [
  {
    name: "create a checkout",
    skip: needsKey,
    async run(run) {
      const body = {
        amount: AMOUNT,
        client_reference: `smoke-${run.unique}`,
        metadata: { smoke: run.unique },
      };
      const headers = { "idempotency-key": `smoke-${run.unique}` };
      const create = () =>
        run.call("POST", "/api/v1/checkouts/", { ...bearerOf(run), body, headers });
      const made = expectStatus(await create(), "POST /api/v1/checkouts/", 201).body;
      run.checkout = made;
      expectThat(
        String(made.pay_url).startsWith(`${run.publicBaseUrl}/`),
        `pay_url is ${made.pay_url}, which is not below ${run.publicBaseUrl}: PUBLIC_BASE_URL is another address`,
      );
      const again = expectStatus(await create(), "the same request again", 201).body;
      expectThat(again.id === made.id, "the same Idempotency-Key made a second checkout");
    },
  },
  {
    name: "read and list checkouts, through every index",
    skip: needsKey,
    async run(run) {
      const id = run.checkout?.id;
      for (const slash of ["", "/"]) {
        const path = `/api/v1/checkouts/${id}${slash}`;
        const read = expectStatus(await run.call("GET", path, bearerOf(run)), `GET ${path}`, 200);
        expectThat(read.body.id === id, `GET ${path} answered with another checkout`);
      }
      for (const query of ["", "?status=open", `?client_reference=smoke-${run.unique}`]) {
        const path = `/api/v1/checkouts/${query}`;
        await eventually(run, `${path} does not list the checkout`, async () => {
          const list = expectStatus(await run.call("GET", path, bearerOf(run)), `GET ${path}`, 200);
          return list.body.data.some((one: { id: string }) => one.id === id);
        });
      }
    },
  },
  {
    name: "open the pay page",
    skip: needsKey,
    async run(run) {
      const path = run.checkout?.pay_url.slice(run.publicBaseUrl.length) ?? "";
      const page = expectStatus(await run.call("GET", path), "GET pay_url", 200);
      expectThat(page.contentType.startsWith("text/html"), `pay_url is ${page.contentType}`);
    },
  },
  {
    name: "refuse a payment of a wrong amount",
    skip: needsKey,
    run: (run) => submit(run, `TESTUNDER${run.unique}`, "open", "amount_mismatch"),
  },
  {
    name: "verify a payment",
    skip: needsKey,
    run: (run) => submit(run, `TESTOK${run.unique}`, "verified", "matched"),
  },
  {
    name: "find the event of the verification",
    skip: needsKey,
    run: (run) =>
      eventually(run, "GET /api/v1/events/ has no checkout.verified of this checkout", async () => {
        const path = "/api/v1/events/?type=checkout.verified";
        const { body } = expectStatus(await run.call("GET", path, bearerOf(run)), path, 200);
        return body.data.some(
          (one: { data: { object: { id: string } } }) => one.data.object.id === run.checkout?.id,
        );
      }),
  },
  {
    name: "refuse the same reference on another checkout",
    skip: needsKey,
    async run(run) {
      const body = { amount: AMOUNT };
      const made = await run.call("POST", "/api/v1/checkouts", { ...bearerOf(run), body });
      run.checkout = expectStatus(made, "POST /api/v1/checkouts", 201).body;
      await submit(run, `TESTOK${run.unique}`, "open", "already_used");
      const path = `/api/v1/checkouts/${run.checkout?.id}/cancel/`;
      const canceled = await run.call("POST", path, { ...bearerOf(run), body: {} });
      expectStatus(canceled, `POST ${path}`, 200);
    },
  },
];

async function submit(run: SmokeRun, input: string, status: string, outcome: string) {
  const token = run.checkout?.pay_url.split("/").at(-2);
  const path = `/api/public/gateway/checkouts/${token}/verify/`;
  const { body } = expectStatus(
    await run.call("POST", path, { body: { input } }),
    "POST …/verify/",
    200,
  );
  expectThat(
    body.status === status && body.outcome === outcome,
    `${input} answered ${body.status}, ${body.outcome} instead of ${status}, ${outcome}`,
  );
}

const EVENTUALLY_MS = 30_000;

/** Repeats a check for up to 30 seconds, because indexes and webhooks are eventually consistent. */
export async function eventually(
  run: SmokeRun,
  failure: string,
  holds: () => Promise<boolean>,
): Promise<void> {
  for (let waited = 0; !(await holds()); waited += 1000) {
    expectThat(waited < EVENTUALLY_MS, `${failure} after ${EVENTUALLY_MS / 1000} s`);
    await run.wait(1000);
  }
}
