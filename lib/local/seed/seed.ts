// The merchant that a fresh data folder begins with, made through the service's own API as a person
// would make it: nothing here knows how anything is stored.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import * as z from "zod";
import type { LocalStack } from "../compose-stack.ts";
import type { LocalRoutes } from "../local-route.ts";
import { signIn } from "./sign-in.ts";

const webhook = z.object({ id: z.string(), secret: z.string(), url: z.string() });
const seedSchema = z.object({
  account_id: z.string(),
  app_id: z.int(),
  live_key: z.string(),
  test_key: z.string(),
  phone: z.string(),
  webhook,
  test_webhook: webhook,
});
export type Seed = z.infer<typeof seedSchema>;

/** Invented; the first digits are Ethiopia's mobile numbers'. */
export const SEED_PHONE = "+251911000000";

/** The seeded app's telebirr account, and whom the bank simulator pays unless told otherwise. */
export const SEED_RECEIVER = {
  receiver_account: "251922000000",
  receiver_name: "Selam Coffee House",
} as const;

/**
 * The seeded merchant: from `file` where it was made before, else made now and written there.
 * The local receivers trust its webhook secrets from then on.
 */
export async function ensureSeed(stack: LocalStack, file: string | null): Promise<Seed> {
  const kept = file !== null && existsSync(file) ? readFileSync(file, "utf8") : null;
  const seed = kept === null ? await makeSeed(stack) : seedSchema.parse(JSON.parse(kept));
  if (kept === null && file !== null) {
    writeFileSync(file, `${JSON.stringify(seed, null, 2)}\n`, { mode: 0o600 });
  }
  stack.receivers.trust("shop", seed.webhook.secret);
  stack.receivers.trust("shop-test", seed.test_webhook.secret);
  return seed;
}

/** `GET /_local/seed/`. */
export function seedRoutes(seed: () => Seed | null): LocalRoutes {
  return async ({ method, path }) => {
    if (method !== "GET" || !/^seed\/?$/.test(path)) return null;
    const made = seed();
    return made === null
      ? { status: 503, body: { error: "not yet" } }
      : { status: 200, body: made };
  };
}

async function makeSeed(stack: LocalStack): Promise<Seed> {
  // A fresh deployment has no keys to sign tokens with until this has run once.
  await stack.runSchedule("rotate-signing-keys");
  const { accountId, post } = await signIn(stack, SEED_PHONE);
  const appId = z
    .object({ app_id: z.int() })
    .parse(await post("apps/", { name: "Selam Coffee" })).app_id;
  await post(`apps/${appId}/payment-methods/`, {
    provider: "telebirr",
    account_name: SEED_RECEIVER.receiver_name,
    account_number: SEED_RECEIVER.receiver_account,
  });
  const key = async (mode: "live" | "test") =>
    z
      .object({ secret: z.string() })
      .parse(await post("api-keys/", { name: `Local ${mode}`, mode, app_id: appId })).secret;
  const receiver = async (name: string, livemode: boolean) => {
    const url = `${stack.url}/_local/receiver/${name}/`;
    const made = await post("webhooks/", { app_id: appId, url, events: ["*"], livemode });
    return webhook.parse(made);
  };
  return {
    account_id: accountId,
    app_id: appId,
    live_key: await key("live"),
    test_key: await key("test"),
    phone: SEED_PHONE,
    webhook: await receiver("shop", true),
    test_webhook: await receiver("shop-test", false),
  };
}
