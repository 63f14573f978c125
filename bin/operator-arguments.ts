import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import * as z from "zod";
import { text } from "../lib/contract/schemas/common.ts";
import { DEAD_QUEUES } from "../lib/contract/schemas/operator.ts";
import { isId } from "../lib/domain/ids.ts";
import { PROVIDERS, type ProviderId } from "../lib/domain/provider.ts";
import { ALL_BANKS } from "../lib/use-cases/operator/banks.ts";

export const USAGE = `Commands for operators. They use your AWS credentials and the table in --table or TABLE_NAME.

  npm run -s cli -- credits show   --account acc_…
  npm run -s cli -- credits grant  --account acc_… --credits 500 --note "Invoice 17" [--reference inv-17] --yes
  npm run -s cli -- credits adjust --account acc_… --credits=-20 --note "Granted twice" [--reference …] --yes
  npm run -s cli -- accounts find   --phone +251… | --name Selam | --checkout co_…  lists accounts
  npm run -s cli -- accounts inspect --account acc_…              owner, apps, credits, ledger, audit log
  npm run -s cli -- accounts suspend --account acc_… --stage prod --note "Customers report fraud" --yes
  npm run -s cli -- accounts resume  --account acc_… --stage prod --note "Settled" --yes
                                 it opens no checkout until it is resumed; its members can read the note
  npm run -s cli -- accounts revoke  --account acc_… --sessions --keys --note "Stolen phone" --yes
                                 signs all its members out, revokes all its API keys, or both
  npm run -s cli -- accounts show   --account acc_…               lists the shards of its balance
  npm run -s cli -- accounts widen  --account acc_… [--shards 8]  for more than 50 payments a second;
  npm run -s cli -- accounts narrow --account acc_… [--shards 1]  see docs/scaling.md
  npm run -s cli -- audit          [--account acc_…] the last 100 entries; without an account, those of the service
  npm run -s cli -- banks list     lists banks with their state, canary and unreadable pages
  npm run -s cli -- banks off      --provider telebirr --note "Maintenance until 14:00" --yes
  npm run -s cli -- banks on       --provider telebirr --note "It is back"
  npm run -s cli -- letters list   counts dead letters; needs --stage, e.g. prod, as the next two do
  npm run -s cli -- letters show   --queue delivery-dead          up to 10, masked
  npm run -s cli -- letters replay --queue delivery-dead --note "Corrected" [--id …]
  npm run -s cli -- report         releases, samples of the invariants, SMS counts
  npm run -s cli -- issues         lists problems of the whole service, e.g. banks that do not respond
  npm run -s cli -- verify-event   --account acc_… --checkout co_… --input FT26… [--provider cbe]
                                 prints the input of the function v1-verify-checkout, for use while
                                 the API is closed; see "Restore" in docs/deploy.md
  npm run -s cli -- redo-revocations --from TABLE --since 2026-11-20T09:00:00Z --yes
                                 ends all sessions in a restored --table, revokes keys and removes logins
                                 again as in TABLE, and lists every change that the restore undid
  npm run -s cli -- repair-copy --yes
                                 completes or undoes transactions that a stopped region left partly replicated in --table,
                                 and lists what is lost; see docs/second-region.md. Only while nothing writes to it

  --yes            does it. Without it, these commands change nothing and show what they would do
  --local          uses the service of \`npm start\` (CHECKOUT_BASE_URL, default
                   http://127.0.0.1:3000); the default account is then the test merchant
  --by NAME        your name for the audit log (default: your user name)
  --reference TEXT makes a repeated command safe: each reference counts once in 31 days

Exit codes: 0 done, 1 failed or refused, 2 nothing was done: a wrong command line, or --yes is missing.
`;

