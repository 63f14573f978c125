import { beforeEach, describe, expect, it } from "vitest";
import type { LocalRoutes } from "../../lib/local/local-route.ts";
import { telegramBotRoutes } from "../../lib/local/telegram-bots.ts";

const BOT = "telegram/bot7000000001:local";
let routes: LocalRoutes;

beforeEach(() => {
  routes = telegramBotRoutes(() => Date.UTC(2026, 10, 20, 9));
});

// biome-ignore lint/suspicious/noExplicitAny: answers of the Bot API, checked below
async function call(method: string, path: string, body: object = {}): Promise<any> {
  const [name = "", query = ""] = path.split("?");
  const answer = await routes({
    ...{ method, path: name, query: new URLSearchParams(query) },
    headers: { "content-type": "application/json" },
    body: new TextEncoder().encode(JSON.stringify(body)),
  });
  return answer === null ? null : { status: answer.status, ...(answer.body as object) };
}
const sent = async () => (await call("GET", "telegram/messages/?chat_id=42")).messages;

describe("the local Bot API", () => {
  it("keeps what a bot sends, for each chat", async () => {
    await call("POST", `${BOT}/sendMessage`, { chat_id: 42, text: "Paid" });
    await call("POST", `${BOT}/sendMessage`, { chat_id: 43, text: "Other" });
    expect(await sent()).toMatchObject([{ from: "bot:7000000001", text: "Paid", chat_id: "42" }]);
  });

  it("hands a person's message to the bot that waits for it, once", async () => {
    const waiting = call("POST", `${BOT}/getUpdates`, { timeout: 30 });
    await call("POST", "telegram/people/42/messages/", { bot: "7000000001", text: "/start 7" });
    const [update] = (await waiting).result;
    expect(update.message).toMatchObject({ text: "/start 7", from: { id: 42, is_bot: false } });
    expect(update.message.entities).toEqual([{ type: "bot_command", offset: 0, length: 6 }]);
    const next = await call("POST", `${BOT}/getUpdates`, { offset: update.update_id + 1 });
    expect(next.result).toEqual([]);
  });

  it("hands a pressed button to the bot that showed it, and to no other", async () => {
    const keyboard = { inline_keyboard: [[{ text: "Pay", callback_data: "pay" }]] };
    const shown = await call("POST", `${BOT}/sendMessage`, {
      ...{ chat_id: 42, text: "Tea", reply_markup: keyboard },
    });
    const press = { message_id: shown.result.message_id, data: "pay" };
    const wrong = await call("POST", "telegram/people/42/presses/", { ...press, bot: "1" });
    expect(wrong.status).toBe(404);
    await call("POST", "telegram/people/42/presses/", { ...press, bot: "7000000001" });
    const { result } = await call("POST", `${BOT}/getUpdates`);
    expect(result).toMatchObject([{ callback_query: { data: "pay", from: { id: 42 } } }]);
  });

  it("refuses messages to a person who blocked the bot, as Telegram does", async () => {
    await call("POST", "telegram/people/42/block/");
    const refused = await call("POST", `${BOT}/sendMessage`, { chat_id: 42, text: "Paid" });
    expect(refused).toMatchObject({ status: 403, ok: false, error_code: 403 });
    expect(await sent()).toEqual([]);
  });

  it("refuses a token that is none, and leaves other paths to others", async () => {
    expect(await call("POST", "telegram/botx/getMe")).toMatchObject({ status: 401 });
    expect(await call("GET", "telegram/auth/")).toBeNull();
  });
});
