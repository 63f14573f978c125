import type { Socket } from "node:net";
import { Client, type Dispatcher } from "undici";
import type { OutboundErrorCode } from "../domain/webhook-outcome.ts";
import { readCapped } from "./capped-body.ts";
import {
  BlockedAddressError,
  type DialRules,
  dialVetted,
  secure,
  vetName,
} from "./guarded-dial.ts";
import { resolvePublicName } from "./name-resolver.ts";
import { networkErrorCode } from "./network-error.ts";
import { isPublicAddress } from "./public-address.ts";
import { checkWebhookUrl, type WebhookUrlCheck, type WebhookUrlPolicy } from "./webhook-url.ts";

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

const CONNECT_TIMEOUT_MS = 5_000;
const TOTAL_TIMEOUT_MS = 15_000;
const MAX_BODY_BYTES = 16 * 1024;
const MAX_RESPONSE_HEADER_BYTES = 16 * 1024;
const LONGEST_HEADER_VALUE = 512;

const KEPT_HEADERS = [
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "location",
  "retry-after",
  "server",
  "webhook-delivery",
  "x-request-id",
];

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

/**
 * Resolves a webhook's host and tells whether a POST would be blocked now: for saving. A name that
 * does not resolve is not blocked, because it may resolve by the time of the first event.
 */
export async function resolvesToBlocked(
  check: Extract<WebhookUrlCheck, { ok: true }>,
  options: Partial<DialRules> = {},
): Promise<boolean> {
  if (check.address !== null) return false;
  const rules = rulesOf(options);
  const signal = AbortSignal.timeout(rules.connectTimeoutMs);
  try {
    await vetName(check.url.hostname, rules, signal);
    return false;
  } catch (error) {
    return error instanceof BlockedAddressError;
  }
}

/** Name → vetted addresses → TCP to one of them → TLS. No byte is sent before the last check. */
async function connectGuarded(
  check: Extract<WebhookUrlCheck, { ok: true }>,
  rules: DialRules,
  deadline: AbortSignal,
  onConnected: (address: string) => void,
): Promise<Socket> {
  const signal = AbortSignal.any([deadline, AbortSignal.timeout(rules.connectTimeoutMs)]);
  const addresses =
    check.address === null ? await vetName(check.url.hostname, rules, signal) : [check.address];
  const secured = check.url.protocol === "https:";
  const port = Number(check.url.port) || (secured ? 443 : 80);
  const socket = await dialVetted(addresses, port, rules.connectTimeoutMs, signal);
  onConnected(socket.remoteAddress ?? "");
  if (!secured) return socket;
  return secure(socket, check.address ?? check.url.hostname, check.address !== null, rules, signal);
}

function rulesOf(options: Partial<DialRules>): DialRules {
  return {
    resolve: options.resolve ?? resolvePublicName,
    isAllowed: options.isAllowed ?? isPublicAddress,
    connectTimeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    ...(options.tls === undefined ? {} : { tls: options.tls }),
  };
}

function outboundErrorCode(error: unknown): OutboundErrorCode {
  return error instanceof BlockedAddressError ? "ssrf_blocked" : networkErrorCode(error);
}

type Headers = Dispatcher.ResponseData["headers"];

function isPlain(headers: Headers): boolean {
  return ["", "identity"].includes(String(headers["content-encoding"] ?? "").toLowerCase());
}

function chooseHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers[name];
      if (value === undefined) return [];
      const text = typeof value === "string" ? value : value.join(", ");
      return [[name, text.slice(0, LONGEST_HEADER_VALUE)]];
    }),
  );
}
