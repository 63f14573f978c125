import type { DeployedTable } from "../assembly/deployment.ts";
import type { AwsJsonClient } from "../engines/aws-json.ts";
import { readTableRequest, type TableRequest } from "./dynamodb-demands.ts";
import { type AwsCall, AwsError, type AwsService } from "./service.ts";

/** Passes requests to the engine and calls `written` for every table that may have changed. */
export function createDynamoDbService(
  engine: AwsJsonClient,
  tables: readonly DeployedTable[],
  written: (table: string) => void,
): AwsService {
  const requests = new WeakMap<AwsCall, TableRequest>();
  const read = (call: AwsCall): TableRequest => {
    try {
      const request = requests.get(call) ?? readTableRequest(call.operation, call.input, tables);
      requests.set(call, request);
      return request;
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
