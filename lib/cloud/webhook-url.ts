import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** Where webhooks may go. Every field is closed by default. */
export interface WebhookUrlPolicy {
  /** Ports allowed besides 443. */
  readonly extraPorts?: readonly number[];
  /** Local runs only: http to the literal hosts `127.0.0.1` and `localhost`, any port. */
  readonly localReceivers?: boolean;
}

/** Why a URL is refused; each has its sentence in `message`. */
export type WebhookUrlProblem =
  | "not_a_url"
  | "too_long"
  | "not_https"
  | "userinfo"
  | "port"
  | "hostname"
  | "address";

export type WebhookUrlCheck =
  | {
      readonly ok: true;
      /** Canonical form, without a fragment. */
      readonly url: URL;
      /** Set when the host needs no name server: an IP literal, or the local receiver. */
      readonly address: string | null;
      /** The address is the local receiver's, allowed by policy although it is not public. */
      readonly local: boolean;
    }
  | { readonly ok: false; readonly problem: WebhookUrlProblem; readonly message: string };

const LONGEST_URL = 2048;

/** Exactly these spellings: `127.1`, `0x7f.1`, `[::1]` and the like stay refused locally too. */
const LOCAL_RECEIVER = /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d{1,5})?(?:[/?#]|$)/;

/** Names that never leave a private network or a machine (RFC 6761, 6762, 8375, 9476). */
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

/** A letter-digit-hyphen name of at least two labels, as it stands after IDNA. */
const DNS_NAME =
  /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

const MESSAGES: Record<WebhookUrlProblem, string> = {
  not_a_url: "must be an absolute URL without spaces or control characters",
  too_long: `must be at most ${LONGEST_URL} characters long`,
  not_https: "must begin with https://",
  userinfo: "must not contain a user name or password",
  port: "must use port 443",
  hostname: "must name a public host",
  address: "must not point to a private or reserved address",
};

/**
 * Checks what can be known of a webhook's URL without the network; done when it is saved and
 * again before each attempt. A name that passes can still resolve to a private address: that is
 * checked where the connection is made.
 */
export function checkWebhookUrl(text: string, policy: WebhookUrlPolicy): WebhookUrlCheck {
  if (text.length > LONGEST_URL) return refuse("too_long");
  // The parser drops or repairs these silently, so what is stored would not be what was typed.
  if (/[\s\p{C}\\]/u.test(text) || !URL.canParse(text)) return refuse("not_a_url");
  const url = new URL(text);
  url.hash = "";
  if (url.username !== "" || url.password !== "" || hasUserinfo(text)) return refuse("userinfo");
  if (policy.localReceivers === true && LOCAL_RECEIVER.test(text)) {
    return { ok: true, url, address: "127.0.0.1", local: true };
  }
  if (url.protocol !== "https:" || !/^https:\/\/[^/]/i.test(text)) return refuse("not_https");
  if (url.port !== "" && !(policy.extraPorts ?? []).includes(Number(url.port))) {
    return refuse("port");
  }
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

/** An empty `@` part disappears in parsing; the text still shows it. */
function hasUserinfo(text: string): boolean {
  return /^[a-z]+:\/\/[^/?#]*@/i.test(text);
}

function refuse(problem: WebhookUrlProblem): WebhookUrlCheck {
  return { ok: false, problem, message: MESSAGES[problem] };
}
