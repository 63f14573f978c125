// A small Bot API server in Telegram's place: keeps what bots sent, and lets tests and people write to bots. Any token of
// the right shape is a bot; the digits before its colon are the bot's id.
import * as z from "zod";
import type { LocalResponse, LocalRoutes } from "./local-route.ts";
import {
  botOf,
  chatText,
  done,
  failed,
  faults,
  inputOf,
  markupOf,
  personOf,
  pressed,
  updatesInput,
  written,
} from "./telegram.ts";

/** A message, as `GET /_local/telegram/messages/` lists it. */
interface KeptMessage {
  readonly message_id: number;
  /** `bot:{id}` or `user:{id}`. */
  readonly from: string;
  /** The bot's id, and the user's, who is also the chat. */
  readonly bot: string;
  readonly chat_id: string;
  text: string;
  readonly reply_markup?: unknown;
  /** RFC 3339, on the moved clock. */
  readonly at: string;
}

interface Bot {
  readonly updates: { readonly update_id: number; readonly [kind: string]: unknown }[];
  /** Wakes requests that wait for an update. */
  readonly waiting: Set<() => void>;
}

const BOT_PATH = /^telegram\/bot(\d{1,15})(?::|%3A)[\w-]{1,64}\/(\w+)$/i;
const PERSON_PATH = /^telegram\/people\/(\d{1,15})\/(messages|presses|block|unblock)$/;
const MOST_MESSAGES = 2_000;
const LONGEST_POLL_SECONDS = 50;

/** `now` in ms on the moved clock. */
export function telegramBotRoutes(now: () => number): LocalRoutes {
  const server = new BotServer(now);
  return async (request) => {
    const path = request.path.replace(/\/$/, "");
    switch (`${request.method} ${path}`) {
      case "GET telegram/messages":
        return { status: 200, body: { messages: server.find(request.query) } };
      case "POST telegram/faults":
        return server.fail(inputOf(request));
      case "DELETE telegram/faults":
        return server.mend();
    }
    const [, person, action] = PERSON_PATH.exec(path) ?? [];
    if (person !== undefined && action !== undefined && request.method === "POST") {
      return server.act(person, action, inputOf(request));
    }
    const [, bot, method] = BOT_PATH.exec(path) ?? [];
    if (bot !== undefined && method !== undefined) {
      return server.call(bot, method, inputOf(request), request.signal);
    }
    return path.startsWith("telegram/bot") ? failed(401, "Unauthorized") : null;
  };
}

