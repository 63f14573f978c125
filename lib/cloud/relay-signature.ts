import { createHmac } from "node:crypto";

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
