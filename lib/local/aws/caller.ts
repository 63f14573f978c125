// Identifies the caller of the front door: the access key id of a function is its id.
import type { DeployedFunction } from "../assembly/functions.ts";
import { ACCOUNT } from "../assembly/physical.ts";
import { type Demand, decide } from "./policy.ts";

/** Access key id of the stack's own tools (seed, tests, command line); it may do everything. */
export const OPERATOR = "local-operator";

export type GrantedFunction = Pick<DeployedFunction, "name" | "roleName" | "statements">;
export type Caller =
  | { readonly kind: "operator" }
  | { readonly kind: "function"; readonly function: GrantedFunction };

/** Null for an unknown credential. */
export function identify(
  authorization: string,
  functions: ReadonlyMap<string, GrantedFunction>,
): Caller | null {
  const id = /Credential=([^/,\s]+)\//.exec(authorization)?.[1];
  if (id === OPERATOR) return { kind: "operator" };
  const found = functions.get(id ?? "");
  return found === undefined ? null : { kind: "function", function: found };
}

/** Null when all demands are granted; otherwise AWS's error message. */
export function refusal(caller: Caller, demands: readonly Demand[]): string | null {
  if (caller.kind === "operator") return null;
  const { name, roleName, statements } = caller.function;
  for (const demand of demands) {
    const verdict = decide(statements, demand);
    if (verdict === "allowed") continue;
    const keys = demand.context?.["dynamodb:LeadingKeys"] ?? [];
    return (
      `User: arn:aws:sts::${ACCOUNT}:assumed-role/${roleName}/${name} is not authorized to perform: ${demand.action} ` +
      `on resource: ${demand.resource} ` +
      (verdict === "denied"
        ? "with an explicit deny in an identity-based policy"
        : `because no identity-based policy allows the ${demand.action} action`) +
      (keys.length > 0 ? ` (leading keys: ${keys.map(withoutSecrets).join(", ")})` : "")
    );
  }
  return null;
}

/** The prefix of a key is enough to find a missing grant; the rest may be a secret. */
function withoutSecrets(key: string): string {
  const separator = key.search(/[#:|/]/);
  return separator < 0 ? key.slice(0, 24) : `${key.slice(0, separator + 1)}…`;
}
