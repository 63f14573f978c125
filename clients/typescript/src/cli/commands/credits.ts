import {
  platformListLedger,
  platformPurchaseCredits,
  platformReadCredits,
  platformReadMe,
} from "../../generated/operations.ts";
import { readProblem } from "../../problem.ts";
import { everyItem } from "../../wait-for-outcome.ts";
import { type Command, limitOf, parseOptions, required } from "../command.ts";
import { Failure } from "../config.ts";
import { type Context, createContext } from "../context.ts";
import { firstItems, pageFor, printItems, printObject } from "../output.ts";

const ACTIONS = ["show", "ledger", "buy", "grant", "adjust"] as const;

const OPTIONS = {
  credits: { type: "string" },
  note: { type: "string" },
  limit: { type: "string" },
} as const;

/** Shows and buys credits. `grant` and `adjust` work on the local stack only. */
export const credits: Command = {
  usage:
    "credits show | ledger [--limit 50] | buy --credits 100 | grant --local --credits 100 [--note TEXT] | adjust --local --credits=-20",
  actions: ACTIONS,
  options: OPTIONS,
  run,
};

async function run(...[args, env]: Parameters<Command["run"]>): Promise<void> {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const context = createContext(values, env);
  switch (positionals[0]) {
    case "show":
      return show(context);
    case "ledger": {
      const client = context.withLogin();
      const limit = limitOf(values.limit, 50);
      const entries = everyItem((cursor) =>
        client.call(platformListLedger, {
          query: { limit: pageFor(limit), ...(cursor && { cursor }) },
        }),
      );
      const found = await firstItems(entries, limit);
      return printItems(context, found, ["created_at", "kind", "credits", "source", "note"]);
    }
    case "buy": {
      const bought = await context.withLogin().call(platformPurchaseCredits, {
        body: { credits: count(values.credits) },
      });
      const { pay_url } = bought.checkout;
      return printObject(context, { ...bought, pay_url }, [
        "id",
        "credits",
        "amount",
        "currency",
        "pay_url",
      ]);
    }
    case "grant":
    case "adjust": {
      if (values.local !== true) throw new Failure("usage", OPERATOR_ONLY);
      const balance = await changeLocally(context, {
        kind: positionals[0],
        credits: count(values.credits),
        note: values.note ?? "Command line",
      });
      return printObject(context, balance, ["available", "granted", "captured"]);
    }
    default:
      throw new Failure("usage", `credits ${ACTIONS.join("|")}`);
  }
}

async function show(context: Context): Promise<void> {
  const balance = context.hasOnlyLogin
    ? await context.withLogin().call(platformReadCredits)
    : await context.withKey().credits.get();
  printObject(context, balance, ["available", "granted", "captured", "livemode"]);
  if (!balance.livemode) {
    context.note("Test mode spends no credits. Use a live key or a login to see the balance.");
  }
}

const OPERATOR_ONLY =
  "Only the operator of the service can grant credits: add --local for the service of `npm start`, or buy credits.";

/** Changes the balance of the account that is logged in, or else of the local test merchant. */
async function changeLocally(
  context: Context,
  change: { readonly kind: string; readonly credits: number; readonly note: string },
): Promise<object> {
  const account = context.isLoggedIn
    ? (await context.withLogin().call(platformReadMe)).account_id
    : undefined;
  const response = await fetch(`${context.baseUrl}/_local/operator/credits/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...change, account_id: account }),
  }).catch(() => null);
  if (response === null) throw new Failure("unreachable", `${context.baseUrl} cannot be reached.`);
  if (!response.ok) throw readProblem(response, await response.text());
  return (await response.json()) as object;
}

function count(text: string | undefined): number {
  const given = required(text, "--credits");
  if (/^-?\d{1,9}$/.test(given)) return Number(given);
  throw new Failure("usage", `--credits must be a whole number, not ${given}.`);
}
