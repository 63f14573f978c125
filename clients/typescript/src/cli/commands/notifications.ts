import {
  type NotificationSettings,
  type PlatformUpdateNotificationsRequest,
  platformReadNotifications,
  platformTestNotifications,
  platformUpdateNotifications,
} from "../../generated/operations.ts";
import { type Command, oneOf, parseOptions } from "../command.ts";
import { Failure } from "../config.ts";
import { type Context, createContext } from "../context.ts";
import { printObject } from "../output.ts";

const OPTIONS = {
  channel: { type: "string" },
  kind: { type: "string", multiple: true },
  paid: { type: "string" },
  language: { type: "string" },
  quiet: { type: "string" },
} as const;
const QUIET = /^(\d\d:\d\d)-(\d\d:\d\d)$/;

type Change = PlatformUpdateNotificationsRequest;
type Kind = NonNullable<Change["kinds"]>[number];

/** Your own messages about the account in use: which ones, and how they reach you. */
export const notifications: Command = {
  usage:
    "notifications show | set [--channel telegram|sms|none] [--kind review --kind webhook … | --kind none] [--paid each|daily|none] [--language en|am|dashboard] [--quiet 22:00-07:00|none] | test",
  actions: ["show", "set", "test"],
  options: OPTIONS,
  async run(args, env) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const context = createContext(values, env);
    const [action] = positionals;
    if (action === "show") return show(context);
    if (action === "set") return change(context, changeOf(values));
    if (action === "test") return sendTest(context);
    throw new Failure("usage", "Choose an action: notifications show, set or test.");
  },
};

async function show(context: Context): Promise<void> {
  printSettings(context, await context.withLogin().call(platformReadNotifications));
}

async function change(context: Context, body: Change): Promise<void> {
  printSettings(context, await context.withLogin().call(platformUpdateNotifications, { body }));
}

async function sendTest(context: Context): Promise<void> {
  const sent = await context.withLogin().call(platformTestNotifications);
  if (context.json) context.print(JSON.stringify(sent));
  else context.print("Sent a test message to the chosen channel.");
}

type Given = ReturnType<typeof parseOptions<typeof OPTIONS>>["values"];

/** The settings to change; those that are not named stay. @throws Failure for a value that no setting has, and for none */
function changeOf({ channel, kind, paid, language, quiet }: Given): Change {
  const changed: Change = {
    ...(channel !== undefined && {
      channel: oneOf(channel, "--channel", ["telegram", "sms", "none"]),
    }),
    // The service knows the kinds: it refuses others with their names.
    ...(kind !== undefined && { kinds: kind.filter((one) => one !== "none") as Kind[] }),
    ...(paid !== undefined && { paid: oneOf(paid, "--paid", ["each", "daily", "none"]) }),
    ...(language !== undefined && { language: languageOf(language) }),
    ...(quiet !== undefined && { quiet_hours: quietHours(quiet) }),
  };
  if (Object.keys(changed).length > 0) return changed;
  throw new Failure("usage", `Say what to set: checkout ${notifications.usage}`);
}

function languageOf(text: string): "en" | "am" | null {
  const language = oneOf(text, "--language", ["en", "am", "dashboard"]);
  return language === "dashboard" ? null : language;
}

function quietHours(text: string): { from: string; until: string } | null {
  if (text === "none") return null;
  const [, from, until] = QUIET.exec(text) ?? [];
  if (from !== undefined && until !== undefined) return { from, until };
  throw new Failure("usage", `--quiet must be times such as 22:00-07:00, or none, not ${text}.`);
}

function printSettings(context: Context, settings: NotificationSettings): void {
  const { kinds, available_kinds: available, quiet_hours: quiet, stopped } = settings;
  const shown = {
    channel: `${settings.channel} (of ${settings.available_channels.join(", ")})`,
    kinds: kinds.join(", ") || "none",
    turned_off: available.filter((kind) => !kinds.includes(kind)).join(", ") || null,
    paid: settings.paid,
    language: settings.language ?? "as in the dashboard",
    quiet_hours: quiet && `${quiet.from}-${quiet.until} (Addis Ababa)`,
    stopped: stopped && `${stopped.reason} since ${stopped.at}`,
    telegram_bot_url: settings.telegram_bot_url,
  };
  printObject(context, context.json ? settings : shown, Object.keys(shown));
}
