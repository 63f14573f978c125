// The service of P8, P14 and the soak in its own process, so that it does not delay the load's timers. Takes the address of
// the merchant's webhooks, answers with a `BurstService`, audits on `"audit"` and counts on `"sample"`.
import * as z from "zod";
import type { LocalStack } from "../lib/local/compose-stack.ts";
import { SEED_PHONE, SEED_RECEIVER, signIn } from "../lib/local/seed/seed.ts";
import { startLocal } from "../lib/local/stack.ts";

export interface BurstService {
  readonly url: string;
  /** One of each merchant; each has an account of its own. */
  readonly liveKeys: readonly string[];
}

const SHOPS = 3;

/** What the process of the service takes at a moment. */
export interface ServiceSample {
  readonly rssMegabytes: number;
  readonly heapMegabytes: number;
  /** Timers, sockets, files and whatever else keeps a process alive. */
  readonly handles: number;
  readonly items: number;
}

process.once("message", async ({ receiverUrl }: { readonly receiverUrl: string }) => {
  const stack = await startLocal({
    // All payers share one address, and there are more payments than a new merchant has credits.
    config: { verifyPerAddressPerMinute: 100_000, signUpCredits: 1_000_000 },
  });
  process.once("disconnect", () => void stack.close().finally(() => process.exit(0)));
  process.on("message", async (message) => {
    if (message === "audit") process.send?.(await brokenInvariants(stack));
    if (message === "sample") process.send?.(await sample(stack));
  });
  await stack.runSchedule("rotate-signing-keys");
  const liveKeys: string[] = [];
  for (let shop = 0; shop < SHOPS; shop++) {
    const phone = `${SEED_PHONE.slice(0, -1)}${shop}`;
    liveKeys.push(await openShop(stack, receiverUrl, phone));
  }
  process.send?.({ url: stack.url, liveKeys } satisfies BurstService);
});

async function sample(stack: LocalStack): Promise<ServiceSample> {
  const { rss, heapUsed } = process.memoryUsage();
  let items = 0;
  for await (const { Count = 0 } of pagesOf(stack, "COUNT")) items += Count;
  return {
    rssMegabytes: Math.round(rss / 1e6),
    heapMegabytes: Math.round(heapUsed / 1e6),
    handles: process.getActiveResourcesInfo().length,
    items,
  };
}

/** Creates a merchant through the API, as a person would. Returns a live key. */
async function openShop(stack: LocalStack, receiverUrl: string, phone: string): Promise<string> {
  const { post } = await signIn(stack, phone);
  const app = z.object({ app_id: z.int() }).parse(await post("apps/", { name: "Busy Coffee" }));
  await post(`apps/${app.app_id}/payment-methods/`, {
    provider: "telebirr",
    account_name: SEED_RECEIVER.receiver_name,
    account_number: SEED_RECEIVER.receiver_account,
  });
  await post("webhooks/", { ...app, url: receiverUrl, events: ["checkout.verified"] });
  const key = await post("api-keys/", { name: "Burst", mode: "live", ...app });
  return z.object({ secret: z.string() }).parse(key).secret;
}

// What needs the SDK is loaded when it is asked for, so that P14 counts the service's memory alone.

/** One line for each broken invariant of the whole table. */
async function brokenInvariants(stack: LocalStack): Promise<readonly string[]> {
  const { tableFaults } = await import("../lib/store/table-faults.ts");
  return tableFaults(everyItem(stack), stack.now());
}

async function* everyItem(stack: LocalStack): AsyncGenerator<unknown> {
  for await (const { Items = [] } of pagesOf(stack, "ALL_ATTRIBUTES")) yield* Items;
}

async function* pagesOf({ aws, deployment }: LocalStack, Select: "COUNT" | "ALL_ATTRIBUTES") {
  const { DocumentClient, paginateScan } = await import("../lib/cloud/dynamodb.ts");
  const client = new DocumentClient({ ...aws });
  yield* paginateScan({ client }, { TableName: deployment.tables[0]?.name ?? "", Select });
}
