import { parseOptions } from "../arguments.ts";
import type { Command } from "../command.ts";
import { completionScript, SHELLS, type Shell } from "../completion.ts";
import { Failure } from "../failure.ts";

/** `completion bash|zsh|fish`: prints the shell's script. Without a name it takes the shell of `$SHELL`. */
export function completionCommand(commands: () => Readonly<Record<string, Command>>): Command {
  return {
    usage: `completion ${SHELLS.join("|")}`,
    actions: SHELLS,
    options: {},
    async run(args, env) {
      const { values, positionals } = parseOptions(args, {});
      const shell = positionals[0] ?? env.SHELL?.split("/").at(-1) ?? "";
      if (!isShell(shell)) throw new Failure("usage", `Pass ${SHELLS.join(", ")}, not ${shell}.`);
      const script = completionScript(shell, commands());
      console.log(values.json ? JSON.stringify({ shell, script }, null, 2) : script);
    },
  };
}

function isShell(name: string): name is Shell {
  return (SHELLS as readonly string[]).includes(name);
}
