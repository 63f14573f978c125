import { paginateQuery, UpdateCommand } from "../cloud/dynamodb.ts";
import type { CheckoutStatus } from "../domain/checkout.ts";
import type { Suspension } from "../domain/user.ts";
import { checkoutIdOf, checkoutLists, termsKey } from "./checkout-item.ts";
import { commitRetried, type Table, unlessRefused, type Write } from "./transact.ts";
import { accountKey } from "./users.ts";

/** Suspends an account from `suspended.at` on; refused (label `account`) if it is closed or suspended. */
export function suspendWrite(accountId: string, suspended: Suspension): Write {
  return {
    label: "account",
    update: {
      Key: accountKey(accountId),
      UpdateExpression: "SET suspended = :suspended, pagesBehindSince = :at REMOVE resumedAt",
      ConditionExpression:
        "attribute_exists(pk) AND closedAt = :open AND attribute_not_exists(suspended)",
      ExpressionAttributeValues: { ":suspended": suspended, ":at": suspended.at, ":open": null },
    },
  };
}

/** Lifts the suspension that was read, at `at` (ms); refused (label `account`) if it has ended or is another one. */
export function liftWrite(accountId: string, was: Suspension, at: number): Write {
  return {
    label: "account",
    update: {
      Key: accountKey(accountId),
      UpdateExpression: "SET pagesBehindSince = :at, resumedAt = :at REMOVE suspended",
      ConditionExpression: "suspended.#at = :was",
      ExpressionAttributeNames: { "#at": "at" },
      ExpressionAttributeValues: { ":at": at, ":was": was.at },
    },
  };
}

/** Starts the work on the pay pages again, at `at` (ms); refused (label `account`) if the suspension has changed since. */
export function pagesBehindWrite(
  accountId: string,
  was: Suspension | undefined,
  at: number,
): Write {
  return {
    label: "account",
    update: {
      Key: accountKey(accountId),
      UpdateExpression: "SET pagesBehindSince = :at",
      ConditionExpression: `attribute_exists(pk) AND ${was ? "suspended.#at = :was" : "attribute_not_exists(suspended)"}`,
      ...(was && { ExpressionAttributeNames: { "#at": "at" } }),
      ExpressionAttributeValues: { ":at": at, ...(was && { ":was": was.at }) },
    },
  };
}

/** Notes that all pay pages follow the change of `at` (ms), unless another one came after it. */
export async function notePagesFollow(table: Table, accountId: string, at: number): Promise<void> {
  await unlessRefused(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: accountKey(accountId),
        UpdateExpression: "REMOVE pagesBehindSince",
        ConditionExpression: "pagesBehindSince = :at",
        ExpressionAttributeValues: { ":at": at },
      }),
    ),
  );
}

/** Where the work on an account's pay pages goes on: a list, and the last checkout of it that is done. */
export interface Place {
  readonly list: number;
  readonly after: string;
}

/** Statuses of marked checkouts: once one has expired, nobody is asked to pay, and a reviewed one may be open again. */
export const MARKED = ["open", "review"] as const satisfies readonly CheckoutStatus[];
const MODES = ["live", "test"] as const;
/** As many as are marked at the same time. */
const AT_ONCE = 20;

/**
 * Marks the terms of an account's undecided checkouts, or removes the marks. The state and its version stay: no submission
 * or decision is delayed, and none undoes it.
 *
 * @param until `performance.now()` at which to stop, after at least one step
 * @returns where to go on; null at the end
 */
export async function markCheckouts(
  table: Table,
  accountId: string,
  isSuspended: boolean,
  from: Place | null,
  until: number,
): Promise<Place | null> {
  const lists = MODES.flatMap((mode) => MARKED.map(checkoutLists(accountId, mode).status));
  for (let list = from?.list ?? 0; list < lists.length; list++) {
    const after = list === from?.list ? from.after : "co_";
    const pages = paginateQuery(
      { client: table.client },
      {
        TableName: table.name,
        IndexName: "gsi3",
        KeyConditionExpression: "gsi3pk = :list AND gsi3sk > :after",
        ExpressionAttributeValues: { ":list": lists[list], ":after": after },
        Limit: AT_ONCE,
      },
    );
    for await (const { Items = [] } of pages) {
      const ids = Items.map(({ pk }) => checkoutIdOf({ pk: String(pk), sk: "" }));
      await Promise.all(ids.map((id) => mark(table, id, isSuspended)));
      const last = ids.at(-1);
      if (last !== undefined && performance.now() > until) return { list, after: last };
    }
  }
  return null;
}

/** Writes nothing where it is so already. Repeated while the merchant changes its texts: all others would wait with it. */
function mark(table: Table, id: string, isSuspended: boolean): Promise<boolean> {
  return commitRetried(table, {
    label: "checkout",
    update: {
      Key: termsKey(id),
      UpdateExpression: isSuspended ? "SET suspended = :yes" : "REMOVE suspended",
      ConditionExpression: isSuspended
        ? "attribute_exists(pk) AND attribute_not_exists(suspended)"
        : "attribute_exists(suspended)",
      ...(isSuspended && { ExpressionAttributeValues: { ":yes": true } }),
    },
  });
}
