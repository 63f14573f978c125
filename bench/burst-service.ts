// The service of P8, in a process of its own: the load's clock must not be held up by what it measures.
// Takes where the merchant's webhooks go, answers with a `BurstService`, and audits on `"audit"`.
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { LocalStack } from "../lib/local/compose-stack.ts";
import { SEED_PHONE, SEED_RECEIVER } from "../lib/local/seed/seed.ts";
import { signIn } from "../lib/local/seed/sign-in.ts";
import { startLocal } from "../lib/local/stack.ts";
import { tableFaults } from "../lib/store/table-faults.ts";

export interface BurstService {
  readonly url: string;
  readonly liveKey: string;
}

process.once("message", async ({ receiverUrl }: { readonly receiverUrl: string }) => {
  const stack = await startLocal({
    // All payers have one address here, and pay more than a new merchant's credits are for.
    config: { verifyPerAddressPerMinute: 100_000, signUpCredits: 1_000_000 },
  });
  process.once("disconnect", () => void stack.close().finally(() => process.exit(0)));
  process.on("message", async (message) => {
    if (message === "audit") process.send?.(await brokenInvariants(stack));
  });
  process.send?.({ url: stack.url, liveKey: await openShop(stack, receiverUrl) });
});

/** A merchant made by the API, as a person would make it. Answers with a live key. */
async function openShop(stack: LocalStack, receiverUrl: string): Promise<string> {
  await stack.runSchedule("rotate-signing-keys");
  const { post } = await signIn(stack, SEED_PHONE);
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

/** One line for each, of the whole table. */
function brokenInvariants({ aws, deployment, now }: LocalStack): Promise<readonly string[]> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ ...aws }));
  return tableFaults(everyItem(client, deployment.tables[0]?.name ?? ""), now());
}

async function* everyItem(
  client: DynamoDBDocumentClient,
  TableName: string,
): AsyncGenerator<unknown> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName })) yield* Items;
}
