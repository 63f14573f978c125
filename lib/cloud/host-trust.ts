import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { type ConnectionOptions, TLSSocket } from "node:tls";

/**
 * What to trust for a host instead of the public roots. If both are given, both must hold.
 */
export interface HostTrust {
  /** PEM certificates. An intermediate is enough for a host that sends an incomplete chain. */
  readonly ca?: readonly string[];
  /** Base64 SHA-256 of the SubjectPublicKeyInfo of the host's own certificate, any of them. */
  readonly spkiSha256?: readonly string[];
}

/** The certificate does not match a pin. Nothing was sent. */
export class PinMismatchError extends Error {
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
