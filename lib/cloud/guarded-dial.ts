import type { Socket } from "node:net";
import type { ConnectionOptions } from "node:tls";
import type { ResolveName } from "./name-resolver.ts";
import { openTcp, startTls } from "./open-socket.ts";
import { isSameAddress } from "./public-address.ts";

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
export function secure(
  socket: Socket,
  hostname: string,
  isAddress: boolean,
  rules: DialRules,
  signal: AbortSignal,
): Promise<Socket> {
  const who = isAddress ? { host: hostname } : { host: hostname, servername: hostname };
  return startTls(socket, { ...rules.tls, ...who }, signal);
}
