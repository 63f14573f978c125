import { syncBuiltinESMExports } from "node:module";
import type { DeployedFunction } from "../assembly/functions.ts";
import type { AwsAnswer, DoorRequest, GrantedFunction } from "../aws/front-door.ts";
import type { DirectTableData } from "./direct-table.ts";

// The variables of a function: those of the template, what Lambda itself sets, the addresses of the
// front door, and what the person at this machine wants to be different.

/** Of the process's own environment only these are passed on: what the template gives, and the banks. */
const PROVIDER_BASE_URL = /^PROVIDER_[A-Z0-9_]+_BASE_URL$/;
/**
 * Names of what the stack itself runs. Those of a stage in AWS may be in the person's shell, for the commands of
 * `docs/deploy.md`.
 */
const OWN_RESOURCES = /^(?:TABLE_NAME$|BUS_NAME$|QUEUE_URL_|SECRET_)/;
const SERVICES = ["DYNAMODB", "SQS", "EVENTBRIDGE", "SECRETS_MANAGER", "SNS", "CODEDEPLOY"];

export function functionEnvironment(
  deployed: DeployedFunction,
  options: {
    readonly region: string;
    readonly frontDoorUrl: string;
    /** Win over the template where the function has the name, or where it is a bank's address. */
    readonly overrides: Readonly<Record<string, string | undefined>>;
  },
): Record<string, string> {
  const { region, frontDoorUrl, overrides } = options;
  const wanted = Object.entries(overrides).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      !OWN_RESOURCES.test(entry[0]) &&
      (entry[0] in deployed.environment || PROVIDER_BASE_URL.test(entry[0])),
  );
  return {
    ...deployed.environment,
    ...Object.fromEntries(wanted),
    // A busy machine is no broken network.
    AWS_REQUEST_TIMEOUT_MS: "30000",
    ...Object.fromEntries(SERVICES.map((service) => [`AWS_ENDPOINT_URL_${service}`, frontDoorUrl])),
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: deployed.id,
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_LAMBDA_FUNCTION_NAME: deployed.name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(deployed.memoryMegabytes),
    AWS_LAMBDA_FUNCTION_VERSION: deployed.version,
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${deployed.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: "local",
    LAMBDA_TASK_ROOT: deployed.folder,
    _HANDLER: deployed.handler,
    TZ: "UTC",
    LANG: "en_US.UTF-8",
  };
}

/** Makes `process.env` of this thread the variables of whichever function runs, also where several do at once. */
export function separateVariables(current: () => Record<string, string>): void {
  process.env = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => Reflect.get(current(), name),
      has: (_, name) => Reflect.has(current(), name),
      set: (_, name, value) => Reflect.set(current(), name, String(value)),
      deleteProperty: (_, name) => Reflect.deleteProperty(current(), name),
      ownKeys: () => Reflect.ownKeys(current()),
      getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(current(), name),
    },
  );
  syncBuiltinESMExports();
}

// Messages between the main thread and a thread that runs functions.

export type ThreadData = {
  /** Folder for V8's code cache. */
  readonly codeCache: string;
};
/** First message of each stack that a thread serves, one after the other. */
export type Join = {
  readonly kind: "join";
  readonly clock: SharedArrayBuffer;
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
  | { readonly kind: "answer"; readonly call: number; readonly answer: AwsAnswer }
  | Join
  | {
      readonly kind: "load";
      readonly call: number;
      readonly function: FunctionToLoad;
      readonly environmentIndex: number;
    }
  | {
      readonly kind: "invoke";
      readonly call: number;
      readonly functionId: string;
      /** Which of the function's environments in this thread, from 0. */
      readonly environmentIndex: number;
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
  /** To the front door. */
  | { readonly kind: "ask"; readonly call: number; readonly request: DoorRequest }
  | { readonly kind: "written"; readonly tables: readonly string[] }
  | ({ readonly call: number } & Reply);
export type Reply =
  | { readonly kind: "loaded" }
  | { readonly kind: "result"; readonly payload: string }
  | { readonly kind: "failed"; readonly error: LambdaError };
