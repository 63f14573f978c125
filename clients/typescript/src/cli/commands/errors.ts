import { platformListErrors } from "../../generated/operations.ts";
import { parseOptions } from "../arguments.ts";
import type { Command } from "../command.ts";
import { createContext } from "../context.ts";
import { printItems } from "../output.ts";

/** Lists what needs the merchant's attention, as the dashboard's page Errors does. */
export const errors: Command = {
  usage: "errors",
  options: {},
  async run(args, env) {
    const context = createContext(parseOptions(args, {}).values, env);
    const { data } = await context.withLogin().call(platformListErrors);
    printItems(context, data, ["last_at", "count", "title", "advice"]);
  },
};
