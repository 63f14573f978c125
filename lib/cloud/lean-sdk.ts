import { createHash, createHmac, createSecretKey, type Hash, type Hmac } from "node:crypto";
import type { Readable } from "node:stream";

// What the clients of the AWS SDK do with less work, by their public settings.

type Bytes = string | ArrayBuffer | ArrayBufferView;

/**
 * Node's SHA-256, or HMAC with a secret, in the form that signers take. The SDK's own gives Node the key as bytes, of which
 * Node 24 finds out by an exception that they are no key: 19 µs instead of 3, twice for each request.
 */
export class Sha256 {
  readonly #hash: Hash | Hmac;
  constructor(secret?: Bytes) {
    this.#hash =
      secret === undefined
        ? createHash("sha256")
        : createHmac("sha256", createSecretKey(viewOf(secret)));
  }
  update(data: Bytes): void {
    this.#hash.update(viewOf(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {}
}

function viewOf(data: Bytes): NodeJS.ArrayBufferView {
  if (typeof data === "string") return Buffer.from(data);
  return ArrayBuffer.isView(data) ? (data as NodeJS.ArrayBufferView) : Buffer.from(data);
}

/** Reads a response to its end, without the two streams that the SDK puts behind it. */
function collect(response: Readable): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = [];
    response.on("data", (part: Uint8Array) => parts.push(part));
    response.once("end", () => {
      const [first] = parts;
      resolve(parts.length === 1 && first !== undefined ? first : Buffer.concat(parts));
    });
    response.once("error", reject);
  });
}

/** For the constructors of clients. */
export const LEAN = { sha256: Sha256, streamCollector: collect };

/** Middleware of the SDK that runs for each request and whose result the service doesn't use. */
const UNUSED_MIDDLEWARE = ["loggerMiddleware", "getUserAgentMiddleware"];

interface LeanableClient<Scheme, Signer> {
  readonly middlewareStack: { remove(name: string): boolean };
  readonly config: { signer: (scheme?: Scheme) => Promise<Signer> };
}

/**
 * Removes unused middleware from a client: it copies input and output for the SDK's own log, which is off, and adds two
 * user-agent headers. And lets it keep its signer, of which it otherwise makes one for each request, with a copy of all its
 * settings: the region and the service stay the same, and credentials and the clock's correction are read at each signature.
 */
export function lean<Scheme, Signer, Client extends LeanableClient<Scheme, Signer>>(
  client: Client & LeanableClient<Scheme, Signer>,
): Client {
  for (const name of UNUSED_MIDDLEWARE) client.middlewareStack.remove(name);
  const { config } = client;
  const { signer } = config;
  let kept: Signer | undefined;
  config.signer = async (scheme) => {
    kept ??= await signer(scheme);
    return kept;
  };
  return client;
}
