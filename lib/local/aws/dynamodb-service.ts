import type { DeployedTable } from "../assembly/deployment.ts";
import type { AwsJsonClient } from "../engines/aws-json.ts";
import { readTableRequest } from "./dynamodb-demands.ts";
import { type AwsCall, AwsError, type AwsService } from "./service.ts";

/** Passes requests to the engine; `written` hears of every table that may have changed. */
export function createDynamoDbService(
  engine: AwsJsonClient,
  tables: readonly DeployedTable[],
  written: (table: string) => void,
): AwsService {
  const read = (call: AwsCall) => {
    try {
      return readTableRequest(call.operation, call.input, tables);
    } catch (error) {
      throw new AwsError(
        400,
        "ValidationException",
        error instanceof Error ? error.message : String(error),
      );
    }
  };
  return {
    scope: "dynamodb",
    deniedCode: "com.amazon.coral.service#AccessDeniedException",
    demands: (call) => read(call).demands,
    async handle(call) {
      const { writes } = read(call);
      const answer = await engine.forward(call.headers, call.body);
      if (answer.status === 200) for (const table of writes) written(table);
      return answer;
    },
  };
}
