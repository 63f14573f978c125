import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import { SIGNING_ALGORITHM } from "./access-token.ts";

export interface SigningKeyPair {
  /** Thumbprint of the public half (RFC 7638). */
  readonly kid: string;
  readonly privateJwk: Readonly<Record<string, unknown>>;
}

/** A new key pair for access tokens. */
export async function newSigningKeyPair(): Promise<SigningKeyPair> {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const privateJwk = await exportJWK(pair.privateKey);
  return { kid: await calculateJwkThumbprint(privateJwk), privateJwk: { ...privateJwk } };
}

/** The public half of a private key: only listed members, so that nothing secret is published. */
export function publicHalf(jwk: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { kty, crv, x, y } = jwk;
  return { kty, crv, x, y, alg: SIGNING_ALGORITHM, use: "sig" };
}
