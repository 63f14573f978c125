// Messages between the main thread and a thread that runs functions.

import type { GrantedFunction } from "../aws/front-door.ts";
import type { DirectTableData } from "./direct-table.ts";

export type ThreadData = {
  readonly clock: SharedArrayBuffer;
  /** Folder for V8's code cache. */
  readonly codeCache: string;
  /** Null: table requests go to the front door, as all others do. */
  readonly directTable: DirectTableData | null;
};
/** What a thread needs to load a function. */
export type FunctionToLoad = GrantedFunction & {
  readonly id: string;
  readonly folder: string;
  readonly entryFile: string | null;
  readonly handler: string;
  readonly arn: string;
  readonly memoryMegabytes: number;
  readonly environment: Readonly<Record<string, string>>;
};
/** `call` is in the answer, too. */
export type ToThread =
  | { readonly kind: "load"; readonly call: number; readonly function: FunctionToLoad }
  | {
      readonly kind: "invoke";
      readonly call: number;
      readonly functionId: string;
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
  | { readonly kind: "printed"; readonly functionId: string; readonly text: string }
  | { readonly kind: "written"; readonly tables: readonly string[] }
  | ({ readonly call: number } & Reply);
export type Reply =
  | { readonly kind: "loaded" }
  | { readonly kind: "result"; readonly payload: string }
  | { readonly kind: "failed"; readonly error: LambdaError };
