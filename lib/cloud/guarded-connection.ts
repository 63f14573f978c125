import { createHash } from "node:crypto";
import { Resolver } from "node:dns/promises";
import net, { type Socket } from "node:net";
import tls, { type ConnectionOptions, TLSSocket } from "node:tls";
import type { Client, Dispatcher } from "undici";
import { isPublicAddress, isSameAddress, type WebhookUrlCheck } from "./webhook-url.ts";

/**
 * Opens TCP. TLS is a separate step, so that the caller can check the peer between them. `signal` aborts the
 * step with its reason; a socket that did not open is destroyed.
 */
export function openTcp(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  return opened(net.connect({ host, port, noDelay: true }), "connect", signal);
}

/** Starts TLS over an open socket. Certificates are verified unless `options` disable it. */
export function startTls(
  socket: Socket,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<TLSSocket> {
  if (signal.aborted) socket.destroy();
  signal.throwIfAborted();
  const secured = tls.connect({ ...options, socket, ALPNProtocols: ["http/1.1"] });
  return opened(secured, "secureConnect", signal);
}

function opened<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null) => {
      signal.removeEventListener("abort", onAbort);
      socket.off(event, onOpen).off("close", onClose);
      if (error === null) return resolve(socket);
      socket.destroy();
      reject(error);
    };
    const onOpen = () => settle(null);
    const onClose = () => settle(Object.assign(new Error("Closed."), { code: "ECONNRESET" }));
    const onAbort = () => settle(asError(signal.reason));
    // This listener stays: an error before the HTTP client adds its own would be uncaught.
    socket.on("error", settle);
    socket.once(event, onOpen).once("close", onClose);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException("Aborted.", "AbortError");
}

/** An address was refused. Nothing was sent to it. */
export class BlockedAddressError extends Error {
  override readonly name = "BlockedAddressError";
}

/** How a merchant's server may be reached. */
export interface DialRules {
  readonly resolve: ResolveName;
  /** Whether an address may be dialed; `isPublicAddress` everywhere but in tests. */
  readonly isAllowed: (address: string) => boolean;
  readonly connectTimeoutMs: number;
  /** Extra TLS options; tests add their CA here. */
  readonly tls?: ConnectionOptions;
}

/** Addresses tried at most. Each gets an equal share of the time to connect. */
const MOST_ADDRESSES = 4;

/**
 * The addresses to try for a name, IPv4 first (a function outside a VPC has no IPv6). One refused address
 * refuses all of them, because a mixed answer is a sign of DNS rebinding.
 */
export async function vetName(
  name: string,
  rules: DialRules,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = await rules.resolve(name, signal);
  if (addresses.length === 0) throw Object.assign(new Error("No address."), { code: "ENODATA" });
  if (!addresses.every(rules.isAllowed)) throw new BlockedAddressError("Not a public address.");
  const [four, six] = [false, true].map((colon) =>
    addresses.filter((address) => address.includes(":") === colon),
  );
  return [...(four ?? []), ...(six ?? [])].slice(0, MOST_ADDRESSES);
}

