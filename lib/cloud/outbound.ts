import { Client } from "undici";
import type { OutboundErrorCode } from "../domain/webhook-outcome.ts";
import { readCapped } from "./capped-body.ts";
import { type CheckedUrl, connectGuarded, rulesOf } from "./guarded-connection.ts";
import { BlockedAddressError, type DialRules } from "./guarded-dial.ts";
import { type KeptConnection, KeptConnections } from "./kept-connections.ts";
import { chooseHeaders, isPlain } from "./kept-headers.ts";
import { networkErrorCode } from "./network-error.ts";
import { checkWebhookUrl, type WebhookUrlPolicy } from "./webhook-url.ts";

/** A POST to a merchant's server. */
export interface OutboundRequest {
  readonly url: string;
  /** Lower-case names. `accept-encoding` and `connection` are set by the sender. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Over everything: name, connection, headers and body. 15 s unless given. */
  readonly timeoutMs?: number;
}

export type OutboundResult =
  | {
      readonly kind: "response";
      readonly status: number;
      /** The kept headers only, lower-case, each value at most 512 characters. */
      readonly headers: Readonly<Record<string, string>>;
      /** At most 16 KiB, read as UTF-8; empty if the receiver compressed it. */
      readonly body: string;
      /** The body was longer, or the deadline came first. */
      readonly truncated: boolean;
      readonly durationMs: number;
      readonly remoteIp: string;
    }
  | {
      readonly kind: "error";
      readonly code: OutboundErrorCode;
      readonly durationMs: number;
      /** Null if no connection was made. */
      readonly remoteIp: string | null;
    };

/** Limits and rules; the defaults are production's. */
export interface OutboundOptions extends Partial<DialRules> {
  readonly policy: WebhookUrlPolicy;
  readonly maxBodyBytes?: number;
  /** Wall clock, ms. */
  readonly now?: () => number;
}

/** Sends POSTs to receivers and keeps their connections for the next one. */
export interface OutboundSender {
  /**
   * POSTs once. Never follows a redirect, never throws for a network error. The status is final as soon as the
   * headers have arrived; a slow, endless or broken body is only marked `truncated`.
   */
  readonly post: (request: OutboundRequest) => Promise<OutboundResult>;
  readonly close: () => Promise<void>;
}

const TOTAL_TIMEOUT_MS = 15_000;
const MAX_BODY_BYTES = 16 * 1024;
const MAX_RESPONSE_HEADER_BYTES = 16 * 1024;

/** Every new connection, and every one that is kept for too long, goes through the address checks. */
export function outboundSender(options: OutboundOptions): OutboundSender {
  const rules = rulesOf(options);
  const now = options.now ?? Date.now;
  const kept = new KeptConnections(now);
  const maxBodyBytes = options.maxBodyBytes ?? MAX_BODY_BYTES;
  return { post, close: () => kept.close() };

  async function post(request: OutboundRequest): Promise<OutboundResult> {
    const started = performance.now();
    const check = checkWebhookUrl(request.url, options.policy);
    if (!check.ok) return { kind: "error", code: "ssrf_blocked", durationMs: 0, remoteIp: null };
    const deadline = AbortSignal.timeout(request.timeoutMs ?? TOTAL_TIMEOUT_MS);
    const attempt = { request, check, deadline };
    const reused = kept.take(check.url.origin);
    const checkedAt = reused?.checkedAt;
    let connection = reused ?? open(check, deadline);
    let result = await exchange(connection, attempt);
    if (connection.checkedAt === checkedAt && isReset(result)) {
      // The receiver closed an idle connection while the POST was on its way. Neither side failed.
      connection = open(check, deadline);
      result = await exchange(connection, attempt);
    }
    const durationMs = Math.round(performance.now() - started);
    if (result.kind === "error") {
      return { ...result, durationMs, remoteIp: connection.address };
    }
    return { ...result, durationMs, remoteIp: connection.address ?? "" };
  }

  function open(check: CheckedUrl, deadline: AbortSignal): KeptConnection {
    const client = new Client(check.url.origin, {
      connect: (_, callback) => {
        // Also called when a kept connection was closed meanwhile: the new one is checked as the first was.
        connectGuarded(check, rules, connection.deadline, (address) => {
          connection.address = address;
          connection.checkedAt = now();
        }).then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
      },
      pipelining: 1,
      maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
      // The deadline covers everything. An idle timeout would let a trickling response hold a worker.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const { origin } = check.url;
    const connection: KeptConnection = {
      origin,
      client,
      deadline,
      address: null,
      checkedAt: 0,
      usedAt: 0,
    };
    return connection;
  }

  async function exchange(
    connection: KeptConnection,
    { request, check, deadline }: Attempt,
  ): Promise<Outcome> {
    connection.deadline = deadline;
    try {
      const answer = await connection.client.request({
        method: "POST",
        path: check.url.pathname + check.url.search,
        headers: { ...request.headers, "accept-encoding": "identity" },
        body: request.body,
        signal: deadline,
      });
      const body = await readCapped(answer.body, maxBodyBytes);
      if (body.truncated) await connection.client.destroy();
      else kept.keep(connection);
      const shown = isPlain(answer.headers);
      return {
        kind: "response",
        status: answer.statusCode,
        headers: chooseHeaders(answer.headers),
        body: shown ? new TextDecoder().decode(body.bytes, { stream: true }) : "",
        truncated: body.truncated || (!shown && body.bytes.length > 0),
      };
    } catch (error) {
      await connection.client.destroy();
      return { kind: "error", code: outboundErrorCode(error) };
    }
  }
}

interface Attempt {
  readonly request: OutboundRequest;
  readonly check: CheckedUrl;
  readonly deadline: AbortSignal;
}

type WithoutTiming<R> = R extends unknown ? Omit<R, "durationMs" | "remoteIp"> : never;
type Outcome = WithoutTiming<OutboundResult>;

function isReset(outcome: Outcome): boolean {
  return outcome.kind === "error" && outcome.code === "connection_reset";
}

function outboundErrorCode(error: unknown): OutboundErrorCode {
  return error instanceof BlockedAddressError ? "ssrf_blocked" : networkErrorCode(error);
}
