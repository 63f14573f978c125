import { table } from "../../lib/pipeline/deps.ts";
import { startTable } from "./table.ts";

/** Lets the runtime's own composition root find a real table in this process. Stop it in `afterAll`. */
export async function startRuntime(config: object = {}) {
  const engine = await startTable();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    AWS_REGION: "local",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    TABLE_NAME: engine.table.name,
    STAGE: "test",
    PUBLIC_BASE_URL: "https://pay.example",
    DEFAULT_CURRENCY: "ETB",
    PHONE_REGION: "ET",
    SERVICE_CONFIG: JSON.stringify(config),
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
