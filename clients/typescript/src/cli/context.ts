import { type Client, createClient } from "../client.ts";
import { authRefresh, type LoginSession } from "../generated/operations.ts";
import { ApiProblem } from "../problem.ts";
import { createRequest } from "../request.ts";
import { Failure, loadLogin, type SavedLogin, saveLogin } from "./config.ts";

/** Options of every command. */
export interface GlobalOptions {
  readonly "base-url"?: string | undefined;
  readonly "api-key"?: string | undefined;
  readonly local?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Settings, output and clients of one run of a command. */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly json: boolean;
  readonly print: (line: string) => void;
  /** Prints progress and remarks on the standard error stream, so that `--json` output stays clean. */
  readonly note: (line: string) => void;
  /** @throws Failure without an API key */
  readonly withKey: () => Client;
  /** A login for this service is saved. */
  readonly isLoggedIn: boolean;
  /**
   * Whether a login, for whichever service, is the only credential: commands that work with either use the key if
   * there is one.
   */
  readonly hasOnlyLogin: boolean;
  /** @throws Failure without a login */
  readonly withLogin: () => Client;
}

export const LOCAL_URL = "http://127.0.0.1:3000";

/** Plain http is for this machine only: `--local` must never act at the service that a variable is set to. @throws Failure */
function localUrl(chosen = LOCAL_URL): string {
  if (/^http:/i.test(chosen)) return chosen;
  throw new Failure("usage", `--local is for a service on this machine, not for ${chosen}.`);
}

export function createContext(options: GlobalOptions, env: Context["env"]): Context {
  const login = loadLogin(env);
  const fromEnv = env.CHECKOUT_BASE_URL || undefined;
  const local = options.local === true ? localUrl(options["base-url"] ?? fromEnv) : undefined;
  const chosen = local ?? options["base-url"] ?? fromEnv ?? login?.baseUrl;
  const baseUrl = chosen?.replace(/\/+$/, "") ?? "";
  const apiKey = options["api-key"] ?? env.CHECKOUT_API_KEY;
  const json = options.json === true;
  const isLoggedIn = login !== null && login.baseUrl === baseUrl;
  const needUrl = () => {
    if (baseUrl !== "") return;
    throw new Failure("setup", "Set CHECKOUT_BASE_URL, or pass --base-url or --local.");
  };
  return {
    env,
    baseUrl,
    apiKey,
    json,
    print: (line) => console.log(line),
    note: (line) => console.error(line),
    withKey() {
      needUrl();
      if (!apiKey) throw new Failure("setup", "Set CHECKOUT_API_KEY, or pass --api-key.");
      return usable(() => createClient({ baseUrl, apiKey }));
    },
    isLoggedIn,
    hasOnlyLogin: login !== null && !apiKey,
    withLogin() {
      needUrl();
      const command = `checkout login --base-url ${baseUrl}`;
      if (login === null) throw new Failure("setup", `Log in first: ${command}`);
      if (!isLoggedIn) {
        const elsewhere = `Your login is for ${login.baseUrl}, not for ${baseUrl}.`;
        throw new Failure("setup", `${elsewhere} Log in here: ${command}`);
      }
      const accessToken = renewing(login, env);
      return usable(() => createClient({ baseUrl, accessToken, ...(apiKey && { apiKey }) }));
    },
  };
}

/** @throws Failure for an address or a key that the client refuses */
export function usable<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof TypeError ? new Failure("setup", error.message) : error;
  }
}

/** An access token is renewed when it has less than this to live. */
const RENEWAL_MARGIN_MS = 20_000;

/** Exchanges the saved cookie for an access token, and saves the next cookie; again when the token is about to expire. */
function renewing({ baseUrl, phone }: SavedLogin, env: Context["env"]): () => Promise<string> {
  let token = "";
  let renewAt = 0;
  const renew = async () => {
    // Another process may have exchanged the cookie meanwhile.
    const login = loadLogin(env);
    if (login?.baseUrl !== baseUrl || login.phone !== phone) {
      throw new Failure("setup", "Your login was changed or removed. Log in again: checkout login");
    }
    const { cookie } = login;
    const keep = (headers: Headers) => {
      const next = cookieOf(headers);
      if (next !== null) saveLogin(env, { ...login, cookie: next });
    };
    try {
      const session = (await createRequest({ baseUrl })(
        authRefresh,
        { onHeaders: keep },
        { cookie },
      )) as LoginSession;
      checkAccount(login, session.user);
      token = session.access_token;
      renewAt = Date.now() + session.expires_in * 1000 - RENEWAL_MARGIN_MS;
    } catch (error) {
      if (!(error instanceof ApiProblem && error.code === "unauthenticated")) throw error;
      throw new Failure("setup", "Your login has expired. Log in again: checkout login");
    }
  };
  return async () => {
    if (!(Date.now() < renewAt)) await renew();
    return token;
  };
}

/** A member who was removed goes on in another account: no command may act there by mistake. @throws Failure */
function checkAccount({ account }: SavedLogin, user: LoginSession["user"]): void {
  if (account === undefined || account === user.account_id) return;
  throw new Failure(
    "setup",
    `You no longer work in the account ${account}: your login is now for ${user.account_id}. To go on there, log in again: checkout login`,
  );
}

/** The refresh cookie of a response, as `name=value`. */
export function cookieOf(headers: Headers): string | null {
  return headers.getSetCookie()[0]?.split(";")[0] ?? null;
}
