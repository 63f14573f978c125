import { UpdateCommand } from "../../lib/cloud/dynamodb.ts";
import type { Checkout } from "../../lib/domain/checkout.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { changeAppWrite, getAppWithMethods } from "../../lib/store/apps.ts";
import { putNotice, type StoredNotice } from "../../lib/store/notices.ts";
import { commitOne } from "../../lib/store/transact.ts";
import type { Merchant } from "./merchant.ts";
import { open, read } from "./verification.ts";

/** Sets the app's `notice_limit`, minor units. */
export async function allowNotices(
  { accountId, appId }: Merchant,
  noticeLimit: number,
): Promise<void> {
  const found = await getAppWithMethods(table(), accountId, appId);
  if (found === null) throw new Error("the app is gone");
  await commitOne(table(), changeAppWrite(found.app, { noticeLimit }));
}

/** What tests of a shop with a paired phone do again and again. `source` is the phone's id. */
export function pairedPhone(merchant: () => Merchant, source: () => string) {
  let count = 0;
  return {
    /** An open checkout for which the phone's messages count up to ETB 2,000. */
    async openPaired(fields: Parameters<typeof open>[1] = {}): Promise<Checkout> {
      await allowNotices(merchant(), 200_000);
      const { id } = await open(merchant(), fields);
      await table().client.send(
        new UpdateCommand({
          TableName: table().name,
          Key: { pk: `CO#${id}`, sk: "CO" },
          UpdateExpression: "SET notices = :terms",
          ExpressionAttributeValues: { ":terms": { limit: 200_000, distinct: false } },
        }),
      );
      return read(id);
    },
    /** The phone forwards the bank's message about a payment. */
    async hear(reference: string, changes: Partial<StoredNotice> = {}): Promise<void> {
      const { accountId } = merchant();
      const at = Date.now();
      await putNotice(table(), {
        ...({ provider: "telebirr", balance: "continues" } as const),
        ...{ amountMinor: 150_000, currency: "ETB", account: null, accountId },
        payer: { name: "Abebe Kebede", account: null },
        ...{ reference, link: null, paidAt: at, precisionMs: 1_000 },
        ...{ sourceId: source(), hash: `hash${++count}`, typed: false },
        ...{ sentAt: at, receivedAt: at },
        ...changes,
      });
    },
  };
}
