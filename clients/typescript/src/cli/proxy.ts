import * as http from "node:http";
import { Failure } from "./config.ts";
import type { Context } from "./context.ts";

const THIS_MACHINE = "localhost,127.0.0.1,[::1],::1";

/**
 * Uses the environment's proxies, as curl, npm and git do: Node.js alone does not. None is asked for this machine, which
 * it could not reach, and whose keys it would see in the clear.
 *
 * @throws Failure for a proxy that is not an address
 */
export function useProxies(env: Context["env"]): void {
  // Older versions of Node.js have no such function.
  const { setGlobalProxyFromEnv: use } = http as Partial<typeof http>;
  const others = env.no_proxy || env.NO_PROXY;
  const no_proxy = others === "*" ? others : `${others ?? ""},${THIS_MACHINE}`;
  try {
    use?.({ ...env, no_proxy });
  } catch {
    throw new Failure("setup", "HTTPS_PROXY must be an address like http://proxy.example:3128.");
  }
}
