import { timingSafeEqual } from "node:crypto";
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from "../contract/edge-headers.ts";

/** What the address of a client is taken from. */
export interface AddressSources {
  readonly headers: Readonly<Record<string, string>>;
  /** From the gateway's request context. */
  readonly sourceIp: string;
  /** Value of our distribution's secret header; null where no distribution stands in front. */
  readonly originSecret: string | null;
}

/**
 * The client's address for rate limits. The header of our own distribution is believed only together
 * with its secret; `X-Forwarded-For` never is, since anybody can write it.
 */
export function clientAddress({ headers, sourceIp, originSecret }: AddressSources): string {
  if (originSecret === null) return networkOf(sourceIp);
  const given = headers[ORIGIN_SECRET_HEADER];
  const address = headers[VIEWER_ADDRESS_HEADER];
  if (given === undefined || address === undefined || !sameText(given, originSecret)) {
    return networkOf(sourceIp);
  }
  return networkOf(address);
}

/** One customer owns a whole IPv6 /64, so that is what counts. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0");
  const all = tail === undefined ? groups : [...groups, ...zeros, ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
