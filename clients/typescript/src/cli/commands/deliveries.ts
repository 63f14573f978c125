import type { Client } from "../../client.ts";
import { ApiProblem } from "../../problem.ts";
import { type Command, limitOf, parseOptions, required } from "../command.ts";
import { Failure } from "../config.ts";
import { type Context, createContext } from "../context.ts";
import { firstItems, pageFor, printItems, printObject, progressOf } from "../output.ts";

const ACTIONS = ["list", "resend"] as const;

const OPTIONS = {
  endpoint: { type: "string" },
  status: { type: "string" },
  limit: { type: "string" },
  "all-failed": { type: "boolean" },
} as const;

/** Lists and resends the deliveries of one endpoint with a login. */
export const deliveries: Command = {
  usage:
    "deliveries list --endpoint whk_… [--status failed] [--limit 20] | resend ID --endpoint whk_… | resend --all-failed --endpoint whk_…",
  actions: ACTIONS,
  options: OPTIONS,
  run,
};

async function run(...[args, env]: Parameters<Command["run"]>): Promise<void> {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const [action, id] = positionals;
  const context = createContext(values, env);
  const client = context.withLogin();
  const endpoint = required(values.endpoint, "--endpoint");
  if (action === "list") {
    type Query = Parameters<typeof client.webhooks.allDeliveries>[1];
    const limit = limitOf(values.limit);
    const query = { limit: pageFor(limit), status: values.status } as Query;
    const found = await firstItems(client.webhooks.allDeliveries(endpoint, query), limit);
    return printItems(context, found, [
      "id",
      "event_type",
      "status",
      "last_status_code",
      "created_at",
    ]);
  }
  if (action !== "resend") throw new Failure("usage", `deliveries ${ACTIONS.join("|")}`);
  if (values["all-failed"]) return resendAllFailed(context, client, endpoint);
  const resent = await client.webhooks.retryDelivery(endpoint, required(id, "The delivery's id"));
  printObject(context, resent, ["id", "status"]);
}

/** @throws Failure after all were tried, if the service refused any of them */
async function resendAllFailed(context: Context, client: Client, endpoint: string): Promise<void> {
  // Resending changes the status that the list filters by, so the whole list is read first.
  const ids: string[] = [];
  for await (const { id } of client.webhooks.allDeliveries(endpoint, {
    status: "failed",
    limit: 100,
  })) {
    ids.push(id);
  }
  const report = progressOf(context, "Resent", ids.length);
  const refused: { readonly id: string; readonly code: string }[] = [];
  for (const [index, id] of ids.entries()) {
    try {
      await client.webhooks.retryDelivery(endpoint, id);
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 409) throw error;
      refused.push({ id, code: error.code });
    }
    report(index + 1);
  }
  printObject(context, { resent: ids.length - refused.length, refused }, ["resent"]);
  for (const { id, code } of refused) context.note(`${id}: ${code}`);
  if (refused.length > 0)
    throw new Failure("failed", `The service refused ${refused.length} of them.`);
}
