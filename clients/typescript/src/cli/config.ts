import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** The session that `login` saves, with the cookie that renews the access token. */
export interface SavedLogin {
  readonly baseUrl: string;
  readonly phone: string;
  readonly cookie: string;
  /** The account that the session acts in; logins saved by earlier versions have none. */
  readonly account?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Path of the login file in the operating system's config folder, or `CHECKOUT_CONFIG`. Empty variables are unset. */
export function configFile(env: Environment): string {
  if (env.CHECKOUT_CONFIG) return env.CHECKOUT_CONFIG;
  const folder =
    env.XDG_CONFIG_HOME ||
    (process.platform === "darwin"
      ? join(homedir(), "Library", "Application Support")
      : process.platform === "win32"
        ? env.APPDATA || join(homedir(), "AppData", "Roaming")
        : join(homedir(), ".config"));
  return join(folder, "checkout", "login.json");
}

/** Returns null without a login, or if the file is unreadable. */
export function loadLogin(env: Environment): SavedLogin | null {
  try {
    const { baseUrl, phone, cookie, account } = JSON.parse(readFileSync(configFile(env), "utf8"));
    const texts: readonly unknown[] = [baseUrl, phone, cookie, account ?? ""];
    if (!texts.every((text) => typeof text === "string")) return null;
    return { baseUrl, phone, cookie, ...(account && { account }) };
  } catch {
    return null;
  }
}

/** Makes the folder of the login file. @throws Failure unless a file can be written there */
export function checkWritable(env: Environment): void {
  changing(configFile(env), (file) => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    accessSync(dirname(file), constants.W_OK);
  });
}

/** Saves the login with mode 0600, because the cookie is as sensitive as a password. @throws Failure */
export function saveLogin(env: Environment, login: SavedLogin): void {
  checkWritable(env);
  changing(configFile(env), (file) => {
    // Another command can read the file at any time.
    const next = `${file}.${process.pid}`;
    writeFileSync(next, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
    renameSync(next, file);
  });
}

/** @throws Failure */
export function forgetLogin(env: Environment): boolean {
  const file = configFile(env);
  if (!existsSync(file)) return false;
  changing(file, () => rmSync(file));
  return true;
}

function changing(file: string, change: (file: string) => void): void {
  try {
    change(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Failure(
      "setup",
      `The file of the login, ${file}, cannot be changed (${code}). Set CHECKOUT_CONFIG to a file that can.`,
    );
  }
}

/** Exit codes. Documented, so scripts rely on them. */
export const EXIT_CODES = { ok: 0, failed: 1, usage: 2, setup: 3, unreachable: 4 } as const;

/** Ends the command with a message and an exit code, without a stack trace. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly kind: Exclude<keyof typeof EXIT_CODES, "ok">;

  constructor(kind: Failure["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
