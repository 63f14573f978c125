import middy from "@middy/core";
import jsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEvent } from "aws-lambda";
import type * as z from "zod";
import { type Grant, grantOf, mayOperate, type Permission } from "../contract/roles.ts";
import type { Route } from "../contract/route.ts";
import { maskNumber } from "../domain/account-number.ts";
import { accountIsSuspended, ServiceError } from "../domain/errors.ts";
import { type Account, isProven, isRecent, membershipOf, type User } from "../domain/user.ts";
import { getSession, type Session } from "../store/sessions.ts";
import { getAccount, getMember, getUser } from "../store/users.ts";
import { now, table } from "./deps.ts";
import { environment, requireEnvironment } from "./environment.ts";
import { COMMON_HEADERS, type HttpResponse, type Reply } from "./http.ts";
import { bodySize, bodyText, head, headerNames } from "./middleware/body.ts";
import { logRequest, recordFailure } from "./middleware/log-request.ts";
import { cors, problems, type RenderError } from "./middleware/problems.ts";
import {
  credentials,
  type EndpointContext,
  type EndpointMiddleware,
} from "./middleware/request.ts";
import {
  type KeyPrincipal,
  limitToApps,
  principalSchema,
  type UserPrincipal,
} from "./principal.ts";
import { parseInput } from "./request-input.ts";

