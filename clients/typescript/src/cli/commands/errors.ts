import { platformListErrors } from "../../generated/operations.ts";
import { type Command, parseOptions, wholeNumber } from "../command.ts";
import { createContext } from "../context.ts";
import { printItems } from "../output.ts";

const OPTIONS = { limit: { type: "string" } } as const;

/** Lists what needs the merchant's attention, as the dashboard's page Errors does. */
export const errors: Command = {
  usage: "errors [--limit 20]",
  options: OPTIONS,
  async run(args, env) {
    const { values } = parseOptions(args, OPTIONS);
    const context = createContext(values, env);
    const query = { limit: wholeNumber(values.limit, "--limit", 20) };
    const { data, has_more } = await context.withLogin().call(platformListErrors, { query });
    printItems(context, { items: data, more: has_more }, ["last_at", "count", "title", "advice"]);
  },
};
