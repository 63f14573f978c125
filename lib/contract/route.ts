import type * as z from "zod";
import type { ErrorCode } from "../domain/errors.ts";
import type { Access } from "./access.ts";
import { SOMEBODY_WAITS_MEGABYTES } from "./memory.ts";

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
  /** kebab-case, unique within its surface, and the name of its file: `functions/{surface}/{operation}.ts`. */
  readonly operation: string;
  readonly method: Method;
  /** With `{name}` for parameters and a trailing slash (the form without it is served too). */
  readonly path: `/${string}`;
  readonly auth: "none" | "api-key" | "jwt";
  /** Required of an API key; ignored elsewhere. */
  readonly scope?: Scope;
  readonly request: {
    readonly params?: z.ZodObject;
    readonly query?: z.ZodObject;
    readonly body?: z.ZodType;
    /** `form` bodies (`application/x-www-form-urlencoded`) are for pages that work without scripts. */
    readonly form?: boolean;
  };
  /** Successful answers only; `null` for one without a body, `"html"`/`"text"` for a page. */
  readonly responses: Readonly<Record<number, z.ZodType | null | "html" | "text">>;
  /** Answers the same as a page, too, to a browser that asks for one (`Accept: text/html`). */
  readonly page?: boolean;
  /** Codes of its own; those that any operation of its kind can give are added by `contract/problems.ts`. */
  readonly errors: readonly ErrorCode[];
  readonly access: Access;
  /** Honours `Idempotency-Key`. */
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
  return { ...DEFAULTS, ...entry };
}

const DEFAULTS = {
  timeoutSeconds: 10,
  memoryMegabytes: SOMEBODY_WAITS_MEGABYTES,
  idempotent: false,
} as const;
type Defaulted = keyof typeof DEFAULTS;
type RouteInput = Omit<Route, Defaulted> & Partial<Pick<Route, Defaulted>>;
/** An entry's own values stand before the defaults, in its type too. */
type Complete<R extends RouteInput> = Omit<typeof DEFAULTS, keyof R> & R;
