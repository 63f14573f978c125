import { table } from "../../pipeline/deps.ts";
import { issueWrite, SERVICE_ACCOUNT } from "../../store/issues.ts";
import { methodsOfNumber, type StoredMethod } from "../../store/payment-methods.ts";
import type { Write } from "../../store/transact.ts";

/** Maximum of other accounts to notify. */
const MAX_NOTIFIED = 5;

/** Payment methods with the same number in other accounts, one per account, at most five. */
export async function methodsSharing(method: StoredMethod): Promise<StoredMethod[]> {
  const all = await methodsOfNumber(table(), method, 100);
  const others = new Map(
    all
      .filter(({ accountId }) => accountId !== method.accountId)
      .map((other) => [other.accountId, other]),
  );
  return [...others.values()].slice(0, MAX_NOTIFIED);
}

/** Issues for all owners and for the operator. */
export function sharedNumberIssues(
  method: StoredMethod,
  others: readonly StoredMethod[],
  at: number,
): Write[] {
  if (others.length === 0) return [];
  const notified = [method, ...others, { ...method, accountId: SERVICE_ACCOUNT, appId: null }];
  return notified.map(({ id, accountId, appId }) => {
    return issueWrite({
      kind: "receiver_shared",
      objectId: id,
      accountId,
      appId,
      message: "Another account of this service receives payments into the same number.",
      at,
    });
  });
}
