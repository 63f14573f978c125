/** The bot could not message the user. Contains neither recipient nor text. */
export class TelegramMessageError extends Error {
  override readonly name = "TelegramMessageError";
}

const TIMEOUT_MS = 5_000;

/** Sends a message from the bot to a user (Bot API, `sendMessage`). `chatId` is the user's id. */
export async function sendTelegramMessage(
  token: string,
  chatId: string,
  text: string,
  send: typeof fetch = fetch,
): Promise<void> {
  let response: Response;
  try {
    response = await send(`https://api.telegram.org/bot${token}/sendMessage`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ chat_id: chatId, text }),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    // The cause would quote the URL, which contains the token.
    throw new TelegramMessageError("Telegram did not answer.");
  }
  if (!response.ok) throw new TelegramMessageError(`Telegram answered ${response.status}.`);
}
