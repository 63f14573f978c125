import { type Command, parseOptions } from "../command.ts";
import { Failure } from "../config.ts";
import { createContext } from "../context.ts";

const OPTIONS = { live: { type: "boolean" } } as const;

/**
 * Serves the Model Context Protocol on standard input and output, until the input ends. The library is loaded by this
 * command only. In test mode it needs a test key; with `--live` it needs a live key, and only reads.
 */
export const mcp: Command = {
  usage: "mcp [--live]",
  options: OPTIONS,
  async run(args, env) {
    const { values } = parseOptions(args, OPTIONS);
    const context = createContext(values, env);
    const live = values.live === true;
    const wanted = live ? "pk_live_" : "pk_test_";
    context.withKey();
    if (!context.apiKey?.startsWith(wanted)) {
      const other = live ? "Without --live it needs a test key." : "With --live it is read-only.";
      throw new Failure("setup", `This needs an API key that begins with ${wanted}. ${other}`);
    }
    const { serveMcp } = await import("../mcp/serve-mcp.ts");
    await serveMcp(context, live);
  },
};
