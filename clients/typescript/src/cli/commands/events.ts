import { type Command, parseOptions, wholeNumber } from "../command.ts";
import { createContext } from "../context.ts";
import { Failure } from "../failure.ts";
import { followEvents } from "../follow-events.ts";

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
