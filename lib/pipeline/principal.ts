import * as z from "zod";
import { PROBLEMS } from "../contract/problems.ts";
import { ROLES } from "../contract/roles.ts";
import type { Route } from "../contract/route.ts";
import { type ErrorCode, invalidField, notFound, ServiceError } from "../domain/errors.ts";
import { once } from "./once.ts";

/** Made on first use: operations without a credential need none. */
export const principalSchema = /* @__PURE__ */ once(() =>
  z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("key"),
      keyId: z.string(),
      accountId: z.string(),
      /** null for a key of the whole account. */
      appId: z.int().nullable(),
      mode: z.enum(["live", "test"]),
      scopes: z.array(z.string()),
    }),
    z.object({
      kind: z.literal("user"),
      userId: z.string(),
      /** The account in use, one of the user's memberships. */
      accountId: z.string(),
      sessionId: z.string(),
      role: z.enum(ROLES),
      /** Ids of the only apps of the member; null for all. The authorizer says none; `activeSession` reads them. */
      apps: z.array(z.int()).readonly().nullable(),
    }),
  ]),
);

export type Principal = z.output<ReturnType<typeof principalSchema>>;
/** A caller with an API key. */
export type KeyPrincipal = Extract<Principal, { kind: "key" }>;
/** A caller with an access token of the dashboard. */
export type UserPrincipal = Extract<Principal, { kind: "user" }>;

/** Serializes a principal: the gateway passes only strings. */
export function writePrincipal(value: Principal): string {
  return JSON.stringify(value);
}

/** Parses the principal of the authorizer; null if there is none. */
export function readPrincipal(text: unknown): Principal | null {
  if (typeof text !== "string") return null;
  return principalSchema().parse(JSON.parse(text));
}

type AuthorizerContext = Readonly<Record<string, unknown>> | null | undefined;

/**
 * The principal from the authorizer; null for operations without a credential. Checks the kind of credential and the
 * key's scope, which the authorizer's policy does not.
 *
 * @throws ServiceError `unauthenticated`, `forbidden`, or the problem that the authorizer passed on
 */
export function requirePrincipal(route: Route, context: AuthorizerContext): Principal | null {
  if (route.auth === "none") return null;
  const problem = context?.problem;
  if (typeof problem === "string" && Object.hasOwn(PROBLEMS, problem)) {
    const detail = typeof context?.detail === "string" ? context.detail : PROBLEMS_DETAIL;
    // The context carries only code and detail; the authorizer's only limit is per second.
    const extras = problem === "rate_limited" ? { retryAfterSeconds: 1 } : {};
    throw new ServiceError(problem as ErrorCode, detail, extras);
  }
  const principal = readPrincipal(context?.principal);
  const expected = route.auth === "api-key" ? "key" : "user";
  if (principal?.kind !== expected) {
    throw new ServiceError(
      "unauthenticated",
      "This operation needs a different kind of credential.",
    );
  }
  if (principal.kind === "key" && route.scope && !principal.scopes.includes(route.scope)) {
    throw new ServiceError("forbidden", `This key lacks the permission ${route.scope}.`);
  }
  return principal;
}

const PROBLEMS_DETAIL = "The credentials of this request cannot be used.";

/** The attributes of an object that decide who may read it. */
export interface Owned {
  readonly accountId: string;
  /** null or absent for an object of the whole account. */
  readonly appId?: number | null;
  /** Absent for an object that API keys never read. */
  readonly livemode?: boolean;
}

/**
 * Whether a principal may read an object. A user reads all objects of their account, in both modes; as
 * a member who is limited to some apps only what belongs to these. A key reads objects of its account and mode and, unless it is account-wide, of its app.
 */
export function mayRead(principal: Principal, object: Owned): boolean {
  if (object.accountId !== principal.accountId) return false;
  if (principal.kind === "user") {
    return worksWith(principal, object.appId);
  }
  if (object.livemode !== (principal.mode === "live")) return false;
  return principal.appId === null || object.appId === principal.appId;
}

/** Whether a member works with an app; null or absent for what belongs to the whole account. */
export function worksWith({ apps }: UserPrincipal, appId: number | null | undefined): boolean {
  return apps === null || (typeof appId === "number" && apps.includes(appId));
}

/**
 * Returns the object if the principal may read it.
 *
 * @param name what the object is called in the error, e.g. `checkout`
 * @throws ServiceError `not_found` if the object is missing or belongs to another account
 */
export function readable<T extends Owned>(
  principal: Principal,
  object: T | null | undefined,
  name: string,
): T {
  if (object && mayRead(principal, object)) return object;
  // A key of the other mode or app is the usual cause, and looks the same as an id that nobody has.
  throw notFound(principal.kind === "key" ? `${name} ${placeOf(principal)}` : name);
}

/** What a key reads, for the error: `in test mode of the app 1001`. */
function placeOf({ mode, appId }: KeyPrincipal): string {
  return `in ${mode} mode${appId === null ? "" : ` of the app ${appId}`}`;
}

interface Named {
  readonly app_id?: number | null | undefined;
  readonly endpoint_id?: string | undefined;
}

/**
 * Limits a member with some apps to requests that name one of them. If an operation can name an app and the request
 * does not, it would cover all apps, so it is refused. `readable` checks objects that are read by id.
 *
 * @throws ServiceError `not_found` for another app, `invalid_request` without one
 */
export function limitToApps(
  { request }: Route,
  principal: UserPrincipal,
  given: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown },
): void {
  if (principal.apps === null) return;
  for (const part of ["params", "query", "body"] as const) {
    if (!canNameApp(request[part])) continue;
    const { app_id: appId, endpoint_id: endpointId } = (given[part] ?? {}) as Named;
    // An endpoint belongs to one app, which `readable` checks.
    if (endpointId !== undefined) continue;
    if (appId === undefined || appId === null) {
      throw invalidField("app_id", "is required: you work with some apps only");
    }
    if (!worksWith(principal, appId)) throw notFound("app");
  }
}

function canNameApp(schema: z.ZodType | undefined): boolean {
  const shape = (schema as z.ZodObject | undefined)?.shape;
  return typeof shape === "object" && Object.hasOwn(shape, "app_id");
}