/** A request, parsed by the route's schemas. */
export interface EndpointRequest<R extends Route> {
  readonly params: Parsed<R["request"]["params"]>;
  readonly query: Parsed<R["request"]["query"]>;
  readonly body: R["request"] extends { readonly signed: true }
    ? string
    : Parsed<R["request"]["body"]>;
  readonly principal: R["auth"] extends "api-key"
    ? KeyPrincipal
    : R["auth"] extends "jwt"
      ? UserPrincipal
      : null;
  /** The caller, read at the beginning of this request. */
  readonly user: R["auth"] extends "jwt" ? User : null;
  /** The caller's session, read with it. */
  readonly session: R["auth"] extends "jwt" ? Session : null;
  readonly requestId: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The peer's address at the gateway; see `clientAddress` for rate limits. */
  readonly sourceIp: string;
  /** ms since the epoch, read once for the whole request. */
  readonly now: number;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** A handler's reply: one of the route's statuses with a body of that status's schema. */
export type EndpointReply<R extends Route> = {
  [Status in keyof R["responses"] & number]: R["responses"][Status] extends z.ZodType
    ? Reply<
        Status,
        | z.input<R["responses"][Status]>
        | (R["page"] extends true ? string : R["csv"] extends true ? string : never)
      >
    : R["responses"][Status] extends "html" | "svg" | "script" | "text"
      ? Reply<Status, string>
      : Reply<Status, null>;
}[keyof R["responses"] & number];

/** Optional parts of an endpoint. */
interface Surroundings {
  readonly renderError?: RenderError;
  /** Checks of the caller that need the table. */
  readonly checks?: readonly EndpointMiddleware[];
  /** Run on the finished response, and need the table too. */
  readonly observers?: readonly EndpointMiddleware[];
}

/**
 * Makes the Lambda handler of an operation without a credential. Use `dashboardEndpoint` for access tokens,
 * `keyEndpoint` for API keys and `idempotentEndpoint` for operations that honor `Idempotency-Key`: these need the
 * table, whose client would slow the cold start of other functions.
 *
 * @throws EnvironmentError at start, if a variable is missing
 */
export function endpoint<R extends Route & { readonly idempotent: false; readonly auth: "none" }>(
  route: R,
  handle: (request: EndpointRequest<R>) => Promise<EndpointReply<R>>,
  renderError?: RenderError,
) {
  return httpHandler(route, answerWith(route, handle), { ...(renderError && { renderError }) });
}

/** Parses the request, calls the handler, and renders its reply. */
function answerWith<R extends Route>(
  route: R,
  handle: (request: EndpointRequest<R>) => Promise<EndpointReply<R>>,
) {
  return async (event: APIGatewayProxyEvent, context: EndpointContext): Promise<HttpResponse> => {
    const request = readRequest(route, event, context);
    const result = await handle(request);
    return toResponse(result as Reply, request.requestId);
  };
}

/** The middlewares of every endpoint. Those above see the response after those below. */
export function httpHandler(
  route: Route,
  answer: (event: APIGatewayProxyEvent, context: EndpointContext) => Promise<HttpResponse>,
  { renderError, checks = [], observers = [] }: Surroundings = {},
) {
  requireEnvironment(route.access);
  // While the function loads, it has a whole vCPU.
  if (route.auth !== "none") principalSchema();
  const isPublicRead = route.method === "GET" && route.auth === "none";
  const pipeline = middy<APIGatewayProxyEvent, HttpResponse, Error, EndpointContext>()
    .use(logRequest(`${route.surface}/${route.operation}`, isPublicRead))
    .use([...observers])
    .use(head())
    .use(cors())
    .use(problems(renderError))
    .use(headerNames(route))
    .use(credentials(route))
    .use([...checks])
    .use(bodySize(route));
  const { body, form, signed } = route.request;
  if (body !== undefined && form !== true && signed !== true)
    pipeline.use(bodyText(body)).use(jsonBodyParser());
  return pipeline.handler(answer);
}

/** @throws ServiceError `invalid_request`, or `not_found` for a path parameter that cannot be an id */
export function readRequest<R extends Route>(
  route: R,
  event: APIGatewayProxyEvent,
  { principal, user, session }: EndpointContext,
): EndpointRequest<R> {
  const { requestId, identity } = event.requestContext;
  return {
    ...parseInput(route, event),
    principal,
    user,
    session,
    requestId,
    headers: event.headers as Record<string, string>,
    sourceIp: identity.sourceIp,
    now: now(),
  } as unknown as EndpointRequest<R>;
}

export function toResponse(result: Reply, requestId: string): HttpResponse {
  const { status, body, cookies = [] } = result;
  const isText = typeof body === "string";
  return {
    statusCode: status,
    headers: {
      ...COMMON_HEADERS,
      ...(body === null ? {} : { "content-type": isText ? "text/html; charset=utf-8" : JSON_TYPE }),
      "x-request-id": requestId,
      ...result.headers,
    },
    ...(cookies.length > 0 ? { multiValueHeaders: { "set-cookie": cookies } } : {}),
    body: body === null ? "" : isText ? body : JSON.stringify(body),
  };
}

const JSON_TYPE = "application/json; charset=utf-8";

/** As `endpoint`, for operations with an API key: stores requests that fail, for the dashboard. */
export function keyEndpoint<
  R extends Route & { readonly idempotent: false; readonly auth: "api-key" },
>(route: R, handle: (request: EndpointRequest<R>) => Promise<EndpointReply<R>>) {
  return httpHandler(route, answerWith(route, handle), { observers: [recordFailure()] });
}

/**
 * How much of a permission the caller has. A route without a permission, which does not compile, lets nobody in.
 *
 * @throws ServiceError `forbidden`
 */
export function requirePermission(
  who: UserPrincipal,
  permission: Permission | undefined,
): Exclude<Grant, false> {
  if (permission === "operate") {
    if (mayOperate(environment().config, who)) return true;
    throw new ServiceError("forbidden", "This account does not operate the service.");
  }
  const grant = permission === undefined ? false : grantOf(who.role, permission);
  if (grant === false) {
    throw new ServiceError("forbidden", `The role ${who.role} does not allow this.`);
  }
  return grant;
}

/** @throws ServiceError `second_factor_required` */
function requireProof(route: Route, session: Session): void {
  const { secondFactor, recentSignIn, permission, method } = route;
  const isNeeded = secondFactor === true || (permission === "operate" && method !== "GET");
  if (isNeeded && !isProven(session, now())) {
    throw new ServiceError(
      "second_factor_required",
      "Prove one of your sign-in methods again. The proof is valid for 10 minutes.",
    );
  }
  if (recentSignIn === true) requireRecentSignIn(session, now());
}

/**
 * Protects changes that outlive a session: a stolen session is not enough for a login, member, receiving account, phone,
 * key, secret or copy of the events. A route requires it with `recentSignIn`; a handler calls this if only some of its
 * requests need it.
 *
 * @throws ServiceError `second_factor_required`
 */
export function requireRecentSignIn(session: Session, at: number): void {
  if (isRecent(session, at)) return;
  throw new ServiceError(
    "second_factor_required",
    "Prove one of your sign-in methods again, or sign in again. Either is valid for 10 minutes.",
  );
}

/** The error for an access token of a closed account. */
export function accountIsClosed(): ServiceError {
  return new ServiceError("unauthenticated", "This account is closed.");
}

/**
 * Rejects the access token of a closed account, of a session that has ended or is not that of the token's user and
 * account, and of one whose login was removed. Tokens are valid for 10 minutes, and the authorizer, whose result the
 * gateway caches, checks none of this. Without this check, a thief could add a login to an account whose owner has just ended
 * all sessions, and the thief of a signing key could open any account with a session of their own. A changed or ended
 * membership also takes effect immediately. Costs three concurrent reads per dashboard request, and
 * four where a suspended account is refused; API keys need none,
 * because closing an account revokes them.
 *
 * Masks the numbers of receiving accounts in every response to a role that cannot change them, also in replays.
 */
export function activeSession(route: Route): EndpointMiddleware {
  return {
    before: async ({ context }) => {
      context.user = null;
      context.session = null;
      const { principal } = context;
      if (principal?.kind !== "user") return;
      const [user, session, member, account] = await Promise.all([
        getUser(table(), principal.userId),
        getSession(table(), principal.sessionId),
        getMember(table(), principal.accountId, principal.userId),
        route.needsActiveAccount ? getAccount(table(), principal.accountId) : null,
      ]);
      // First: the holder of another session learns nothing about the account.
      if (!session || !isOf(principal, session)) throw sessionHasEnded();
      if (!user || user.closedAt !== null) throw accountIsClosed();
      if (!isActive(session, user)) throw sessionHasEnded();
      const membership = membershipOf(user, principal.accountId, member);
      // The authorizer checked the token's role: after a change, the dashboard gets a new token.
      if (membership?.role !== principal.role) throw membershipHasChanged();
      context.user = user;
      context.session = session;
      context.principal = { ...principal, apps: membership.apps };
      requirePermission(context.principal, route.permission);
      requireActive(route, account);
      requireProof(route, session);
    },
    after: (request) => {
      const { principal } = request.context;
      if (principal?.kind !== "user" || !request.response || seesNumbers(principal)) return;
      request.response = { ...request.response, body: masked(request.response.body) };
    },
  };
}

/** Whether a member sees receiving accounts' full numbers: only members who may change them do. */
export function seesNumbers({ role }: UserPrincipal): boolean {
  return grantOf(role, "settings") === true;
}

const NUMBER = "account_number";

/**
 * A JSON text with the numbers of receiving accounts masked, also in a webhook's payload and in what a receipt shows. Other
 * text is unchanged.
 */
function masked(text: string): string {
  if (!(text.startsWith("{") && text.includes(NUMBER))) return text;
  const answer = JSON.parse(text, (name, value: unknown) => {
    if (name === "found") return withMaskedAccount(value);
    if (typeof value !== "string") return value;
    if (name === "payload") return maskedPayload(value);
    return name === NUMBER ? maskNumber(value) : value;
  });
  return JSON.stringify(answer);
}

/** The receiver on a receipt, in the evidence of an attempt: some banks print the whole number. */
function withMaskedAccount(found: unknown): unknown {
  const account = (found as { readonly account?: unknown } | null)?.account;
  return typeof account === "string"
    ? { ...(found as object), account: maskNumber(account) }
    : found;
}

/** A webhook's payload, or metadata with that name, which may not be JSON. */
function maskedPayload(text: string): string {
  try {
    return masked(text);
  } catch {
    return text.replace(/("account_number"\s*:\s*)"[^"]*"?/g, '$1"*****"');
  }
}

/** @throws ServiceError `account_suspended`, `unauthenticated` */
function requireActive(route: Route, account: Account | null): void {
  if (!route.needsActiveAccount) return;
  if (account === null) throw accountIsClosed();
  if (account.suspended) throw accountIsSuspended();
}

function isOf({ userId, accountId }: UserPrincipal, session: Session): boolean {
  return session.userId === userId && session.accountId === accountId;
}

/** The table deletes expired sessions late. */
function isActive({ revokedAt, expiresAt, login }: Session, user: User): boolean {
  return revokedAt === null && expiresAt > now() && Boolean(user[login]);
}

function sessionHasEnded(): ServiceError {
  return new ServiceError("unauthenticated", "This session has ended. Sign in again.");
}

function membershipHasChanged(): ServiceError {
  return new ServiceError(
    "token_expired",
    "Your role in this account has changed. Get a new access token with your refresh token.",
  );
}

/** As `endpoint`, for operations with an access token: rejects the token of an ended session, a closed account or an ended
 * membership, and a member whose role lacks the permission. */
export function dashboardEndpoint<
  R extends Route & {
    readonly idempotent: false;
    readonly auth: "jwt";
    readonly permission: Permission;
  },
>(route: R, handle: (request: EndpointRequest<R>) => Promise<EndpointReply<R>>) {
  const limited = (request: EndpointRequest<R>) => {
    limitToApps(route, request.principal as UserPrincipal, request);
    return handle(request);
  };
  return httpHandler(route, answerWith(route, limited), { checks: [activeSession(route)] });
}
