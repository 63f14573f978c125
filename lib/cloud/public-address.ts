import ipaddr from "ipaddr.js";

/** Global unicast space of IPv6 (RFC 4291). Whatever lies outside is refused unseen. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Public by number, but answered by the cloud's own host: Azure's metadata and DNS. */
const METADATA = new Set(["168.63.129.16"]);

/**
 * Whether an address may be dialled on a stranger's behalf: public unicast, and for IPv6 inside
 * 2000::/3 and no tunnel (6to4, Teredo) into something else. Takes the canonical dotted or
 * colon form only; any other spelling of a number, or a zone id, is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    return ipaddr.IPv4.parse(address).range() === "unicast" && !METADATA.has(address);
  }
  if (!ipaddr.IPv6.isValid(address) || address.includes("%")) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.range() === "unicast" && parsed.match(GLOBAL_UNICAST);
}

/** Whether two spellings mean the same address; false where either is none. */
export function isSameAddress(left: string, right: string): boolean {
  if (!ipaddr.isValid(left) || !ipaddr.isValid(right)) return false;
  return ipaddr.parse(left).toNormalizedString() === ipaddr.parse(right).toNormalizedString();
}
