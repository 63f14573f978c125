import { readCredits } from "../../lib/contract/routes/platform-credits.ts";
import { dashboardEndpoint } from "../../lib/pipeline/dashboard-endpoint.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { getBalance } from "../../lib/store/credit-shards.ts";
import { priceOfCredit } from "../../lib/use-cases/credits/purchases.ts";

export const handler = dashboardEndpoint(readCredits, async ({ principal }) => {
  const balance = await getBalance(table(), principal.accountId);
  return reply(200, {
    object: "credits" as const,
    ...balance,
    livemode: true,
    price: priceOfCredit(),
  });
});
