import { API_VERSION } from "../generated/operations.ts";
import { ApiProblem } from "../problem.ts";
import type { Command } from "./command.ts";
import { checkouts } from "./commands/checkouts.ts";
import { credits } from "./commands/credits.ts";
import { customers } from "./commands/customers.ts";
import { deliveries } from "./commands/deliveries.ts";
import { doctor } from "./commands/doctor.ts";
import { errors, events, trigger } from "./commands/events.ts";
import { listen } from "./commands/listen.ts";
import { login, logout } from "./commands/login.ts";
import { mcp } from "./commands/mcp.ts";
import { members } from "./commands/members.ts";
import { notifications } from "./commands/notifications.ts";
import { webhooks } from "./commands/webhooks.ts";
import { completionCommand } from "./completion.ts";
import { EXIT_CODES, Failure } from "./config.ts";
import type { Context } from "./context.ts";
import { useProxies } from "./proxy.ts";

const COMMANDS: Readonly<Record<string, Command>> = {
  login,
  logout,
  listen,
  trigger,
  checkouts,
  webhooks,
  deliveries,
  events,
  credits,
  customers,
  members,
  notifications,
  errors,
  doctor,
  mcp,
  completion: completionCommand(() => COMMANDS),
};

const USAGE = `checkout: Mahtem from your terminal

${Object.values(COMMANDS)
  .map(({ usage }) => `  checkout ${usage}`)
  .join("\n")}
  checkout --version

  Everywhere: --json, --base-url URL, --api-key KEY, --local (the service of \`npm start\`)
  Variables:  CHECKOUT_BASE_URL, CHECKOUT_API_KEY, CHECKOUT_CONFIG (file of the login),
              HTTPS_PROXY and NO_PROXY (with Node.js 24.14 or newer)
  Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 no key or login, 4 service unreachable,
              130 interrupted
`;

/** Runs one command and returns its exit code. */
export async function main(args: readonly string[], env: Context["env"]): Promise<number> {
  const [name = "", ...rest] = args;
  if (name === "--version") {
    console.log(`checkout ${API_VERSION}`);
    return EXIT_CODES.ok;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined || rest.includes("--help") || rest.includes("-h")) {
    return printHelp(name, command, args.includes("--json"));
  }
  try {
    useProxies(env);
    await command.run(rest, env);
    return EXIT_CODES.ok;
  } catch (error) {
    const { code, text, object } = explain(error);
    if (rest.includes("--json")) printError(object);
    else console.error(text);
    return code;
  }
}

function printError(error: object): void {
  console.error(JSON.stringify({ error }, null, 2));
}

function printHelp(name: string, command: Command | undefined, json: boolean): number {
  const asked = ["", "help", "--help", "-h"].includes(name) || command !== undefined;
  const message = `${name} is not a command.`;
  if (!asked && json) {
    printError({ code: "usage", message });
    return EXIT_CODES.usage;
  }
  if (!asked) console.error(`${message}\n`);
  (asked ? console.log : console.error)(command ? `checkout ${command.usage}` : USAGE);
  return asked ? EXIT_CODES.ok : EXIT_CODES.usage;
}

/** Exit code, text for people, and object for `--json`. */
function explain(error: unknown) {
  if (error instanceof ApiProblem) {
    const { code, message, errors: fields, status, requestId } = error;
    // The message says the first field already.
    const lines = fields
      .map(({ path, message }) => `${path}: ${message}`)
      .filter((line) => line !== message)
      .map((line) => `  ${line}`);
    const isUnreachable = code === "unreachable" || code === "untrusted";
    const kind = isUnreachable ? "unreachable" : status === 401 ? "setup" : "failed";
    return {
      code: EXIT_CODES[kind],
      text: [`${code}: ${message}`, ...lines].join("\n"),
      object: { code, message, errors: fields, request_id: requestId },
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  const kind = error instanceof Failure ? error.kind : "failed";
  return { code: EXIT_CODES[kind], text: message, object: { code: kind, message } };
}
