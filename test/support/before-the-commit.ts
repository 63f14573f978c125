import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { vi } from "vitest";

/** Lets something happen after everything was read and before the next transaction is sent. */
export function beforeTheCommit(happens: () => Promise<unknown>): void {
  const { send } = DynamoDBDocumentClient.prototype;
  let armed = true;
  vi.spyOn(DynamoDBDocumentClient.prototype, "send").mockImplementation(async function (
    this: DynamoDBDocumentClient,
    ...call: unknown[]
  ) {
    if (armed && call[0] instanceof TransactWriteCommand) {
      armed = false;
      await happens();
    }
    return Reflect.apply(send, this, call);
  });
}
