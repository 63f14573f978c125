import type { Socket } from "node:net";
import {
  BlockedAddressError,
  type DialRules,
  dialVetted,
  secure,
  vetName,
} from "./guarded-dial.ts";
import { resolvePublicName } from "./name-resolver.ts";
import { isPublicAddress } from "./public-address.ts";
import type { WebhookUrlCheck } from "./webhook-url.ts";

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
