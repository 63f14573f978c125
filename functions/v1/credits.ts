import * as routes from "../../lib/contract/routes/v1.ts";
import { EMPTY_BALANCE } from "../../lib/domain/ledger.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { keyEndpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { getBalance } from "../../lib/store/credit-shards.ts";

export const getCredits = keyEndpoint(routes.getCredits, async ({ principal }) => {
  const livemode = principal.mode === "live";
  const balance = livemode ? await getBalance(table(), principal.accountId) : EMPTY_BALANCE;
  return reply(200, { object: "credits", ...balance, livemode });
});
