import type * as z from "zod";
import { ApiProblem } from "../../../clients/typescript/src/problem.ts";
import { type CallInput, createRequest } from "../../../clients/typescript/src/request.ts";
import type { Answer, AnyEndpoint, CallArguments } from "../../../lib/contract/client-types.ts";
import type { session } from "../../../lib/contract/schemas/login.ts";

const REFRESH = {
  method: "POST",
  path: "/api/auth/refresh/",
  auth: "none",
  idempotent: false,
} as const;
/** An access token is renewed when it has less than this to live. */
const RENEWAL_MARGIN_MS = 20_000;
/** The service itself gives up after 29 s. */
const TIMEOUT_MS = 30_000;
/** Of a file of up to 10,000 rows, which a slow connection takes longer for. */
const FILE_TIMEOUT_MS = 300_000;

export type Session = z.output<typeof session>;

export interface ApiClient {
  /** Rejects with an `ApiProblem` when the call does not succeed. */
  call<E extends AnyEndpoint>(endpoint: E, ...input: CallArguments<E>): Promise<Answer<E>>;
  /** Keeps the access token of a login, in memory only. */
  signIn(session: Session): void;
  /** The session of the refresh cookie; null when there is none. Rejects with any other `ApiProblem`. */
  restore(): Promise<Session | null>;
  /** Forgets the access token. */
  signOut(): void;
  /** For a member who is limited to some apps: the one that lists are of. Undefined for others, whose lists are of all. */
  appInUse(): number | undefined;
  /** Chooses another of the member's apps. */
  chooseApp(appId: number): void;
}

/**
 * The dashboard's client, at the page's own origin: renews the access token by the refresh cookie.
 * It reads only method, path and credential of an entry, so that no schema reaches the browser.
 */
export function createApiClient(options: {
  readonly fetch?: typeof fetch;
  /** Called when the service has ended the session. */
  readonly onSignedOut?: () => void;
  /** Called after a renewal in the same account: the user's role or apps may have changed. */
  readonly onRenewed?: (session: Session) => void;
  /** Called when another tab has chosen another account: this page shows what belongs to the one before. */
  readonly onOtherAccount?: () => void;
}): ApiClient {
  const requestWithin = (timeoutMs: number) =>
    // Queries are retried by the query library, which shows that it is trying.
    createRequest({ retries: 0, timeoutMs, ...(options.fetch && { fetch: options.fetch }) });
  const request = requestWithin(TIMEOUT_MS);
  const download = requestWithin(FILE_TIMEOUT_MS);
  let token: { readonly text: string; readonly expiresAt: number } | null = null;
  /** The user and the account that this page shows. */
  let shown: { readonly userId: string; readonly accountId: string } | null = null;
  /** One of the apps that the user is limited to. */
  let onlyApp: number | undefined;
  let renewing: Promise<Session> | null = null;
  /** Why the session is over. A page that waits for its user would else ask again every few seconds, for days. */
  let over: unknown = null;

  function signIn(session: Session): void {
    const { id: userId, account_id: accountId, apps } = session.user;
    over = null;
    shown = { userId, accountId };
    onlyApp = apps?.find((app) => app === onlyApp) ?? apps?.[0];
    token = { text: session.access_token, expiresAt: Date.now() + session.expires_in * 1000 };
  }

  /** One renewal at a time: a rotated cookie must not be sent by two requests. */
  function renew(): Promise<Session> {
    renewing ??= request(REFRESH)
      .then((answer) => {
        const session = answer as Session;
        // Another user has signed in on another tab: this page must not act in their name.
        if (shown !== null && session.user.id !== shown.userId) throw endedByAnother();
        if (shown !== null && session.user.account_id !== shown.accountId) {
          options.onOtherAccount?.();
          throw otherAccount();
        }
        const isFirst = shown === null;
        signIn(session);
        if (!isFirst) options.onRenewed?.(session);
        return session;
      })
      .finally(() => {
        renewing = null;
      });
    return renewing;
  }

  /** Lists over all apps are refused to a member with some apps: theirs are of one app. */
  function withApp(endpoint: AnyEndpoint, input: CallInput): CallInput {
    if (onlyApp === undefined || !isOfAnyApp(endpoint, input)) return input;
    return { ...input, query: { ...input.query, app_id: onlyApp } };
  }

  /** What a member meets whose apps have changed since the last renewal. */
  function isOfOtherApps({ status, errors }: ApiProblem): boolean {
    return status === 404 ? onlyApp !== undefined : errors[0]?.path === "app_id";
  }

  async function bearer({ auth }: AnyEndpoint): Promise<Record<string, string>> {
    if (auth !== "jwt") return {};
    if (over !== null) throw over;
    if (token === null || token.expiresAt - Date.now() < RENEWAL_MARGIN_MS) await renew();
    return { authorization: `Bearer ${token?.text ?? ""}` };
  }

  async function call<E extends AnyEndpoint>(endpoint: E, ...args: CallArguments<E>) {
    const needsToken = endpoint.auth === "jwt";
    const input = (args[0] ?? {}) as CallInput;
    const idempotencyKey = input.idempotencyKey ?? crypto.randomUUID();
    const operation = { ...endpoint, idempotent: endpoint.method === "POST" && needsToken };
    const send = input.query?.format === "csv" ? download : request;
    const attempt = async () => {
      // First: a renewal may say which apps the member works with.
      const headers = await bearer(endpoint);
      return send(operation, { ...withApp(endpoint, input), idempotencyKey }, headers);
    };
    try {
      const answer = await attempt().catch((error: unknown) => {
        const isStale =
          isOfAnyApp(endpoint, input) && error instanceof ApiProblem && isOfOtherApps(error);
        // Expired, or signed with a key that was dropped: the session may still be active.
        if (!needsToken || !(isStale || isUnauthenticated(error))) throw error;
        token = null;
        return attempt();
      });
      return answer as Answer<E>;
    } catch (error) {
      if (needsToken && isUnauthenticated(error)) {
        token = null;
        over = error;
        options.onSignedOut?.();
      }
      throw error;
    }
  }

  async function restore(): Promise<Session | null> {
    try {
      return await renew();
    } catch (error) {
      if (isUnauthenticated(error)) return null;
      throw error;
    }
  }

  function signOut(): void {
    token = null;
    over = null;
    shown = null;
    onlyApp = undefined;
  }

  return {
    ...{ call, signIn, restore, signOut },
    appInUse: () => onlyApp,
    chooseApp(appId) {
      onlyApp = appId;
    },
  };
}

/** Whether it is a list that may be of one app, and the caller named none. */
function isOfAnyApp(endpoint: AnyEndpoint & { readonly byApp?: true }, { query }: CallInput) {
  return endpoint.byApp && !query?.app_id && !query?.endpoint_id;
}

function endedByAnother(): ApiProblem {
  return new ApiProblem("Another user has signed in using this browser.", {
    code: "unauthenticated",
    status: 401,
  });
}

/** Not a lost session: the page is about to be loaded again. */
function otherAccount(): ApiProblem {
  return new ApiProblem("Another account was chosen in this browser.", {
    code: "conflict",
    status: 409,
  });
}

function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 401;
}