/** Opens TCP to the first vetted address that answers, and checks the peer's address. */
export async function dialVetted(
  addresses: readonly string[],
  port: number,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Socket> {
  let failure: unknown;
  for (const address of addresses) {
    const share = AbortSignal.timeout(Math.max(1, Math.floor(timeoutMs / addresses.length)));
    try {
      const socket = await openTcp(address, port, AbortSignal.any([signal, share]));
      if (isSameAddress(socket.remoteAddress ?? "", address)) return socket;
      socket.destroy();
      throw new BlockedAddressError("Another address answered.");
    } catch (error) {
      if (error instanceof BlockedAddressError || signal.aborted) throw error;
      failure = error;
    }
  }
  throw failure;
}

/**
 * TLS for the name of the URL over a vetted socket: the certificate is verified against the name,
 * although the connection went to an address.
 */
function secure(
  socket: Socket,
  hostname: string,
  isAddress: boolean,
  rules: DialRules,
  signal: AbortSignal,
): Promise<Socket> {
  const who = isAddress ? { host: hostname } : { host: hostname, servername: hostname };
  return startTls(socket, { ...rules.tls, ...who }, signal);
}

/** Resolves a name to all its addresses. Rejects with a DNS error code if there are none. */
type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Asks the name servers directly (the system's, unless others are given as `address:port`). `dns.lookup` would
 * also read the machine's hosts file, and a slow name server would occupy one of libuv's few threads.
 */
export function nameResolver(servers?: readonly string[]): ResolveName {
  return async (name, signal) => {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = found.flatMap((side) => (side.status === "fulfilled" ? side.value : []));
      signal.throwIfAborted();
      if (addresses.length === 0) throw firstError(found);
      return addresses;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };
}

/** The system's name servers. */
const resolvePublicName: ResolveName = nameResolver();

function firstError(results: readonly PromiseSettledResult<string[]>[]): unknown {
  const failed = results.find((result) => result.status === "rejected");
  return failed?.reason ?? Object.assign(new Error("No address."), { code: "ENODATA" });
}

/** A URL that passed the checks that need no network. */
export type CheckedUrl = Extract<WebhookUrlCheck, { ok: true }>;

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Resolves a webhook's host and returns whether a POST would be blocked now. Used when a URL is saved. A name
 * that does not resolve is not blocked, because it may resolve by the time of the first event.
 */
export async function resolvesToBlocked(
  check: CheckedUrl,
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
export async function connectGuarded(
  check: CheckedUrl,
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

/** The given rules, completed with production's. */
export function rulesOf(options: Partial<DialRules>): DialRules {
  return {
    resolve: options.resolve ?? resolvePublicName,
    isAllowed: options.isAllowed ?? isPublicAddress,
    connectTimeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    ...(options.tls === undefined ? {} : { tls: options.tls }),
  };
}

/** What to trust for a host instead of the public roots. If both are given, both must hold. */
export interface HostTrust {
  /** PEM certificates. An intermediate is enough for a host that sends an incomplete chain. */
  readonly ca?: readonly string[];
  /** Base64 SHA-256 of the SubjectPublicKeyInfo of the host's own certificate, any of them. */
  readonly spkiSha256?: readonly string[];
}

/** The certificate does not match a pin. Nothing was sent. */
class PinMismatchError extends Error {
  override readonly name = "PinMismatchError";
  readonly code = "ERR_TLS_PIN_MISMATCH";
}

/**
 * Options of TLS under a trust. Only a pin turns the chain's verification off, and then `assertPinned`
 * must be called before the first byte: the key is known, so neither its chain, name nor dates matter.
 */
export function tlsOptionsFor(trust: HostTrust | undefined): ConnectionOptions {
  const ca = trust?.ca ?? [];
  if (ca.length > 0) return { ca: [...ca], allowPartialTrustChain: true };
  return hasPins(trust) ? { rejectUnauthorized: false } : {};
}

/** Throws unless the peer holds one of the pinned keys; without pins there is nothing to check. */
export function assertPinned(socket: Socket, trust: HostTrust | undefined): void {
  if (!hasPins(trust)) return;
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  if (certificate === undefined) throw new PinMismatchError("No certificate to compare.");
  const spki = certificate.publicKey.export({ type: "spki", format: "der" });
  const pin = createHash("sha256").update(spki).digest("base64");
  if (!(trust?.spkiSha256 ?? []).includes(pin)) throw new PinMismatchError("Another key.");
}

function hasPins(trust: HostTrust | undefined): boolean {
  return (trust?.spkiSha256 ?? []).length > 0;
}

/** A connection is used no longer than this after its address was checked: names can move. */
const RECHECK_AFTER_MS = 60_000;
/**
 * Idle for longer by the wall clock, a connection is dropped. Many receivers close idle ones after five
 * seconds, and a process that was frozen meanwhile (Lambda, between two invocations) does not notice.
 */
const LONGEST_IDLE_MS = 4_000;
/** Idle connections kept over all receivers. The longest idle ones are closed first. */
const MOST_IDLE = 50;

/** One connection to a receiver's origin, used for one POST at a time. */
export interface KeptConnection {
  readonly origin: string;
  readonly client: Client;
  /** Aborts the current POST, and the dial that it waits for. */
  deadline: AbortSignal;
  /** Address of the open socket; null before there is one. */
  address: string | null;
  /** When that address was checked, ms. */
  checkedAt: number;
  /** When the last POST over it ended, ms; 0 before that. */
  usedAt: number;
}

/** Idle connections by origin. */
export class KeptConnections {
  readonly #idle = new Map<string, KeptConnection[]>();
  readonly #now: () => number;
  #count = 0;

  /** @param now ms by the wall clock, which goes on while the process is frozen */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** An idle connection to an origin that may still be used, out of the pool; null if there is none. */
  take(origin: string): KeptConnection | null {
    const list = this.#idle.get(origin) ?? [];
    for (let found = list.pop(); found !== undefined; found = list.pop()) {
      this.#count -= 1;
      if (list.length === 0) this.#idle.delete(origin);
      if (this.#isFresh(found)) return found;
      void found.client.destroy();
    }
    return null;
  }

  /** Gives back a connection whose last answer was read to its end. */
  keep(connection: KeptConnection): void {
    connection.usedAt = this.#now();
    const list = this.#idle.get(connection.origin) ?? [];
    list.push(connection);
    this.#idle.set(connection.origin, list);
    this.#count += 1;
    if (this.#count > MOST_IDLE) this.#dropOldest();
  }

  async close(): Promise<void> {
    const all = [...this.#idle.values()].flat();
    this.#idle.clear();
    this.#count = 0;
    await Promise.all(all.map(({ client }) => client.destroy()));
  }

  #isFresh({ client, checkedAt, usedAt }: KeptConnection): boolean {
    const now = this.#now();
    const within = (since: number, most: number) => since <= now && now - since < most;
    return (
      !client.destroyed && within(checkedAt, RECHECK_AFTER_MS) && within(usedAt, LONGEST_IDLE_MS)
    );
  }

  #dropOldest(): void {
    // Maps keep the order of insertion; a list's first entry is its longest idle one.
    const [origin, list] = this.#idle.entries().next().value ?? [];
    const oldest = list?.shift();
    if (origin === undefined || oldest === undefined) return;
    if (list?.length === 0) this.#idle.delete(origin);
    this.#count -= 1;
    void oldest.client.destroy();
  }
}

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

export type Headers = Dispatcher.ResponseData["headers"];

/** Whether the body is not compressed. A body that was compressed unasked is not unpacked. */
export function isPlain(headers: Headers): boolean {
  return ["", "identity"].includes(String(headers["content-encoding"] ?? "").toLowerCase());
}

/** The response headers that an attempt keeps, each cut to 512 characters. */
export function chooseHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers[name];
      if (value === undefined) return [];
      const text = typeof value === "string" ? value : value.join(", ");
      return [[name, text.slice(0, LONGEST_HEADER_VALUE)]];
    }),
  );
}
