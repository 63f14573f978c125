import { platformTriggerEvent } from "../../generated/operations.ts";
import type { Input } from "../../operation.ts";
import { type Command, chooseApp, parseOptions, required } from "../command.ts";
import { createContext } from "../context.ts";
import { printObject } from "../output.ts";

const OPTIONS = { endpoint: { type: "string" }, app: { type: "string" } } as const;

/** Makes a test event: sent to an endpoint, or added to the list of events for `listen`. */
export const trigger: Command = {
  usage: "trigger EVENT_TYPE [--endpoint whk_…] [--app 1001]",
  options: OPTIONS,
  async run(args, env) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const context = createContext(values, env);
    const client = context.withLogin();
    type Body = Input<typeof platformTriggerEvent>["body"];
    const type = required(positionals[0], "The event type") as Body["type"];
    const target = values.endpoint
      ? { endpoint_id: values.endpoint }
      : { app_id: await chooseApp(client, values.app) };
    const { event, delivery } = await client.call(platformTriggerEvent, {
      body: { type, ...target },
    });
    const shown = { event: event.id, type: event.type, delivery: delivery?.id };
    printObject(context, shown, ["event", "type", "delivery"]);
  },
};
