import { type Command, GLOBAL_OPTIONS, parseOptions } from "./command.ts";
import { Failure } from "./config.ts";

type Commands = Readonly<Record<string, Command>>;

const SCRIPTS = { bash, zsh, fish } as const;
export type Shell = keyof typeof SCRIPTS;
export const SHELLS = Object.keys(SCRIPTS) as readonly Shell[];

/** A script for the shell that completes commands, their actions and their options. */
export function completionScript(shell: Shell, commands: Commands): string {
  return SCRIPTS[shell](commands);
}

const optionsOf = ({ options }: Command) =>
  Object.keys({ ...options, ...GLOBAL_OPTIONS }).map((name) => `--${name}`);

/** Branches of a `case` over the command's name. */
function branches(commands: Commands, words: (command: Command) => readonly string[]): string {
  return Object.entries(commands)
    .map(([name, command]) => [name, words(command)] as const)
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => `      ${name}) words="${list.join(" ")}" ;;`)
    .join("\n");
}

function bash(commands: Commands): string {
  return `_checkout() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${Object.keys(commands).join(" ")}"
  elif [[ $current == -* ]]; then
    case \${COMP_WORDS[1]} in
${branches(commands, optionsOf)}
    esac
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case \${COMP_WORDS[1]} in
${branches(commands, ({ actions = [] }) => actions)}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _checkout checkout`;
}

function zsh(commands: Commands): string {
  // Without a framework, as on a new Mac, zsh has not loaded its completion yet.
  return `#compdef checkout
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i; }
_checkout() {
  local choices=""
  if (( CURRENT == 2 )); then
    choices="${Object.keys(commands).join(" ")}"
  elif [[ \${words[CURRENT]} == -* ]]; then
    case \${words[2]} in
${branches(commands, optionsOf).replaceAll("words=", "choices=")}
    esac
  elif (( CURRENT == 3 )); then
    case \${words[2]} in
${branches(commands, ({ actions = [] }) => actions).replaceAll("words=", "choices=")}
    esac
  fi
  compadd -- \${=choices}
}
compdef _checkout checkout`;
}

function fish(commands: Commands): string {
  const lines = ["complete -c checkout -f"];
  const names = Object.keys(commands).join(" ");
  lines.push(`complete -c checkout -n __fish_use_subcommand -a "${names}"`);
  for (const [name, command] of Object.entries(commands)) {
    const seen = `__fish_seen_subcommand_from ${name}`;
    const { actions = [] } = command;
    if (actions.length > 0) {
      const list = actions.join(" ");
      const condition = `${seen}; and not __fish_seen_subcommand_from ${list}`;
      lines.push(`complete -c checkout -n "${condition}" -a "${list}"`);
    }
    for (const option of optionsOf(command)) {
      lines.push(`complete -c checkout -n "${seen}" -l ${option.slice(2)}`);
    }
  }
  return lines.join("\n");
}

/** `completion bash|zsh|fish`: prints the shell's script. Without a name it takes the shell of `$SHELL`. */
export function completionCommand(commands: () => Commands): Command {
  return {
    usage: `completion ${SHELLS.join("|")}`,
    actions: SHELLS,
    options: {},
    async run(args, env) {
      const { values, positionals } = parseOptions(args, {});
      const name = positionals[0] ?? env.SHELL?.split("/").at(-1) ?? "";
      const shell = SHELLS.find((known) => known === name);
      if (!shell) throw new Failure("usage", `Pass ${SHELLS.join(", ")}, not ${name}.`);
      const script = completionScript(shell, commands());
      console.log(values.json ? JSON.stringify({ shell, script }, null, 2) : script);
    },
  };
}
