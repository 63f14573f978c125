import type { Client } from "../../client.ts";
import { everyItem } from "../../wait-for-outcome.ts";
import {
  type Command,
  chooseApp,
  parseOptions,
  required,
  typesOf,
  wholeNumber,
} from "../command.ts";
import { Failure } from "../config.ts";
import { createContext } from "../context.ts";
import { firstItems, printItems, printObject } from "../output.ts";

const ACTIONS = ["create", "list", "rotate"] as const;

const OPTIONS = {
  url: { type: "string" },
  events: { type: "string" },
  app: { type: "string" },
  live: { type: "boolean" },
} as const;

/** Manages webhook endpoints with a login. */
export const webhooks: Command = {
  usage:
    "webhooks create --url URL [--events a,b] [--app 1001] [--live] | list [--app 1001] | rotate ID",
  actions: ACTIONS,
  options: OPTIONS,
  run,
};

async function run(...[args, env]: Parameters<Command["run"]>): Promise<void> {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const [action, id] = positionals;
  const context = createContext(values, env);
  const client = context.withLogin();
  switch (action) {
    case "create": {
      type Events = Parameters<typeof client.webhooks.create>[0]["events"];
      const made = await client.webhooks.create({
        app_id: await chooseApp(client, values.app),
        url: required(values.url, "--url"),
        events: typesOf(values.events ?? "checkout.verified") as unknown as Events,
        livemode: values.live === true,
      });
      const secret = await secretOf(client, made);
      return printObject(context, { ...made, secret }, ["id", "url", "livemode", "secret"]);
    }
    case "list": {
      // Without an app, the service lists those of all apps, but not to a member who works with some only.
      const app = values.app !== undefined && { app_id: wholeNumber(values.app, "--app", 0) };
      const all = everyItem((cursor) =>
        client.webhooks.list({ limit: 100, ...app, ...(cursor && { cursor }) }),
      );
      const found = await firstItems(all, Number.POSITIVE_INFINITY);
      return printItems(context, found, ["id", "status", "livemode", "url"]);
    }
    case "rotate": {
      const rotated = await client.webhooks.rotateSecret(required(id, "The endpoint's id"));
      const secret = await secretOf(client, rotated);
      const fields = ["id", "secret", "previous_secret_expires_at"];
      return printObject(context, { ...rotated, secret }, fields);
    }
    default:
      throw new Failure("usage", `webhooks ${ACTIONS.join("|")}`);
  }
}

/**
 * The secret of a new or rotated endpoint. A request that was repeated gets a response without it.
 *
 * @throws Failure that names the endpoint
 */
async function secretOf(
  client: Client,
  { id, secret }: { readonly id: string; readonly secret: string | null },
): Promise<string> {
  if (secret) return secret;
  const revealed = await client.webhooks.secret(id).catch((error: Error) => error);
  if ("secret" in revealed && revealed.secret) return revealed.secret;
  const why = revealed instanceof Error ? revealed.message : "The response has none.";
  throw new Failure(
    "failed",
    `The endpoint ${id} has a new secret, but it could not be read: ${why} Show it in the dashboard.`,
  );
}
