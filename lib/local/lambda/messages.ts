// What the main thread and a function's thread say to each other.

export type ThreadData = {
  readonly clock: SharedArrayBuffer;
  readonly folder: string;
  readonly entryFile: string | null;
  readonly handler: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMegabytes: number;
};
export type ToThread = {
  readonly requestId: string;
  /** JSON */
  readonly event: string;
  readonly timeoutMilliseconds: number;
};
/** As Lambda reports a failed invocation. */
export type LambdaError = {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
};
export type FromThread =
  | { readonly kind: "ready" }
  | { readonly kind: "init_failed"; readonly error: LambdaError }
  | { readonly kind: "result"; readonly requestId: string; readonly payload: string }
  | { readonly kind: "failed"; readonly requestId: string; readonly error: LambdaError };
