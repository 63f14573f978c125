import { createHmac } from "node:crypto";
import { type FetchErrorCode, FetchProblem } from "./outbound.ts";
import { type Exchange, type ExchangeAnswer, exchange } from "./provider-exchange.ts";

/** A relay inside the country, for banks that answer only there. */
export interface Relay {
  /** https, or http to this machine. */
  readonly url: string;
  /** Shared with the relay; at least 32 characters. */
  readonly secret: string;
}

/** What the relay is asked to fetch. */
export interface RelayedRequest {
  readonly method: "GET";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For the bank's connection and handshake, which only the relay can measure. */
  readonly connectTimeoutMs: number;
}

const SHORTEST_SECRET = 32;

/**
 * Headers that ask the relay for one request. HMAC-SHA256 covers, one per line: `v1`, method, URL, unix
 * seconds, the forwarded headers and the connect timeout. `relay/README.md` documents the protocol.
 */
export function signRelayRequest(
  request: RelayedRequest,
  secret: string,
  now: number,
): Record<string, string> {
  if (secret.length < SHORTEST_SECRET) throw new RangeError("The relay's secret is too short.");
  const timestamp = String(Math.floor(now / 1000));
  const headers = Buffer.from(JSON.stringify(request.headers)).toString("base64url");
  const connectMs = String(request.connectTimeoutMs);
  const signed = ["v1", request.method, request.url, timestamp, headers, connectMs].join("\n");
  const signature = createHmac("sha256", secret).update(signed).digest("base64url");
  return {
    "x-relay-method": request.method,
    "x-relay-url": request.url,
    "x-relay-timestamp": timestamp,
    "x-relay-headers": headers,
    "x-relay-connect-ms": connectMs,
    "x-relay-signature": `v1=${signature}`,
  };
}

/** A request to a bank through a relay. */
export interface RelayRoute {
  readonly relay: Relay;
  /** For the way to the relay; the request's own `connectTimeoutMs` is for the bank behind it. */
  readonly timeoutMs: number;
  /** Unix ms. */
  readonly now: number;
}

/** As `exchange`, through the relay. Errors on the bank's side keep their names. */
export async function exchangeThroughRelay(
  request: Exchange,
  route: RelayRoute,
): Promise<ExchangeAnswer> {
  const { url, headers, connectTimeoutMs, signal } = request;
  const asked = { method: "GET", url: url.href, headers, connectTimeoutMs } as const;
  const answer = await exchange({
    url: relayAddress(route.relay.url),
    headers: signRelayRequest(asked, route.relay.secret, route.now),
    trust: undefined,
    connectTimeoutMs: route.timeoutMs,
    signal,
  });
  return fromRelay(answer);
}

/** Extracts the bank's response from the relay's, which carries its status and headers in headers. */
function fromRelay(answer: ExchangeAnswer): ExchangeAnswer {
  const failed = answer.headers["x-relay-error"];
  if (failed !== undefined) throw new FetchProblem(relayedCode(failed));
  const status = Number(answer.headers["x-relay-status"]);
  if (answer.status !== 200 || !Number.isInteger(status)) throw new FetchProblem("relay_error");
  const prefix = "x-relay-header-";
  const headers = Object.entries(answer.headers)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value]);
  return { status, headers: Object.fromEntries(headers), body: answer.body };
}

/** The relay's error codes for the bank; any other one is a failure of the relay itself. */
function relayedCode(word: string): FetchErrorCode {
  switch (word) {
    case "dns_error":
    case "connection_refused":
    case "connection_reset":
    case "timeout":
    case "tls_error":
    case "too_large":
      return word;
    default:
      return "relay_error";
  }
}

function relayAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const local = url?.protocol === "http:" && url.hostname === "127.0.0.1";
  if (url === null || !(url.protocol === "https:" || local)) throw new FetchProblem("bad_address");
  return url;
}
