import type * as z from "zod";
import { ApiProblem, readProblem } from "./client-problem.ts";
import type { Answer, AnyEndpoint, CallArguments, CallInput } from "./client-types.ts";
import type { refresh } from "./routes/auth.ts";
import type { session } from "./schemas/login.ts";

const REFRESH: (typeof refresh)["path"] = "/api/auth/refresh/";
/** An access token is renewed when it has less than this to live. */
const RENEWAL_MARGIN_MS = 20_000;

export type Session = z.output<typeof session>;

export interface ClientOptions {
  /** Without a slash at its end; empty for the page's own origin. */
  readonly baseUrl?: string;
  /** Sent to the operations that want one; a browser has none. */
  readonly apiKey?: string;
  readonly fetch?: typeof fetch;
  /** Hears that the session ended on the other side. */
  readonly onSignedOut?: () => void;
}

export interface Client {
  /** @throws ApiProblem for every answer that is no success, and where none came */
  call<E extends AnyEndpoint>(endpoint: E, ...input: CallArguments<E>): Promise<Answer<E>>;
  /** Keeps the access token of a login, in memory only. */
  signIn(session: Session): void;
  /** The session behind the refresh cookie, or null where there is none. @throws ApiProblem otherwise */
  restore(): Promise<Session | null>;
  /** Forgets the access token. */
  signOut(): void;
}

/**
 * Calls operations of the contract over `fetch`. Only method, path and kind of credential of an entry are
 * read at run time, so that a browser needs neither schemas nor their library.
 */
export function createClient(options: ClientOptions = {}): Client {
  const { baseUrl = "", apiKey, fetch: send = fetch, onSignedOut } = options;
  let token: { readonly text: string; readonly expiresAt: number } | null = null;
  let renewing: Promise<Session> | null = null;

  function signIn(session: Session): void {
    token = { text: session.access_token, expiresAt: Date.now() + session.expires_in * 1000 };
  }

  /** One renewal at a time: a rotated cookie must not be sent by two requests. */
  function renew(): Promise<Session> {
    renewing ??= request({ method: "POST", path: REFRESH }, {}, {})
      .then(async (response) => {
        const session = (await response.json()) as Session;
        signIn(session);
        return session;
      })
      .finally(() => {
        renewing = null;
      });
    return renewing;
  }

  async function bearer(endpoint: AnyEndpoint): Promise<Record<string, string>> {
    if (endpoint.auth === "none") return {};
    if (endpoint.auth === "api-key") return { authorization: `Bearer ${apiKey ?? ""}` };
    if (token === null || token.expiresAt - Date.now() < RENEWAL_MARGIN_MS) await renew();
    return { authorization: `Bearer ${token?.text ?? ""}` };
  }

  async function request(
    endpoint: Pick<AnyEndpoint, "method" | "path">,
    input: CallInput,
    headers: Record<string, string>,
  ): Promise<Response> {
    const { params, query, body, signal } = input;
    const init: RequestInit = {
      method: endpoint.method,
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      credentials: "same-origin",
    };
    let response: Response;
    try {
      response = await send(baseUrl + addressOf(endpoint.path, params, query), init);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw ApiProblem.unreachable();
    }
    if (!response.ok) throw await readProblem(response);
    return response;
  }

  async function call<E extends AnyEndpoint>(endpoint: E, ...args: CallArguments<E>) {
    const input = (args[0] ?? {}) as CallInput;
    const headers: Record<string, string> =
      endpoint.method === "POST" && endpoint.auth !== "none"
        ? { "idempotency-key": input.idempotencyKey ?? crypto.randomUUID() }
        : {};
    try {
      const attempt = async () =>
        request(endpoint, input, { ...headers, ...(await bearer(endpoint)) });
      const response = await attempt().catch((error: unknown) => {
        if (endpoint.auth !== "jwt" || !isProblem(error, "token_expired")) throw error;
        token = null;
        return attempt();
      });
      return (await bodyOf(response)) as Answer<E>;
    } catch (error) {
      if (endpoint.auth === "jwt" && error instanceof ApiProblem && error.status === 401) {
        token = null;
        onSignedOut?.();
      }
      throw error;
    }
  }

  async function restore(): Promise<Session | null> {
    try {
      return await renew();
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) return null;
      throw error;
    }
  }

  function signOut(): void {
    token = null;
  }

  return { call, signIn, restore, signOut };
}

function isProblem(error: unknown, code: string): boolean {
  return error instanceof ApiProblem && error.code === code;
}

function addressOf(path: string, params: CallInput["params"], query: CallInput["query"]): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name] ?? "")),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return isJson ? response.json() : response.text();
}
