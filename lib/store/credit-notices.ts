import type { Write } from "./transact.ts";

/**
 * Notes that the owner of an account with several shards was told of low or no credits. Refused (label `credits notice`) if
 * that was done and nothing was granted since.
 *
 * @param granted all credits granted so far
 */
export function noticeWrite(accountId: string, type: string, granted: number): Write {
  return {
    label: "credits notice",
    put: {
      Item: {
        pk: `CRD#${accountId}`,
        sk: `NOTICE#${type}`,
        entity: "credit_notice",
        accountId,
        granted,
      },
      ConditionExpression: "attribute_not_exists(pk) OR granted < :granted",
      ExpressionAttributeValues: { ":granted": granted },
    },
  };
}
