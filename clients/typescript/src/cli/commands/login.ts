import { createInterface } from "node:readline/promises";
import { checkedBaseUrl, createClient } from "../../client.ts";
import {
  authLogout,
  authSendOtp,
  authVerifyOtp,
  type LoginSession,
  platformListMemberships,
} from "../../generated/operations.ts";
import { createRequest } from "../../request.ts";
import { type Command, parseOptions, required } from "../command.ts";
import {
  checkWritable,
  configFile,
  Failure,
  forgetLogin,
  loadLogin,
  type SavedLogin,
  saveLogin,
} from "../config.ts";
import { type Context, cookieOf, createContext, usable } from "../context.ts";

const OPTIONS = { phone: { type: "string" }, code: { type: "string" } } as const;

/** Logs in by a code sent by SMS, and keeps the session in a file that only the user can read. */
export const login: Command = {
  usage: "login --base-url URL [--phone +251911000000] [--code 123456]",
  options: OPTIONS,
  run: logIn,
};

/** Ends the saved session and deletes it from this machine. */
export const logout: Command = {
  usage: "logout",
  options: {},
  async run(args, env) {
    const context = createContext(parseOptions(args, {}).values, env);
    const login = loadLogin(env);
    if (login !== null) await endSession(login, context);
    const found = forgetLogin(env);
    if (found && login === null)
      context.note("The file was damaged, so its session goes on. End it in the dashboard.");
    const text = found ? "Logged out." : "You were not logged in.";
    context.print(context.json ? JSON.stringify({ logged_out: found }) : text);
  },
};

/** The login stays saved if the service does not answer: deleted, its session could not be ended from here. */
async function endSession({ baseUrl, cookie }: SavedLogin, { env, note }: Context): Promise<void> {
  try {
    await createRequest({ baseUrl })(authLogout, { body: { everywhere: false } }, { cookie });
  } catch (error) {
    note(
      `The session could not be ended. To remove it from this machine only, delete ${configFile(env)}.`,
    );
    throw error;
  }
}

async function logIn(...[args, env]: Parameters<Command["run"]>): Promise<void> {
  const { values } = parseOptions(args, OPTIONS);
  const context = createContext(values, env);
  const { baseUrl } = context;
  if (baseUrl === "") throw new Failure("setup", "Pass --base-url, or --local.");
  // First of all: a code works once, and only a few are sent a day.
  checkWritable(env);
  const phone = values.phone ?? (await ask("Phone number: "));
  const request = createRequest({ baseUrl: usable(() => checkedBaseUrl(baseUrl)) });
  if (values.code === undefined) await request(authSendOtp, { body: { phone } });
  const code =
    values.code ?? (values.local ? await localCode(baseUrl, phone) : await ask("Code: "));
  let cookie: string | undefined;
  const session = (await request(authVerifyOtp, {
    body: { phone, code: code.trim() },
    onHeaders: (headers) => {
      cookie = cookieOf(headers) ?? undefined;
    },
  })) as LoginSession;
  const { account_id: account, role } = session.user;
  saveLogin(env, { baseUrl, phone, cookie: required(cookie, "The session cookie"), account });
  const text = `Logged in as ${phone}: ${role} of ${await accountName(baseUrl, session)}.`;
  context.print(context.json ? JSON.stringify({ phone, baseUrl, account, role }) : text);
  context.note(`The session is kept in ${configFile(env)}.`);
}

/** Names an account by its apps, so that members of several see where their commands act. */
async function accountName(baseUrl: string, session: LoginSession): Promise<string> {
  const client = createClient({ baseUrl, accessToken: session.access_token });
  const listed = await client.call(platformListMemberships).catch(() => null);
  const names = listed?.data.find(({ current }) => current)?.app_names.join(", ");
  const account = `the account ${session.user.account_id}`;
  return names ? `${account} (${names})` : account;
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Failure("usage", "There is no terminal for input. Pass --phone and --code.");
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // In a terminal, Ctrl-C is a key that only readline sees.
  terminal.once("SIGINT", () => process.exit(130));
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
