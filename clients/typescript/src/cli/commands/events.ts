import { platformListErrors, platformTriggerEvent } from "../../generated/operations.ts";
import type { Input } from "../../operation.ts";
import {
  type Command,
  chooseApp,
  limitOf,
  parseOptions,
  required,
  wholeNumber,
} from "../command.ts";
import { Failure } from "../config.ts";
import { createContext } from "../context.ts";
import { followEvents } from "../follow-events.ts";
import { printItems, printObject } from "../output.ts";

const OPTIONS = { replay: { type: "string" } } as const;

/** Prints every new event, one a line. */
export const events: Command = {
  usage: "events tail [--replay 10]",
  actions: ["tail"],
  options: OPTIONS,
  run,
};

async function run(...[args, env]: Parameters<Command["run"]>): Promise<void> {
  const { values, positionals } = parseOptions(args, OPTIONS);
  if (positionals[0] !== "tail") throw new Failure("usage", "events tail");
  const context = createContext(values, env);
  const replay = wholeNumber(values.replay, "--replay", 0);
  for await (const event of followEvents(context.withKey(), {
    replay,
    onFault: (message) => context.note(message),
  })) {
    const object = event.data.object as { readonly id?: string };
    context.print(
      context.json
        ? JSON.stringify(event)
        : `${event.created_at}  ${event.type.padEnd(24)} ${object.id ?? ""}`,
    );
  }
}

const TRIGGER_OPTIONS = { endpoint: { type: "string" }, app: { type: "string" } } as const;

/** Makes a test event: sent to an endpoint, or added to the list of events for `listen`. */
export const trigger: Command = {
  usage: "trigger EVENT_TYPE [--endpoint whk_…] [--app 1001]",
  options: TRIGGER_OPTIONS,
  async run(args, env) {
    const { values, positionals } = parseOptions(args, TRIGGER_OPTIONS);
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

const ERRORS_OPTIONS = { limit: { type: "string" } } as const;

/** Lists what needs the merchant's attention, as the dashboard's page Errors does. */
export const errors: Command = {
  usage: "errors [--limit 20]",
  options: ERRORS_OPTIONS,
  async run(args, env) {
    const { values } = parseOptions(args, ERRORS_OPTIONS);
    const context = createContext(values, env);
    const query = { limit: limitOf(values.limit) };
    const { data, has_more } = await context.withLogin().call(platformListErrors, { query });
    printItems(context, { items: data, more: has_more }, ["last_at", "count", "title", "advice"]);
  },
};
