import { maskNumber } from "../../domain/account-number.ts";
import type { StatementPoint } from "../../domain/statement-points.ts";
import { table } from "../../pipeline/deps.ts";
import { getUsers } from "../../store/users.ts";

/** What the members who settled points are called, by id: as in the list of the team. Unknown ones are left out. */
export async function settlerNames(
  points: readonly StatementPoint[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(points.flatMap(({ settled }) => settled?.by ?? []));
  const users = await getUsers(table(), [...ids]);
  const names = new Map<string, string>();
  for (const { id, name, telegram, phone } of users) {
    const shown = name ?? telegram?.name ?? maskNumber(phone);
    if (shown) names.set(id, shown);
  }
  return names;
}
