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
