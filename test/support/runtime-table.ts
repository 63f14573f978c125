import type { ServiceConfig } from "../../lib/contract/service-config.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { setFunctionEnvironment } from "./function-environment.ts";
import { startTable } from "./table.ts";

/** Lets the runtime's own composition root find a real table in this process. Stop it in `afterAll`. */
export async function startRuntime(config: Partial<ServiceConfig> = {}) {
  const engine = await startTable();
  setFunctionEnvironment({
    tableName: engine.table.name,
    dynamoDbEndpoint: engine.endpoint,
    config,
  });
  const calls: string[] = [];
  table().client.middlewareStack.add(
    (next, context) => (args) =>
      next(args).finally(() => calls.push(String(context.commandName).replace(/Command$/, ""))),
    { step: "initialize", name: "countCalls" },
  );
  return {
    table: engine.table,
    /** Names of the calls that the table has answered since the last look. */
    takeCalls: () => calls.splice(0),
    stop: async () => {
      table().client.destroy();
      await engine.stop();
    },
  };
}
