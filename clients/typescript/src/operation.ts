/** One operation of the API: how to call it, and the types of its input and output. */
export interface Operation<Input, Output> {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly auth: "none" | "api-key" | "jwt";
  /** The service honors `Idempotency-Key`, so that a repeated request has no second effect. */
  readonly idempotent?: boolean;
  /** A successful response has no body. */
  readonly empty?: true;
  /** Types only; never present at run time. */
  readonly types?: { readonly input: Input; readonly output: Output };
}

export type Input<O> = O extends Operation<infer I, unknown> ? I : never;
export type Output<O> = O extends Operation<unknown, infer R> ? R : never;
export type AnyOperation = Omit<Operation<unknown, unknown>, "types">;
