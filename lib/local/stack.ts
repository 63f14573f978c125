// The service on this machine: built and synthesized when needed, run from its templates, with the bank simulator.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SimulatedPhone } from "./bank/phone.ts";
import { bankRoutes } from "./bank/simulator.ts";
import { builtSiteFolder, ensureAssembly, ensureSite } from "./build/build-cache.ts";
import { type LocalStack, startStack } from "./compose-stack.ts";
import type { SpareThread } from "./lambda/function-thread.ts";
import type { OtherRelease } from "./lambda/versions.ts";
import type { LocalRoutes } from "./local-route.ts";
import type { SeenAnswer } from "./log-sink.ts";
import { operatorRoutes } from "./operator-routes.ts";
import { ensureSeed, SEED_RECEIVER, type Seed, seedRoutes } from "./seed/seed.ts";
import { type LocalConfig, serviceEnvironment } from "./service-environment.ts";
import type { SiteBuild } from "./site.ts";
import { LOCAL_TELEGRAM_CLIENT_ID, telegramRoutes } from "./telegram.ts";
import { telegramBotRoutes } from "./telegram-bots.ts";

export type LocalOptions = {
  /** 0 (the default): any free port. */
  readonly port?: number;
  /** Folder, or `:memory:` (the default). */
  readonly data?: string;
  /** Fields of the service's configuration to change in this run. */
  readonly config?: LocalConfig;
  /** Variables that override the template's, e.g. another bank's address. */
  readonly environment?: Readonly<Record<string, string>>;
  /** More helpers under `/_local/`. */
  readonly routes?: (stack: LocalStack) => readonly LocalRoutes[];
  /** Invocations of one function at the same time; 4 unless given. */
  readonly maxPerFunction?: number;
  readonly otherRelease?: OtherRelease;
  /** Schedules run only by a move of the clock or by name, not by real time. */
  readonly schedulesWait?: boolean;
  /** Threads of earlier stacks in this process, which this one takes and gives back; its own unless given. */
  readonly spareThreads?: SpareThread[];
  /** Creates a merchant through the API (`ensureSeed`). */
  readonly seed?: boolean;
  /** Waits until the dashboard is built. Otherwise it is built when a browser first asks for it. */
  readonly site?: boolean;
  /** Sees every answer of the gateway, after the client. */
  readonly observe?: (seen: SeenAnswer) => void;
  /** Called before a build, which takes a few seconds. */
  readonly say?: (line: string) => void;
};

const ROOT = join(import.meta.dirname, "..", "..");

/** @throws Error that says why it cannot start. */
export async function startLocal(
  options: LocalOptions = {},
): Promise<LocalStack & { readonly seed: Seed | null }> {
  const { port = 0, data = ":memory:", config = {}, environment = {}, maxPerFunction } = options;
  // One that was waited for stays this run's, although its sources change meanwhile.
  let folder: string | null = null;
  const site: SiteBuild = {
    built: () => folder ?? builtSiteFolder(ROOT),
    build: () => ensureSite(ROOT, options.say),
  };
  const [assembly, waitedFor] = await Promise.all([
    ensureAssembly(ROOT, process.env.STAGE ?? "dev", "local", options.say),
    options.site === true ? site.build() : null,
  ]);
  folder = waitedFor;
  const fileOf = (name: string) => (data === ":memory:" ? null : join(data, name));
  let seed: Seed | null = null;
  let operator: string | null = null;
  // Read when a function is loaded: those that sell credits are loaded after the seed.
  const configured = (): LocalConfig => ({
    ...(seed?.operator && {
      operatorAccountId: seed.operator.account_id,
      operatorAppId: seed.operator.app_id,
    }),
    ...(operator !== null && { consoleAccounts: [operator] }),
    ...config,
  });
  const phone: SimulatedPhone = new SimulatedPhone({ now: () => stack.now() });
  const stack = await startStack({
    assembly,
    isFinal: true,
    data,
    port,
    site,
    environment: (url, template) => ({
      ...serviceEnvironment(url, template, configured()),
      ...environment,
    }),
    routes: (stack) => [
      seedRoutes(() => seed),
      operatorRoutes(stack, () => seed?.account_id ?? null),
      bankRoutes({
        now: stack.now,
        storage: fileStorage(fileOf("bank.json")),
        defaults: { telebirr: SEED_RECEIVER },
        booked: (transfers) => phone.booked(transfers),
      }),
      phone.routes,
      telegramRoutes(`${stack.url}/_local/telegram`, stack.now),
      telegramBotRoutes(stack.now),
      ...(options.routes?.(stack) ?? []),
    ],
    // A bot at the local Bot API, so that messages to members go over HTTP as they do in AWS.
    secretValue: (name) =>
      name.includes("SmsSender")
        ? JSON.stringify({ telegramBotToken: `${LOCAL_TELEGRAM_CLIENT_ID}:local` })
        : undefined,
    ...(maxPerFunction !== undefined && { maxPerFunction }),
    ...(options.schedulesWait && { schedulesWait: true }),
    ...(options.spareThreads && { spareThreads: options.spareThreads }),
    ...(options.otherRelease && { otherRelease: options.otherRelease }),
    ...(options.observe && { observe: options.observe }),
  });
  try {
    if (options.seed === true) {
      seed = await ensureSeed(stack, fileOf("seed.json"), (accountId) => {
        operator = accountId;
        // Those that have just run don't know it.
        stack.reload();
      });
    }
  } catch (error) {
    await stack.close();
    throw error;
  }
  return { ...stack, seed };
}

/** Keeps one text in one file and replaces it as a whole; null without a file. */
function fileStorage(file: string | null) {
  if (file === null) return null;
  return {
    load: () => (existsSync(file) ? readFileSync(file, "utf8") : null),
    save(text: string) {
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
    },
  };
}
