import type * as z from "zod";
import type { ErrorCode } from "../domain/errors.ts";
import type { Access, Entity } from "./access.ts";
import type { ResponseHeader } from "./headers.ts";
import type { Permission } from "./roles.ts";
import { REQUEST_MEGABYTES } from "./worker.ts";

export type Surface = "auth" | "v1" | "platform" | "public" | "service";
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** What a key may do. A key without explicit scopes has all of them. */
export type Scope = "checkouts:read" | "checkouts:write" | "credits:read" | "events:read";

/**
 * One HTTP operation. The gateway, the Lambda and its grants, the local stack, the OpenAPI document,
 * the client and the test events all come from this entry and from nothing else.
 */
export interface Route {
  readonly surface: Surface;
  /** kebab-case, unique within its surface. Its function is this name in camelCase, in `functions/{surface}/`. */
  readonly operation: string;
  readonly method: Method;
  /** With `{name}` for parameters and a trailing slash (the form without it is served too). */
  readonly path: `/${string}`;
  readonly auth: "none" | "api-key" | "jwt";
  /** Required of an API key; ignored elsewhere. */
  readonly scope?: Scope;
  /** Required of a member's role: every operation with an access token names one. */
  readonly permission?: Permission;
  /** Whether it needs a second factor within the last 10 minutes: each change that needs `operate` does. */
  readonly secondFactor?: boolean;
  /**
   * Whether it needs a sign-in or a second factor within the last 10 minutes: what it makes outlives the session, so a
   * copied session alone must not be enough.
   */
  readonly recentSignIn?: boolean;
  /** Whether a suspended account may not do it: it could take new payments, or leads to such. */
  readonly needsActiveAccount?: boolean;
  readonly request: {
    readonly params?: z.ZodObject;
    readonly query?: z.ZodObject;
    readonly body?: z.ZodType;
    /** `form` bodies (`application/x-www-form-urlencoded`) are for pages that work without scripts. */
    readonly form?: boolean;
    /** The body is signed: the handler gets its text as sent, and reads it after it has checked the signature. */
    readonly signed?: boolean;
    /** Largest body; default 64 KiB. The texts of `payload_too_large` name it. */
    readonly maxBodyBytes?: number;
  };
  /** Successful answers only; `null` for one without a body, `"html"`/`"svg"`/`"text"` for a page, picture or text. */
  readonly responses: Readonly<
    Record<number, z.ZodType | null | "html" | "svg" | "script" | "text">
  >;
  /** Response headers of its own; those of all operations of its kind are added by `openapi.ts`. */
  readonly headers?: readonly ResponseHeader[];
  /** Also returns a CSV file if the query requests one. */
  readonly csv?: boolean;
  /** Also returns the same as Markdown if the last path parameter ends in `.md`. */
  readonly markdown?: boolean;
  /** Also gets requests for every address below its own, so that it can answer them with its own "not found". */
  readonly below?: boolean;
  /** Also returns the same as a page to a browser that requests one (`Accept: text/html`). */
  readonly page?: boolean;
  /** Codes of its own; those that any operation of its kind can give are added by `contract/problems.ts`. */
  readonly errors: readonly ErrorCode[];
  readonly access: Access;
  /** Honors `Idempotency-Key`. */
  readonly idempotent: boolean;
  /** At most 29 (the gateway's own limit). */
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly summary: string;
  readonly description?: string;
  /** Example of the request body (or of the query where there is no body). */
  readonly example?: unknown;
}

/** Keeps the entry's literal and schema types, which `endpoint()` reads. Defaults as on page 2 of the design. */
export function route<const R extends RouteInput>(entry: R): Complete<R> {
  const common = {
    // Every dashboard operation reads its caller, to reject tokens of closed accounts and ended sessions.
    ...(entry.auth === "jwt" && { user: READ, session: READ, member: READ }),
    ...(entry.needsActiveAccount && { account: READ }),
    // Every operation of the server API stores requests that fail.
    ...(entry.auth === "api-key" && { failed_request: STORE, rate: COUNT }),
    // The first container that pages through a list creates the key of its cursors.
    ...(takesCursor(entry.request) && { cursor_key: READ_OR_CREATE }),
  };
  return { ...DEFAULTS, ...entry, access: withTable(entry.access, common) };
}

function takesCursor({ query, body }: RouteInput["request"]): boolean {
  return [query, body].some(
    (given) => (given as Partial<z.ZodObject> | undefined)?.shape?.cursor !== undefined,
  );
}

const READ = ["GetItem"] as const;
const STORE = ["PutItem"] as const;
const COUNT = ["UpdateItem"] as const;
const READ_OR_CREATE = ["GetItem", "PutItem"] as const;

function withTable(access: Access, more: NonNullable<Access["table"]>): Access {
  const names = Object.keys(more) as Entity[];
  if (names.length === 0) return access;
  const own = access.table ?? {};
  const merged = names.map((name) => [
    name,
    [...new Set([...(own[name] ?? []), ...(more[name] ?? [])])],
  ]);
  return { ...access, table: { ...own, ...Object.fromEntries(merged) } };
}

const DEFAULTS = {
  timeoutSeconds: 10,
  memoryMegabytes: REQUEST_MEGABYTES,
  idempotent: false,
} as const;
type Defaulted = keyof typeof DEFAULTS;
type RouteInput = Omit<
  Route,
  Defaulted | "auth" | "permission" | "secondFactor" | "method" | "request"
> &
  Partial<Pick<Route, Defaulted>> &
  (
    | (Free & { readonly auth: "jwt"; readonly permission: Exclude<Permission, "operate"> })
    | (Free & { readonly auth: "none" | "api-key"; readonly permission?: never })
    | (Operated & { readonly auth: "jwt"; readonly permission: "operate" })
  );
type Free = Pick<Route, "method" | "request"> & { readonly secondFactor?: never };
/** An operation of the operator says whether it needs a second factor; a change always does, and a reason. */
type Operated =
  | (Pick<Route, "request"> & { readonly method: "GET"; readonly secondFactor: boolean })
  | {
      readonly method: Exclude<Method, "GET">;
      readonly secondFactor: true;
      readonly request: Route["request"] & {
        readonly body: z.ZodType<{ readonly reason: string }>;
      };
    };
/** An entry's own values stand before the defaults, in its type too. */
type Complete<R extends RouteInput> = Omit<typeof DEFAULTS, keyof R> & R;
