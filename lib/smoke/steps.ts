/** An answer of the service. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** Parsed JSON, or the text where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: each step checks the fields that it reads
  readonly body: any;
}

export interface CallOptions {
  /** API key or access token, sent as `Authorization: Bearer`. */
  readonly bearer?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

/** A check that did not hold. */
export class SmokeFailure extends Error {
  override readonly name = "SmokeFailure";
  /** Of the answer; null where there was none. */
  readonly status: number | null;
  /** The problem's `code`, if the answer was one. */
  readonly code: string | null;
  constructor(message: string, status: number | null = null, code: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Longer than the longest operation (29 s), so that the gateway's own timeout is seen. */
const TIMEOUT_MS = 35_000;

/** Calls below a base URL, without following redirects. Never prints or throws a credential. */
export function createCall(baseUrl: string): Call {
  return async (method, path, { bearer, body, headers } = {}) => {
    const shown = path.replace(/([?&]api_key=)[^&]+/, "$1…");
    try {
      const response = await fetch(baseUrl + path, {
        method,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        contentType: response.headers.get("content-type") ?? "",
        body: parsed(text),
      };
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? cause.message : message;
      throw new SmokeFailure(`${method} ${shown} got no answer: ${reason}`);
    }
  };
}

/** @throws SmokeFailure with the service's own words unless the status is one of these */
export function expectStatus(answer: Answer, what: string, ...statuses: number[]): Answer {
  if (statuses.includes(answer.status)) return answer;
  const code = typeof answer.body?.code === "string" ? answer.body.code : null;
  const detail = answer.body?.detail ?? String(JSON.stringify(answer.body)).slice(0, 200);
  throw new SmokeFailure(
    `${what}: expected ${statuses.join(" or ")}, got ${answer.status} (${detail})`,
    answer.status,
    code,
  );
}

/** @throws SmokeFailure with `message` unless `condition` holds */
export function expectThat(condition: boolean, message: string): void {
  if (!condition) throw new SmokeFailure(message);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

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
    name: "count a payment of half the amount",
    skip: needsKey,
    run: (run) => submit(run, `TESTPART${run.unique}`, "open", "counted"),
  },
  {
    name: "verify with a payment of the rest",
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

/** The most likely cause of a failure and where to look, in the order of the checks that a request passes. */
export function likelyCause(step: string, failure: SmokeFailure): string {
  const { status } = failure;
  if (status === null) {
    return step === "health"
      ? "Nothing answers at this address: check the output `BaseUrl`, the DNS record, and that CloudFront has finished deploying."
      : "The connection broke, or an answer had an unexpected content. The message above says which.";
  }
  if (status === 403) return causeOfRefusal(failure);
  if (status === 400 && step.startsWith("log in")) {
    return "The phone number or the code was mistyped. The message above says which.";
  }
  if (status === 404 && step === "health") {
    return "The address leads to another service, or the stage's path is missing from the distribution's origin.";
  }
  if (status === 401) {
    return step.startsWith("log in")
      ? "The code was wrong or older than its lifetime."
      : "The key was not accepted: it must belong to this stage. If it is right, the authorizer has an identity source that the request lacks.";
  }
  if (status === 429) {
    return "A limit was reached: a previous run within the last minutes, `closed: true` in the stage's file, or the stage's throttle.";
  }
  if (status === 503) {
    return "The authorizer or a function could not be started or reached its table. Look for AccessDenied in its log group; a new signing key takes up to 15 minutes, see docs/deploy.md, First login.";
  }
  if (status >= 500) {
    return "A function failed. Its log group is /aws/lambda/checkout-{stage}-{function}; AccessDenied there means that a grant lacks a key (dynamodb:LeadingKeys).";
  }
  return "The service answered, but not as this release does: check that the whole release is deployed (`npx cdk diff`).";
}

/** The firewall's answer has the code of a missing permission: only its words tell them apart. */
function causeOfRefusal({ message, code }: SmokeFailure): string {
  if (code === "account_suspended") {
    return "An operator has suspended the account of this key or login. Use another account.";
  }
  return code === null || message.includes("firewall")
    ? "The firewall refused the request. Use `BaseUrl`, not the address of API Gateway. If you did, CloudFront and the firewall have different secrets: see docs/operations.md, refused-origin."
    : "The key lacks a permission, or the login a role. Use a key with all permissions, or the login of an owner.";
}
