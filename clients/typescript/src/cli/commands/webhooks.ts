import { parseOptions, required } from "../arguments.ts";
import { chooseApp } from "../choose-app.ts";
import type { Command } from "../command.ts";
import { createContext } from "../context.ts";
import { Failure } from "../failure.ts";
import { printItems, printObject } from "../output.ts";

const ACTIONS = ["create", "list", "rotate"] as const;

const OPTIONS = {
  url: { type: "string" },
  events: { type: "string" },
  app: { type: "string" },
  live: { type: "boolean" },
} as const;

/** Manages webhook endpoints with a login. */
export const webhooks: Command = {
  usage: "webhooks create --url URL [--events a,b] [--app 1001] [--live] | list | rotate ID",
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
        events: (values.events?.split(",") ?? ["checkout.verified"]) as unknown as Events,
        livemode: values.live === true,
      });
      return printObject(context, made, ["id", "url", "livemode", "secret"]);
    }
    case "list": {
      const page = await client.webhooks.list();
      return printItems(context, page.data, ["id", "status", "livemode", "url"]);
    }
    case "rotate": {
      const secret = await client.webhooks.rotateSecret(required(id, "The endpoint's id"));
      return printObject(context, secret, ["id", "secret", "previous_secret_expires_at"]);
    }
    default:
      throw new Failure("usage", `webhooks ${ACTIONS.join("|")}`);
  }
}
