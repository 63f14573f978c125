import type { IncomingMessage } from "node:http";

/** API Gateway's own limit. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Reads on after the limit and discards it, so that a client that is still writing gets the response. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/** The whole body, or null as soon as it is known to be over the limit. Rejects when the client goes away. */
export async function readBody(
  request: IncomingMessage,
  maxBytes = MAX_BODY_BYTES,
): Promise<Buffer | null> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
    drain(request);
    return null;
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      request.off("data", take);
      drain(request);
      resolve(null);
    };
    request.on("data", take);
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", reject);
    request.once("aborted", () => reject(new Error("the client went away")));
  });
}

function drain(request: IncomingMessage): void {
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_DRAINED_BYTES) request.destroy();
  });
}
