import type { Readable } from "node:stream";

/** The received part of a body, and whether it is incomplete. */
export interface CappedBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly truncated: boolean;
  /** Why reading ended early, unless the cap was the reason. */
  readonly error: unknown;
}

/**
 * Reads at most `maxBytes` of a body, then drops the stream, so that memory stays bounded. After an error,
 * returns what was received before it.
 */
export async function readCapped(body: Readable, maxBytes: number): Promise<CappedBody> {
  const kept: Uint8Array[] = [];
  let size = 0;
  let truncated = false;
  let error: unknown;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      kept.push(chunk.subarray(0, maxBytes - size));
      size += chunk.length;
      if (size > maxBytes) {
        truncated = true;
        break;
      }
    }
  } catch (reason) {
    truncated = true;
    error = reason;
  }
  body.on("error", () => undefined).destroy();
  return { bytes: join(kept), truncated, error };
}

/** Copies, so that no large receive buffer stays alive behind a small view of it. */
function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
