import type { DeployedFunction } from "../assembly/functions.ts";
import type { LambdaRuntime } from "./runtime.ts";

/** The bundles of another release beside those of the assembly. They have the same roles. */
export type OtherRelease = {
  /** Folder of its bundle; null where the other release does not have the function. */
  readonly folderOf: (functionId: string) => string | null;
  /** Whether it takes the next invocation of this function. */
  readonly takes: (functionId: string) => boolean;
  /** Fields of its `SERVICE_CONFIG`; all of today's if absent. */
  readonly configFields?: readonly string[];
};

const OTHER = ".other";

/** Its functions' ids in logs. */
export function otherId(functionId: string): string {
  return functionId + OTHER;
}

/** Lambda publishes a version with its variables, so it never sees what a later release adds to its configuration. */
export function variablesOf(
  functionId: string,
  variables: Readonly<Record<string, string>>,
  other: OtherRelease | undefined,
): Readonly<Record<string, string>> {
  const { SERVICE_CONFIG: text } = variables;
  const fields = other?.configFields;
  if (!functionId.endsWith(OTHER) || fields === undefined || text === undefined) return variables;
  const known = Object.entries(JSON.parse(text)).filter(([field]) => fields.includes(field));
  return { ...variables, SERVICE_CONFIG: JSON.stringify(Object.fromEntries(known)) };
}

/** Two versions behind each alias, as Lambda runs them during a canary. */
export function versionsOf(
  functions: readonly DeployedFunction[],
  other: OtherRelease | undefined,
): {
  readonly all: readonly DeployedFunction[];
  readonly route: (runtime: LambdaRuntime) => LambdaRuntime;
} {
  if (other === undefined) return { all: functions, route: (runtime) => runtime };
  const others = new Map(
    functions.flatMap((deployed) => {
      const folder = other.folderOf(deployed.id);
      if (folder === null) return [];
      return [[deployed.id, { ...deployed, id: otherId(deployed.id), version: "2", folder }]];
    }),
  );
  return {
    all: [...functions, ...others.values()],
    route: (runtime) => ({
      ...runtime,
      invoke(deployed, event, requestId) {
        const chosen = other.takes(deployed.id) ? others.get(deployed.id) : undefined;
        return runtime.invoke(chosen ?? deployed, event, requestId);
      },
    }),
  };
}
