import type { ParseArgsConfig } from "node:util";
import type { Context } from "./context.ts";

export type Options = NonNullable<ParseArgsConfig["options"]>;

/** One command of the command line, with what its help and shell completion need. */
export interface Command {
  /** Follows `checkout ` in the help. */
  readonly usage: string;
  /** The words that may follow the command's name. */
  readonly actions?: readonly string[];
  /** Without the options that every command takes. */
  readonly options: Options;
  /** @throws Failure or ApiProblem */
  readonly run: (args: readonly string[], env: Context["env"]) => Promise<void>;
}
