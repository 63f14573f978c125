import { Resolver } from "node:dns/promises";

/** Resolves a name to all its addresses. Rejects with a DNS error code if there are none. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Asks the name servers directly (the system's, unless others are given as `address:port`). `dns.lookup` would
 * also read the machine's hosts file, and a slow name server would occupy one of libuv's few threads.
 */
export function nameResolver(servers?: readonly string[]): ResolveName {
  return async (name, signal) => {
    signal.throwIfAborted();
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = found.flatMap((side) => (side.status === "fulfilled" ? side.value : []));
      signal.throwIfAborted();
      if (addresses.length === 0) throw firstError(found);
      return addresses;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };
}

/** The system's name servers. */
export const resolvePublicName: ResolveName = nameResolver();

function firstError(results: readonly PromiseSettledResult<string[]>[]): unknown {
  const failed = results.find((result) => result.status === "rejected");
  return failed?.reason ?? Object.assign(new Error("No address."), { code: "ENODATA" });
}
