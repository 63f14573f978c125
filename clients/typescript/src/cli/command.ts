import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Client } from "../client.ts";
import { platformListApps } from "../generated/operations.ts";
import { everyItem } from "../wait-for-outcome.ts";
import { Failure } from "./config.ts";
import type { Context } from "./context.ts";
import { firstItems } from "./output.ts";

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

/** Options of every command. */
export const GLOBAL_OPTIONS = {
  "base-url": { type: "string" },
  "api-key": { type: "string" },
  local: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const satisfies Options;

/** Every command takes at most an action and an id. */
const MOST_WORDS = 2;

/** The arguments of one command. @throws Failure for an unknown option or too many words */
export function parseOptions<const O extends Options>(args: readonly string[], options: O) {
  const parsed = parsedOptions(args, options);
  const extra = parsed.positionals.slice(MOST_WORDS);
  if (extra.length === 0) return parsed;
  throw new Failure("usage", `Nothing was done. Unexpected: ${extra.join(" ")}. Pass one id.`);
}

function parsedOptions<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...GLOBAL_OPTIONS, ...options },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Failure("usage", error instanceof Error ? error.message : String(error));
  }
}

/** @throws Failure for anything but 1 to 15 digits, which a number holds exactly */
export function wholeNumber(text: string | undefined, name: string, fallback: number): number {
  if (text === undefined) return fallback;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Failure("usage", `${name} must be a whole number of at most 15 digits, not ${text}.`);
}

/** How many items of a list to show. @throws Failure for 0 and for anything but 1 to 15 digits */
export function limitOf(text: string | undefined, fallback = 20): number {
  const limit = wholeNumber(text, "--limit", fallback);
  if (limit > 0) return limit;
  throw new Failure("usage", "--limit must be at least 1.");
}

/** @throws Failure for a value that is missing or empty */
export function required(value: string | undefined, name: string): string {
  if (value === undefined || value === "") throw new Failure("usage", `${name} is missing.`);
  return value;
}

/** The address of the caller's server, as `--forward-to` takes it: `localhost:4000/hook` is http. @throws Failure */
export function serverAddress(text: string): string {
  const isBare = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?([/?]|$)/i.test(text);
  const address = isBare ? `http://${text}` : text;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw new Failure(
    "usage",
    `--forward-to must be like http://localhost:4000/webhooks, not ${text}.`,
  );
}

/** The event types of `--events`: `a,b` or `a, b`. */
export function typesOf(text: string): readonly string[] {
  return text.split(",").map((type) => type.trim());
}

/** @throws Failure for anything but one of `known` */
export function oneOf<const T extends string>(text: string, name: string, known: readonly T[]): T {
  const found = known.find((one) => one === text);
  if (found !== undefined) return found;
  throw new Failure("usage", `${name} must be one of ${known.join(", ")}, not ${text}.`);
}

/** The app in `given`, or the account's only one. @throws Failure that lists the apps to choose from */
export async function chooseApp(client: Client, given: string | undefined): Promise<number> {
  if (given !== undefined) return wholeNumber(given, "--app", 0);
  const all = everyItem((cursor) =>
    client.call(platformListApps, { query: { limit: 100, ...(cursor && { cursor }) } }),
  );
  const { items: apps } = await firstItems(all, Number.POSITIVE_INFINITY);
  const [only, ...others] = apps;
  if (only !== undefined && others.length === 0) return only.app_id;
  const names = apps.map(({ app_id, name }) => `${app_id} (${name})`).join(", ");
  throw new Failure("usage", `--app is missing: ${names || "there is no app yet"}.`);
}
