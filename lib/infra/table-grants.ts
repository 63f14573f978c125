import { Fn } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Access, Entity, TableAction } from "../contract/access.ts";
import { type IndexName, KEY_PREFIXES } from "../store/table.ts";

/** Where a set of actions applies: the table itself or one of its indexes. */
interface Grant {
  readonly index: IndexName | null;
  readonly actions: readonly TableAction[];
  readonly leadingKeys: readonly string[];
}

/**
 * Exact actions on the table, and `Query` on those indexes where the entity has keys, each bound to
 * the partition keys of the entities in question. Grants with the same actions share a statement,
 * which keeps the policies well inside IAM's 10,240 characters.
 */
export function tableStatements(
  tableArn: string,
  access: NonNullable<Access["table"]>,
): readonly PolicyStatement[] {
  return merged(grantsOf(access)).map(
    ({ index, actions, leadingKeys }) =>
      new PolicyStatement({
        actions: actions.map((action) => `dynamodb:${action}`),
        resources: [index === null ? tableArn : Fn.join("", [tableArn, `/index/${index}`])],
        conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": leadingKeys } },
      }),
  );
}

function grantsOf(access: NonNullable<Access["table"]>): readonly Grant[] {
  const entities = Object.entries(access) as [Entity, readonly TableAction[]][];
  return entities.flatMap(([entity, actions]) => {
    const keys = KEY_PREFIXES[entity];
    const indexes = Object.entries(keys.indexes ?? {}) as [IndexName, readonly string[]][];
    return [
      { index: null, actions, leadingKeys: keys.table },
      ...(actions.includes("Query")
        ? indexes.map(([index, leadingKeys]) => ({
            index,
            actions: ["Query"] as const,
            leadingKeys,
          }))
        : []),
    ];
  });
}

function merged(grants: readonly Grant[]): readonly Grant[] {
  const byScope = new Map<string, Grant>();
  for (const grant of grants) {
    const actions = grant.actions.toSorted();
    const scope = `${grant.index ?? ""}|${actions.join()}`;
    const before = byScope.get(scope)?.leadingKeys ?? [];
    const leadingKeys = [...new Set([...before, ...grant.leadingKeys])].toSorted();
    byScope.set(scope, { index: grant.index, actions, leadingKeys });
  }
  return [...byScope.values()];
}
