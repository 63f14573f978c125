import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import type { Table } from "../../lib/store/transact.ts";

/** The running stack's own table, with every right: for arranging and for looking. */
export function tableOf(stack: LocalStack): Table {
  const client = new DynamoDBClient({ ...stack.aws });
  const [table] = stack.deployment.tables;
  if (!table) throw new Error("the stack has no table");
  return {
    client: DynamoDBDocumentClient.from(client, {
      marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
    }),
    name: table.name,
  };
}
