import { getCredits } from "../../lib/contract/routes/v1.ts";
import { EMPTY_BALANCE } from "../../lib/domain/ledger.ts";
import { table } from "../../lib/runtime/deps.ts";
import { endpoint } from "../../lib/runtime/endpoint.ts";
import { reply } from "../../lib/runtime/http.ts";
import { getBalance } from "../../lib/store/credits.ts";

export const handler = endpoint(getCredits, async ({ principal }) => {
  const livemode = principal.mode === "live";
  const balance = livemode ? await getBalance(table(), principal.accountId) : EMPTY_BALANCE;
  return reply(200, { object: "credits", ...balance, livemode });
});
