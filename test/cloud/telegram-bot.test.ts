import { describe, expect, it } from "vitest";
import type { OutboundRequest, OutboundResult } from "../../lib/cloud/outbound.ts";
import { sendTelegramMessage } from "../../lib/cloud/telegram-bot.ts";

const BOT = { api: "https://api.telegram.org", token: "7000000001:secret" };
const facts = { headers: {}, truncated: false, durationMs: 1, remoteIp: "192.0.2.1" };

function answering(status: number, description: string, more: object = {}) {
  const body = JSON.stringify({ ok: status < 300, error_code: status, description, ...more });
  return answered({ kind: "response", status, body, ...facts });
}

async function answered(result: OutboundResult) {
  const posts: OutboundRequest[] = [];
  const post = async (request: OutboundRequest) => {
    posts.push(request);
    return result;
  };
  const outcome = await sendTelegramMessage(post, BOT, "100", "Paid.");
  return { outcome, posts };
}

describe("sending a Telegram message", () => {
  it("posts text and chat to the bot's own address", async () => {
    const { posts, outcome } = await answering(200, "");
    expect(outcome).toEqual({ kind: "sent" });
    expect(posts.map(({ url }) => url)).toEqual([
      "https://api.telegram.org/bot7000000001:secret/sendMessage",
    ]);
    expect(JSON.parse(String(posts[0]?.body))).toMatchObject({ chat_id: "100", text: "Paid." });
  });

  it("waits as long as Telegram asks for, at least a second and at most an hour", async () => {
    const asked = (seconds: number) =>
      answering(429, "Too Many Requests", { parameters: { retry_after: seconds } });
    expect((await asked(17)).outcome).toEqual({ kind: "wait", ms: 17_000 });
    expect((await asked(0)).outcome).toEqual({ kind: "wait", ms: 1_000 });
    expect((await asked(1e9)).outcome).toEqual({ kind: "wait", ms: 3_600_000 });
    expect((await answering(429, "")).outcome).toEqual({ kind: "wait", ms: 1_000 });
  });

  it.each([
    [403, "Forbidden: bot was blocked by the user", "blocked"],
    [403, "Forbidden: user is deactivated", "blocked"],
    [403, "Forbidden: bot can't initiate conversation with a user", "not_started"],
    [400, "Bad Request: chat not found", "not_started"],
  ])("gives a chat up after %i %s", async (status, description, reason) => {
    const { outcome } = await answering(status, description);
    expect(outcome).toEqual({ kind: "unreachable", reason });
  });

  it("tries again after an error of Telegram's, of the network or of the token, and never a message that it refuses", async () => {
    for (const status of [401, 404, 500, 502]) {
      const { outcome } = await answering(status, "Error");
      expect(outcome).toEqual({ kind: "failed", code: `http_${status}` });
    }
    for (const code of ["timeout", "dns_error", "ssrf_blocked", "tls_error"] as const) {
      const failed = { kind: "error", code, durationMs: 1, remoteIp: null } as const;
      expect((await answered(failed)).outcome).toEqual({ kind: "failed", code });
    }
    const { outcome } = await answering(400, "Bad Request: message is too long");
    expect(outcome).toEqual({ kind: "refused", status: 400 });
    const odd = await answered({ kind: "response", status: 500, body: "<html>", ...facts });
    expect(odd.outcome).toEqual({ kind: "failed", code: "http_500" });
  });
});
