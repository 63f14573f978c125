import { type FetchErrorCode, FetchProblem } from "./fetch-problem.ts";
import { type Exchange, type ExchangeAnswer, exchange } from "./provider-exchange.ts";
import { type Relay, signRelayRequest } from "./relay-signature.ts";

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
