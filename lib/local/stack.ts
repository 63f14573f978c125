// The service on this machine: built and synthesised when needed, run from its templates, with the
// bank simulator beside it.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServiceConfig } from "../contract/service-config.ts";
import { bankRoutes } from "./bank/routes.ts";
import { ensureAssembly } from "./build/assembly-cache.ts";
import { ensureSite } from "./build/site-cache.ts";
import { type LocalStack, startStack } from "./compose-stack.ts";
import type { LocalRoutes } from "./local-route.ts";
import { ensureSeed, SEED_RECEIVER, type Seed, seedRoutes } from "./seed/seed.ts";
import { serviceEnvironment } from "./service-environment.ts";
import { telegramRoutes } from "./telegram-issuer.ts";

export type LocalOptions = {
  /** 0 (the default): any free port. */
  readonly port?: number;
  /** Folder, or `:memory:` (the default). */
  readonly data?: string;
  /** Fields of the service's configuration that this run wants different. */
  readonly config?: Partial<ServiceConfig>;
  /** Variables that win over the template's, e.g. another bank's address. */
  readonly environment?: Readonly<Record<string, string>>;
  /** More helpers under `/_local/`. */
  readonly routes?: (stack: LocalStack) => readonly LocalRoutes[];
  /** Sandboxes of one function at the same time; 4 unless given. */
  readonly maxPerFunction?: number;
  /** Begins with a merchant, made through the API (`ensureSeed`). */
  readonly seed?: boolean;
  /** Builds the dashboard where it is missing or old; without it, whatever was built is served. */
  readonly site?: boolean;
  /** Hears of a build, which takes a few seconds. */
  readonly say?: (line: string) => void;
};

const ROOT = join(import.meta.dirname, "..", "..");

/** @throws Error in plain words when it cannot start. */
export async function startLocal(
  options: LocalOptions = {},
): Promise<LocalStack & { readonly seed: Seed | null }> {
  const { port = 0, data = ":memory:", config = {}, environment = {}, maxPerFunction } = options;
  const [assembly, site] = await Promise.all([
    ensureAssembly(ROOT, process.env.STAGE ?? "dev", options.say),
    options.site === true
      ? ensureSite(ROOT, options.say)
      : Promise.resolve(join(ROOT, "dist", "web", "dashboard")),
  ]);
  const fileOf = (name: string) => (data === ":memory:" ? null : join(data, name));
  let seed: Seed | null = null;
  const stack = await startStack({
    assembly,
    data,
    port,
    site,
    environment: (url, template) => ({
      ...serviceEnvironment(url, template, config),
      ...environment,
    }),
    routes: (stack) => [
      seedRoutes(() => seed),
      bankRoutes({
        now: stack.now,
        storage: fileStorage(fileOf("bank.json")),
        defaults: { telebirr: SEED_RECEIVER },
      }),
      telegramRoutes(`${stack.url}/_local/telegram`, stack.now),
      ...(options.routes?.(stack) ?? []),
    ],
    ...(maxPerFunction !== undefined && { maxPerFunction }),
  });
  try {
    if (options.seed === true) seed = await ensureSeed(stack, fileOf("seed.json"));
  } catch (error) {
    await stack.close();
    throw error;
  }
  return { ...stack, seed };
}

/** One text in one file, replaced as a whole; null keeps nothing. */
function fileStorage(file: string | null) {
  return {
    load: () => (file !== null && existsSync(file) ? readFileSync(file, "utf8") : null),
    save(text: string) {
      if (file === null) return;
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
    },
  };
}
