import * as z from "zod";
import type { TelegramOutcome } from "../domain/notification.ts";
import type { OutboundRequest, OutboundResult } from "./outbound.ts";

const TIMEOUT_MS = 10_000;
const LONGEST_WAIT_MS = 3_600_000;

/** Telegram's own words about a chat that the bot never had; all other 400s are faults of the message. */
const NOT_STARTED = /chat not found|can't initiate conversation|PEER_ID_INVALID/i;

const answer = z.looseObject({
  description: z.string().default(""),
  parameters: z.looseObject({ retry_after: z.number().optional() }).optional(),
});

export interface Bot {
  /** Without a slash at the end, e.g. `https://api.telegram.org`. */
  readonly api: string;
  readonly token: string;
}

/**
 * Sends a message from the bot to a user (Bot API, `sendMessage`). `chatId` is the user's id. Never throws for what
 * Telegram or the network answers.
 */
export async function sendTelegramMessage(
  post: (request: OutboundRequest) => Promise<OutboundResult>,
  { api, token }: Bot,
  chatId: string,
  text: string,
): Promise<TelegramOutcome> {
  const result = await post({
    url: `${api}/bot${token}/sendMessage`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ chat_id: chatId, text, link_preview_options: { is_disabled: true } }),
    timeoutMs: TIMEOUT_MS,
  });
  if (result.kind === "error") return { kind: "failed", code: result.code };
  const { status } = result;
  if (status >= 200 && status < 300) return { kind: "sent" };
  const { description, parameters } = readAnswer(result.body);
  if (status === 429) {
    const seconds = parameters?.retry_after ?? 1;
    return { kind: "wait", ms: Math.min(Math.max(seconds, 1) * 1000, LONGEST_WAIT_MS) };
  }
  // Blocked, deactivated or deleted; for a bot that may not write first, the words say so.
  if (status === 403 || (status === 400 && NOT_STARTED.test(description))) {
    const reason = NOT_STARTED.test(description) ? "not_started" : "blocked";
    return { kind: "unreachable", reason };
  }
  // 401 and 404 mean that the token is not valid: the operator's fault, which they can mend.
  if (status === 400 || status === 413) return { kind: "refused", status };
  return { kind: "failed", code: `http_${status}` };
}

function readAnswer(body: string): z.output<typeof answer> {
  try {
    return answer.parse(JSON.parse(body));
  } catch {
    return { description: "" };
  }
}
