import ipaddr from "ipaddr.js";

/** Global unicast space of IPv6 (RFC 4291). Everything outside is refused. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Public addresses that a cloud answers itself: Azure's metadata and DNS. */
const METADATA = new Set(["168.63.129.16"]);

/**
 * Whether an address may be dialed for a merchant: public unicast, and for IPv6 inside 2000::/3 and not a
 * tunnel (6to4, Teredo). Accepts only the canonical dotted or colon form, without a zone id.
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    return ipaddr.IPv4.parse(address).range() === "unicast" && !METADATA.has(address);
  }
  if (!ipaddr.IPv6.isValid(address) || address.includes("%")) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.range() === "unicast" && parsed.match(GLOBAL_UNICAST);
}

/** Whether two texts are the same address; false if either is not an address. */
export function isSameAddress(left: string, right: string): boolean {
  if (!ipaddr.isValid(left) || !ipaddr.isValid(right)) return false;
  return ipaddr.parse(left).toNormalizedString() === ipaddr.parse(right).toNormalizedString();
}
