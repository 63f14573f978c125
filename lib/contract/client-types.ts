import type * as z from "zod";
import type { Route } from "./route.ts";

/** The schemas of an entry, which only its types are read from. */
type Shapes = Pick<Route, "request" | "responses">;

/**
 * What a client needs of an entry at run time; its schemas stay behind, as types.
 * @public
 */
export type Endpoint<R extends Route> = Pick<R, "method" | "path" | "auth"> & {
  readonly shapes?: Pick<R, "request" | "responses">;
};

/** A whole entry of the route table, or the part of it that a browser loads. */
export type AnyEndpoint = Pick<Route, "method" | "path" | "auth"> &
  Partial<Shapes> & { readonly shapes?: Shapes };

type ShapesOf<E> = E extends Shapes
  ? Pick<E, keyof Shapes>
  : E extends { readonly shapes?: infer S }
    ? Extract<S, Shapes>
    : never;

type RequestOf<E> = ShapesOf<E> extends { readonly request: infer Q } ? Q : never;
type ResponsesOf<E> = ShapesOf<E> extends { readonly responses: infer A } ? A : never;

/** Free text takes numbers and flags too: they are written out in an address. */
type Written<V> = string extends V ? V | number | boolean : V;
type Address<I> = { readonly [K in keyof I]: Written<I[K]> };

type Part<Request, Name extends string> = Request extends {
  readonly [N in Name]: infer S extends z.ZodType;
}
  ? z.input<S>
  : never;

type WhereGiven<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : // biome-ignore lint/complexity/noBannedTypes: what else says "may be left out altogether"
    {} extends Value
    ? { readonly [N in Name]?: Value }
    : undefined extends Value
      ? { readonly [N in Name]?: Value }
      : { readonly [N in Name]: Value };

/** What a call takes at run time. */
export interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Default: a fresh one for every call of a POST. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Called with the response headers of a successful call. */
  readonly onHeaders?: (headers: Headers) => void;
}

export type InputOf<E> = WhereGiven<"params", Address<Part<RequestOf<E>, "params">>> &
  WhereGiven<"query", Address<Part<RequestOf<E>, "query">>> &
  WhereGiven<"body", Part<RequestOf<E>, "body">> &
  Pick<CallInput, "idempotencyKey" | "signal" | "onHeaders">;

/** The input may be left out where nothing in it is required. */
export type CallArguments<E> =
  // biome-ignore lint/complexity/noBannedTypes: as above
  {} extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>];

type Body<S> = S extends z.ZodType
  ? z.output<S>
  : S extends null
    ? undefined
    : S extends string
      ? string
      : never;

/** Body of a successful answer; undefined where there is none. */
export type Answer<E> = Body<ResponsesOf<E>[keyof ResponsesOf<E>]>;