const OPTIONS = {
  account: { type: "string" },
  credits: { type: "string" },
  shards: { type: "string" },
  note: { type: "string" },
  reference: { type: "string" },
  checkout: { type: "string" },
  input: { type: "string" },
  provider: { type: "string" },
  from: { type: "string" },
  since: { type: "string" },
  by: { type: "string" },
  phone: { type: "string" },
  name: { type: "string" },
  queue: { type: "string" },
  id: { type: "string" },
  stage: { type: "string" },
  table: { type: "string" },
  sessions: { type: "boolean" },
  keys: { type: "boolean" },
  yes: { type: "boolean" },
  local: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;
type Option = keyof typeof OPTIONS;

const CREDITS = ["account", "credits", "note", "reference", "yes"] as const;

/** The options of each command besides `ALWAYS`. Any other would be ignored, and the command do more than was meant. */
const COMMANDS = {
  "credits show": ["account"],
  "credits grant": CREDITS,
  "credits adjust": CREDITS,
  "accounts find": ["phone", "name", "checkout"],
  "accounts inspect": ["account"],
  "accounts suspend": ["account", "stage", "note", "yes"],
  "accounts resume": ["account", "stage", "note", "yes"],
  "accounts revoke": ["account", "sessions", "keys", "note", "yes"],
  "accounts show": ["account"],
  "accounts widen": ["account", "shards", "note"],
  "accounts narrow": ["account", "shards", "note"],
  audit: ["account"],
  "banks list": [],
  "banks off": ["provider", "note", "yes"],
  "banks on": ["provider", "note"],
  "letters list": ["stage"],
  "letters show": ["stage", "queue"],
  "letters replay": ["stage", "queue", "id", "note"],
  report: [],
  issues: [],
  "verify-event": ["account", "checkout", "input", "provider"],
  "redo-revocations": ["from", "since", "yes"],
  "repair-copy": ["yes"],
} as const satisfies Record<string, readonly Option[]>;
export type CommandName = keyof typeof COMMANDS;

const ALWAYS: readonly Option[] = ["local", "table", "by", "help"];

/** A wrong command line: nothing was done. */
export class WrongUsage extends Error {}

/** The arguments of one command. Those that are wrong throw `WrongUsage`. */
export class Arguments {
  readonly values: ReturnType<typeof read>["values"];
  /** Null where the usage is asked for. */
  readonly command: CommandName | null;

  constructor(args: readonly string[]) {
    const { values, positionals } = read(args);
    this.values = values;
    const words = positionals.join(" ");
    this.command = values.help || words === "" || words === "help" ? null : commandOf(words);
    if (this.command === null) return;
    const taken: readonly Option[] = [...COMMANDS[this.command], ...ALWAYS];
    const ignored = (Object.keys(values) as Option[]).find((name) => !taken.includes(name));
    if (ignored) throw new WrongUsage(`${this.command} has no option --${ignored}; see --help.`);
    if (!values.local) return;
    const other = (["table", "stage"] as const).find((name) => values[name] !== undefined);
    if (other) throw new WrongUsage(`--local and --${other} exclude each other.`);
  }

  need(name: Exclude<Option, "local" | "help" | "yes" | "sessions" | "keys">): string {
    const value = this.values[name];
    if (value === undefined || value === "")
      throw new WrongUsage(`--${name} is missing; see --help.`);
    return value;
  }

  /** Null where it is left out, which only --local allows. */
  account(): string | null {
    const { account, local } = this.values;
    if (account === undefined && local === true) return null;
    return idOf("acc_", this.need("account"), "account", "an account's");
  }

  checkout(): string {
    return idOf("co_", this.need("checkout"), "checkout", "a checkout's");
  }

  /** Digits only: `Number` also reads "0x10" and "1e6". */
  credits(): number {
    const given = this.need("credits");
    if (/^-?\d{1,13}$/.test(given)) return Number(given);
    throw new WrongUsage(`--credits must be a whole number, not ${given}.`);
  }

  /** Who acts, and why, for the audit log. */
  actor(fallback?: string) {
    const note = this.values.note ?? fallback ?? this.need("note");
    const reason = textOf("note", note.trim(), 3, 300);
    return { by: { name: this.by() }, reason, now: Date.now() };
  }

  by(): string {
    return textOf("by", (this.values.by ?? userInfo().username).trim(), 1, 100);
  }

  reference(): string | null {
    const { reference } = this.values;
    return reference === undefined ? null : textOf("reference", reference.trim(), 1, 100);
  }

  search() {
    const { phone, name, checkout } = this.values;
    if ([phone, name, checkout].filter((each) => each !== undefined).length !== 1)
      throw new WrongUsage("accounts find needs one of --phone, --name and --checkout.");
    if (checkout !== undefined) return { by: "checkout", id: this.checkout() } as const;
    if (phone === undefined) return { by: "name", name: this.need("name") } as const;
    const digits = phone.replace(/[ ().-]/g, "");
    if (/^\+[1-9]\d{6,14}$/.test(digits)) return { by: "phone", phone: digits } as const;
    throw new WrongUsage("--phone must be in international form, such as +251911000000.");
  }

  /** What `accounts revoke` takes away. */
  revoked() {
    const { sessions = false, keys = false } = this.values;
    if (sessions || keys) return { sessions, keys };
    throw new WrongUsage("accounts revoke needs --sessions, --keys or both.");
  }

  provider(among: readonly ProviderId[] = PROVIDERS): ProviderId {
    const given = this.need("provider");
    const found = among.find((id) => id === given);
    if (found) return found;
    throw new WrongUsage(`There is no provider ${given}. There are: ${among.join(", ")}.`);
  }

  /** Lookups of others can't be switched off. */
  bank(): ProviderId {
    return this.provider(ALL_BANKS);
  }

  /** Dead letters only: reading the messages of another queue would bring them nearer to theirs. */
  queue(): string {
    const given = this.need("queue");
    const found = DEAD_QUEUES.find((name) => name === given);
    if (found) return found;
    throw new WrongUsage(`--queue must be one of ${DEAD_QUEUES.join(", ")}.`);
  }

  /** Without a zone, the same text would be another instant on another computer. */
  since(): number {
    const given = this.need("since");
    if (!z.iso.datetime({ offset: true }).safeParse(given).success)
      throw new WrongUsage("--since is not a time with its zone, such as 2026-11-20T09:00:00Z.");
    const at = Date.parse(given);
    if (at > Date.now()) throw new WrongUsage("--since is in the future.");
    return at;
  }
}

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

function commandOf(words: string): CommandName {
  const names = Object.keys(COMMANDS) as CommandName[];
  const found = names.find((name) => name === words);
  if (found) return found;
  const [first = ""] = words.split(" ");
  const close = names.filter((name) => name.split(" ")[0] === first);
  const hint = close.length === 0 ? "see --help." : `there are: ${close.join(", ")}.`;
  throw new WrongUsage(`There is no command "${words}"; ${hint}`);
}

function idOf(prefix: "acc_" | "co_", given: string, option: string, whose: string): string {
  if (isId(prefix, given)) return given;
  throw new WrongUsage(`--${option} is not ${whose} ID (${prefix}…).`);
}

function textOf(option: string, given: string, least: number, most: number): string {
  if (text(most, least).safeParse(given).success) return given;
  throw new WrongUsage(
    `--${option} must have ${least} to ${most} characters, and no control characters.`,
  );
}
