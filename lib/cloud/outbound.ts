import { Client } from "undici";
import type { OutboundErrorCode } from "../domain/webhook-outcome.ts";
import { readCapped } from "./capped-body.ts";
import { connectGuarded, rulesOf } from "./guarded-connection.ts";
import { BlockedAddressError, type DialRules } from "./guarded-dial.ts";
import { chooseHeaders, isPlain } from "./kept-headers.ts";
import { networkErrorCode } from "./network-error.ts";
import { checkWebhookUrl, type WebhookUrlPolicy } from "./webhook-url.ts";

/** A POST to a stranger. */
export interface OutboundRequest {
  readonly url: string;
  /** Lower-case names. `accept-encoding` and `connection` are ours. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export type OutboundResult =
  | {
      readonly kind: "response";
      readonly status: number;
      /** Only those worth keeping, lower-case, each value at most 512 characters. */
      readonly headers: Readonly<Record<string, string>>;
      /** At most 16 KiB as received, read as UTF-8; empty where the receiver compressed it. */
      readonly body: string;
      /** There was more, or the deadline came first. */
      readonly truncated: boolean;
      readonly durationMs: number;
      readonly remoteIp: string;
    }
  | {
      readonly kind: "error";
      readonly code: OutboundErrorCode;
      readonly durationMs: number;
      /** Null when no connection was made. */
      readonly remoteIp: string | null;
    };

/** Limits and rules; the defaults are production's. */
export interface OutboundOptions extends Partial<DialRules> {
  readonly policy: WebhookUrlPolicy;
  /** Over everything: name, connection, headers and body. */
  readonly totalTimeoutMs?: number;
  readonly maxBodyBytes?: number;
}

const TOTAL_TIMEOUT_MS = 15_000;
const MAX_BODY_BYTES = 16 * 1024;
const MAX_RESPONSE_HEADER_BYTES = 16 * 1024;

/**
 * POSTs once, never follows a redirect, never throws for what the network does. The status decides
 * as soon as the headers are in; after that a slow, endless or broken body only ends up `truncated`.
 */
export async function postGuarded(
  request: OutboundRequest,
  options: OutboundOptions,
): Promise<OutboundResult> {
  const started = performance.now();
  const durationMs = () => Math.round(performance.now() - started);
  const check = checkWebhookUrl(request.url, options.policy);
  if (!check.ok) return { kind: "error", code: "ssrf_blocked", durationMs: 0, remoteIp: null };

  const deadline = AbortSignal.timeout(options.totalTimeoutMs ?? TOTAL_TIMEOUT_MS);
  let remoteIp: string | null = null;
  const client = new Client(check.url.origin, {
    connect: (_, callback) => {
      connectGuarded(check, rulesOf(options), deadline, (address) => {
        remoteIp = address;
      }).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
    pipelining: 0,
    maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
    // An idle time-out alone lets a trickling answer hold a worker: the one deadline rules.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const answer = await client.request({
      method: "POST",
      path: check.url.pathname + check.url.search,
      headers: { ...request.headers, "accept-encoding": "identity" },
      body: request.body,
      signal: deadline,
    });
    const body = await readCapped(answer.body, options.maxBodyBytes ?? MAX_BODY_BYTES);
    const shown = isPlain(answer.headers);
    return {
      kind: "response",
      status: answer.statusCode,
      headers: chooseHeaders(answer.headers),
      body: shown ? new TextDecoder().decode(body.bytes, { stream: true }) : "",
      truncated: body.truncated || (!shown && body.bytes.length > 0),
      durationMs: durationMs(),
      remoteIp: remoteIp ?? "",
    };
  } catch (error) {
    return { kind: "error", code: outboundErrorCode(error), durationMs: durationMs(), remoteIp };
  } finally {
    await client.destroy();
  }
}

function outboundErrorCode(error: unknown): OutboundErrorCode {
  return error instanceof BlockedAddressError ? "ssrf_blocked" : networkErrorCode(error);
}