class BotServer {
  readonly #now: () => number;
  readonly #messages: KeptMessage[] = [];
  readonly #bots = new Map<string, Bot>();
  /** `{bot} {user}` of users who blocked a bot; `* {user}`: all. */
  readonly #blocked = new Set<string>();
  /** How the next calls of `sendMessage` are answered instead. */
  readonly #faults: LocalResponse[] = [];
  #last = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  find(query: URLSearchParams): readonly KeptMessage[] {
    const [chat, bot] = [query.get("chat_id"), query.get("bot")];
    return this.#messages.filter(
      (one) => (chat === null || one.chat_id === chat) && (bot === null || one.bot === bot),
    );
  }

  /** The next calls of `sendMessage` fail in this way, as Telegram's do. */
  fail(input: unknown): LocalResponse {
    const { success, data, error } = faults.safeParse(input);
    if (!success) return failed(400, z.prettifyError(error));
    const { status, description, retry_after, times } = data;
    const waits = retry_after !== undefined && { parameters: { retry_after } };
    const body = { ok: false, error_code: status, description, ...waits };
    for (let left = times; left > 0; left--) this.#faults.push({ status, body });
    return done(true);
  }

  /** Ends the faults. Answers how many were left. */
  mend(): LocalResponse {
    return done(this.#faults.splice(0).length);
  }

  /** What a person does: writes to a bot, presses a button of a message, or blocks all bots. */
  act(user: string, action: string, input: unknown): LocalResponse {
    if (action === "block") this.#blocked.add(user);
    if (action === "unblock") this.#blocked.delete(user);
    if (action === "messages") {
      const parsed = written.safeParse(input);
      if (!parsed.success) return failed(400, z.prettifyError(parsed.error));
      const { bot, text } = parsed.data;
      const kept = this.#keep(`user:${user}`, bot, user, text);
      this.#update(bot, { message: this.#message(kept, personOf(user, parsed.data)) });
    }
    if (action === "presses") {
      const parsed = pressed.safeParse(input);
      if (!parsed.success) return failed(400, z.prettifyError(parsed.error));
      const { bot, message_id, data } = parsed.data;
      const shown = this.#messages.find((one) => one.message_id === message_id);
      if (shown?.bot !== bot || shown.chat_id !== user) return failed(404, "no such message");
      const from = personOf(user, parsed.data);
      const callback_query = {
        ...{ id: String(this.#next()), from, data, chat_instance: user },
        message: this.#message(shown, botOf(bot)),
      };
      this.#update(bot, { callback_query });
    }
    return done(true);
  }

  async call(
    bot: string,
    method: string,
    input: unknown,
    signal: AbortSignal | undefined,
  ): Promise<LocalResponse> {
    switch (method.toLowerCase()) {
      case "getme":
        return done({ ...botOf(bot), can_join_groups: false, supports_inline_queries: false });
      case "getupdates":
        return this.#updatesOf(bot, updatesInput.parse(input ?? {}), signal);
      case "sendmessage":
        return this.#send(bot, input);
      case "editmessagetext":
        return this.#edit(bot, input);
      // Answered as Telegram does where nothing is to be seen afterwards.
      case "answercallbackquery":
      case "deletewebhook":
      case "sendchataction":
      case "setmycommands":
      case "editmessagereplymarkup":
        return done(true);
      default:
        return failed(404, "Not Found");
    }
  }

  #send(bot: string, input: unknown): LocalResponse {
    const fault = this.#faults.shift();
    if (fault !== undefined) return fault;
    const parsed = chatText.safeParse(input);
    if (!parsed.success) return failed(400, "Bad Request: message text is empty");
    const { chat_id: chat, text, reply_markup } = parsed.data;
    if (!/^\d{1,15}$/.test(chat)) return failed(400, "Bad Request: chat not found");
    if (this.#blocked.has(chat)) return failed(403, "Forbidden: bot was blocked by the user");
    const kept = this.#keep(`bot:${bot}`, bot, chat, text, markupOf(reply_markup));
    return done(this.#message(kept, botOf(bot)));
  }

  #edit(bot: string, input: unknown): LocalResponse {
    const { message_id, text } = z
      .looseObject({ message_id: z.coerce.number().optional(), text: z.string().optional() })
      .parse(input ?? {});
    const found = this.#messages.find((one) => one.message_id === message_id && one.bot === bot);
    if (!found || text === undefined) return failed(400, "Bad Request: message to edit not found");
    found.text = text;
    return done(this.#message(found, botOf(bot)));
  }

  async #updatesOf(
    name: string,
    { offset, limit, timeout }: z.output<typeof updatesInput>,
    signal: AbortSignal | undefined,
  ): Promise<LocalResponse> {
    const bot = this.#bot(name);
    // An offset confirms all updates before it.
    const first = bot.updates.findIndex(({ update_id }) => update_id >= offset);
    if (offset > 0) bot.updates.splice(0, first === -1 ? bot.updates.length : first);
    if (bot.updates.length === 0 && timeout > 0) {
      await this.#wait(bot, Math.min(timeout, LONGEST_POLL_SECONDS), signal);
    }
    return done(bot.updates.slice(0, limit));
  }

  /** In real seconds: the clock of the stack may jump. */
  #wait(bot: Bot, seconds: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        bot.waiting.delete(end);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, seconds * 1000).unref();
      bot.waiting.add(end);
      signal?.addEventListener("abort", end);
    });
  }

  #update(name: string, update: object): void {
    const bot = this.#bot(name);
    bot.updates.push({ update_id: this.#next(), ...update });
    for (const wake of [...bot.waiting]) wake();
  }

  #bot(name: string): Bot {
    const bot = this.#bots.get(name) ?? { updates: [], waiting: new Set() };
    this.#bots.set(name, bot);
    return bot;
  }

  #keep(from: string, bot: string, chat_id: string, text: string, reply_markup?: unknown) {
    const at = new Date(this.#now()).toISOString();
    const kept: KeptMessage = {
      ...{ message_id: this.#next(), from, bot, chat_id, text, at },
      ...(reply_markup === undefined ? {} : { reply_markup }),
    };
    this.#messages.push(kept);
    if (this.#messages.length > MOST_MESSAGES) this.#messages.shift();
    return kept;
  }

  #message({ message_id, chat_id, text, at, reply_markup }: KeptMessage, from: object) {
    const isCommand = text.startsWith("/");
    return {
      ...{ message_id, from, text, date: Math.floor(Date.parse(at) / 1000) },
      chat: { id: Number(chat_id), type: "private", first_name: "Local Person" },
      ...(reply_markup === undefined ? {} : { reply_markup }),
      ...(isCommand && {
        entities: [{ type: "bot_command", offset: 0, length: text.split(/\s/)[0]?.length ?? 0 }],
      }),
    };
  }

  #next(): number {
    this.#last += 1;
    return this.#last;
  }
}
