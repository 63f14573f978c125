import { createInterface } from "node:readline/promises";
import { authSendOtp } from "../../generated/operations.ts";
import { readProblem } from "../../problem.ts";
import { createRequest } from "../../request.ts";
import { parseOptions, required } from "../arguments.ts";
import type { Command } from "../command.ts";
import { configFile, forgetLogin, saveLogin } from "../config.ts";
import { cookieOf, createContext } from "../context.ts";
import { Failure } from "../failure.ts";

const OPTIONS = { phone: { type: "string" }, code: { type: "string" } } as const;

/** Logs in by a code sent by SMS, and keeps the session in a file that only the user can read. */
export const login: Command = {
  usage: "login --base-url URL [--phone +251911000000] [--code 123456]",
  options: OPTIONS,
  run: logIn,
};

/** Deletes the saved session from this machine. */
export const logout: Command = {
  usage: "logout",
  options: {},
  async run(args, env) {
    const context = createContext(parseOptions(args, {}).values, env);
    const found = forgetLogin(env);
    const text = found ? "Logged out." : "You were not logged in.";
    context.print(context.json ? JSON.stringify({ logged_out: found }) : text);
  },
};

async function logIn(...[args, env]: Parameters<Command["run"]>): Promise<void> {
  const { values } = parseOptions(args, OPTIONS);
  const context = createContext(values, env);
  const { baseUrl } = context;
  if (baseUrl === "") throw new Failure("setup", "Pass --base-url, or --local.");
  const phone = values.phone ?? (await ask("Phone number: "));
  if (values.code === undefined) {
    await createRequest({ baseUrl })(authSendOtp, { body: { phone } });
  }
  const code =
    values.code ?? (values.local ? await localCode(baseUrl, phone) : await ask("Code: "));
  const response = await fetch(`${baseUrl}/api/auth/verify-otp/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ phone, code: code.trim() }),
  });
  if (!response.ok) throw await readProblem(response);
  saveLogin(env, {
    baseUrl,
    phone,
    cookie: required(cookieOf(response) ?? undefined, "The session cookie"),
  });
  context.print(context.json ? JSON.stringify({ phone, baseUrl }) : `Logged in as ${phone}.`);
  context.note(`The session is kept in ${configFile(env)}.`);
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Failure("usage", "There is no terminal to ask in. Pass --phone and --code.");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** The local stack shows its SMS messages to everyone. */
async function localCode(baseUrl: string, phone: string): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const response = await fetch(`${baseUrl}/_local/sms/?phone=${encodeURIComponent(phone)}`);
    const { messages = [] } = (await response.json()) as { messages?: { text: string }[] };
    const code = /\b\d{6}\b/.exec(messages.at(-1)?.text ?? "")?.[0];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Failure("failed", `No code came by SMS to ${phone}.`);
}
