import { isIP } from "node:net";
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

/** Which URLs webhooks may be sent to. By default only https on port 443. */
export interface WebhookUrlPolicy {
  /** Ports allowed besides 443. */
  readonly extraPorts?: readonly number[];
  /** Local runs only: http to the literal hosts `127.0.0.1` and `localhost`, any port. */
  readonly localReceivers?: boolean;
}

/** Why a URL is refused; `message` explains it. */
export type WebhookUrlProblem =
  | "not_a_url"
  | "too_long"
  | "not_https"
  | "not_local_http"
  | "userinfo"
  | "port"
  | "hostname"
  | "address";

export type WebhookUrlCheck =
  | {
      readonly ok: true;
      /** Canonical form, without a fragment. */
      readonly url: URL;
      /** Set if the host needs no name server: an IP literal, or the local receiver. */
      readonly address: string | null;
      /** Whether this is the local receiver, which the policy allows although it is not public. */
      readonly local: boolean;
    }
  | { readonly ok: false; readonly problem: WebhookUrlProblem; readonly message: string };

const LONGEST_URL = 2048;

/** Only these spellings: `127.1`, `0x7f.1`, `[::1]` and the like are refused locally too. */
const LOCAL_RECEIVER = /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d{1,5})?(?:[/?#]|$)/;

/** A server on this machine has no certificate, so people who write this mean http. */
const LOCAL_HTTPS = /^https:\/\/(?:127\.0\.0\.1|localhost)(?:[:/?#]|$)/;

/** Top-level names for private networks and the local machine (RFC 6761, 6762, 8375, 9476). */
const PRIVATE_SUFFIXES = [
  "alt",
  "arpa",
  "internal",
  "invalid",
  "local",
  "localdomain",
  "localhost",
  "onion",
];

/** A letter-digit-hyphen name of at least two labels, after IDNA. */
const DNS_NAME =
  /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

const MESSAGES: Record<WebhookUrlProblem, string> = {
  not_a_url: "must be an absolute URL without spaces or control characters",
  too_long: `must be at most ${LONGEST_URL} characters long`,
  not_https: "must begin with https://",
  not_local_http:
    "must be http://127.0.0.1:PORT/… or http://localhost:PORT/… for a server on this machine",
  userinfo: "must not contain a user name or password",
  port: "must use port 443",
  hostname: "must name a public host",
  address: "must not point to a private or reserved address",
};

/**
 * Checks a webhook's URL without the network, when it is saved and before each attempt. A name that passes can
 * still resolve to a private address; that is checked when the connection is made.
 */
export function checkWebhookUrl(text: string, policy: WebhookUrlPolicy): WebhookUrlCheck {
  if (text.length > LONGEST_URL) return refuse("too_long");
  // The parser silently drops or repairs these, so the stored URL would differ from the typed one.
  if (/[\s\p{C}\\]/u.test(text) || !URL.canParse(text)) return refuse("not_a_url");
  const url = new URL(text);
  url.hash = "";
  if (url.username !== "" || url.password !== "" || hasUserinfo(text)) return refuse("userinfo");
  if (policy.localReceivers === true && LOCAL_RECEIVER.test(text)) {
    return { ok: true, url, address: "127.0.0.1", local: true };
  }
  if (policy.localReceivers === true && LOCAL_HTTPS.test(text)) {
    return refuse("not_local_http");
  }
  if (url.protocol !== "https:" || !/^https:\/\/[^/]/i.test(text)) return refuse("not_https");
  if (url.port !== "" && !(policy.extraPorts ?? []).includes(Number(url.port))) {
    return refuse("port");
  }
  return checkHost(url);
}

function checkHost(url: URL): WebhookUrlCheck {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0) {
    return isPublicAddress(host)
      ? { ok: true, url, address: host, local: false }
      : refuse("address");
  }
  return isPublicName(host) ? { ok: true, url, address: null, local: false } : refuse("hostname");
}

function isPublicName(host: string): boolean {
  return DNS_NAME.test(host) && !PRIVATE_SUFFIXES.includes(host.split(".").at(-1) ?? "");
}

/** Parsing drops an empty userinfo part, so the text is checked. */
function hasUserinfo(text: string): boolean {
  return /^[a-z]+:\/\/[^/?#]*@/i.test(text);
}

function refuse(problem: WebhookUrlProblem): WebhookUrlCheck {
  return { ok: false, problem, message: MESSAGES[problem] };
}
