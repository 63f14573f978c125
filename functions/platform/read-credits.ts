import { readCredits } from "../../lib/contract/routes/platform-credits.ts";
import { priceOfCredit } from "../../lib/runtime/credits/purchase.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { getBalance } from "../../lib/store/credits.ts";

export const handler = endpoint(readCredits, async ({ principal }) => {
  const balance = await getBalance(table(), principal.accountId);
  return reply(200, {
    object: "credits" as const,
    ...balance,
    livemode: true,
    price: priceOfCredit(),
  });
});
