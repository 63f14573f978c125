import ipaddr from "ipaddr.js";
import { isSameSecret } from "../cloud/secret-box.ts";
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from "../contract/headers.ts";

/** Possible sources of a client's address. */
export interface AddressSources {
  readonly headers: Readonly<Record<string, string>>;
  /** From the gateway's request context. */
  readonly sourceIp: string;
  /** Value of our distribution's secret header; null without a distribution. */
  readonly originSecret: string | null;
}

/**
 * The client's address for rate limits. The header of our distribution counts only together with its secret;
 * `X-Forwarded-For` never counts, because clients can set it.
 */
export function clientAddress({ headers, sourceIp, originSecret }: AddressSources): string {
  if (originSecret === null) return networkOf(sourceIp);
  const given = headers[ORIGIN_SECRET_HEADER];
  const address = headers[VIEWER_ADDRESS_HEADER];
  if (given === undefined || address === undefined || !isSameSecret(given, originSecret)) {
    return networkOf(sourceIp);
  }
  return networkOf(address);
}

/** The /48 of an IPv6 network as `clientAddress` returns it; null for anything else. */
export function siteOf(network: string): string | null {
  const [address, prefix] = network.split("/");
  return address !== undefined && prefix === "64" ? ipv6Network(address, 48) : null;
}

/** IPv6 addresses count per /64, which one customer usually has. Invalid addresses stay as they are. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address).toString();
  return ipaddr.IPv4.isValid(parsed) ? parsed : ipv6Network(parsed, 64);
}

function ipv6Network(address: string, prefix: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${prefix}`).toString()}/${prefix}`;
}
