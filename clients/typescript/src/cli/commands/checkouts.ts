import { execFile } from "node:child_process";
import type { Client } from "../../client.ts";
import { waitForOutcome } from "../../wait-for-outcome.ts";
import { type Command, limitOf, parseOptions, required, wholeNumber } from "../command.ts";
import { Failure } from "../config.ts";
import { type Context, createContext } from "../context.ts";
import { firstItems, pageFor, printItems, printObject } from "../output.ts";

const ACTIONS = ["create", "get", "list", "verify", "cancel", "open"] as const;
const SHOWN = ["id", "status", "amount", "currency"];

const OPTIONS = {
  amount: { type: "string" },
  currency: { type: "string" },
  "client-reference": { type: "string" },
  description: { type: "string" },
  "return-url": { type: "string" },
  app: { type: "string" },
  input: { type: "string" },
  status: { type: "string" },
  limit: { type: "string" },
  wait: { type: "boolean" },
} as const;

/** Creates, reads, verifies and cancels checkouts with an API key. */
export const checkouts: Command = {
  usage:
    "checkouts create --amount 150000 [--currency ETB] [--client-reference ORDER] [--description TEXT] [--return-url URL] [--app 1001] [--input REFERENCE [--wait]] | get ID | list [--status open] [--client-reference ORDER] [--app 1001] [--limit 20] | verify ID --input REFERENCE [--wait] | cancel ID | open ID",
  actions: ACTIONS,
  options: OPTIONS,
  run,
};

async function run(...[args, env]: Parameters<Command["run"]>): Promise<void> {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const [action, id] = positionals;
  const context = createContext(values, env);
  const client = context.withKey();
  switch (action) {
    case "create":
      return create(context, client, values);
    case "get":
    case "open": {
      const found = await client.checkouts.get(required(id, "The checkout's id"));
      if (action === "open") {
        openPage(found.pay_url);
        return printObject(context, found, ["pay_url"]);
      }
      return printObject(context, found, [...SHOWN, "client_reference"]);
    }
    case "list":
      return list(context, client, values);
    case "verify": {
      const target = required(id, "The checkout's id");
      const input = required(values.input, "--input");
      const answer = await client.checkouts.verify(target, { input });
      if (!values.wait) return printObject(context, answer, ["status", "outcome"]);
      context.note(waitingAfter(answer.outcome));
      const outcome = await settled(client, target);
      return printObject(context, outcome, ["id", "status", "amount_due"]);
    }
    case "cancel": {
      const canceled = await client.checkouts.cancel(required(id, "The checkout's id"));
      return printObject(context, canceled, ["id", "status"]);
    }
    default:
      throw new Failure("usage", `checkouts ${ACTIONS.join("|")}`);
  }
}

type Values = ReturnType<typeof parseOptions<typeof OPTIONS>>["values"];

async function create(context: Context, client: Client, values: Values): Promise<void> {
  const made = await client.checkouts.create({
    amount: wholeNumber(required(values.amount, "--amount"), "--amount", 0),
    ...(values.currency && { currency: values.currency }),
    ...(values["client-reference"] && { client_reference: values["client-reference"] }),
    ...(values.description && { description: values.description }),
    ...(values["return-url"] && { return_url: values["return-url"] }),
    ...(values.app && { app_id: wholeNumber(values.app, "--app", 0) }),
  });
  if (values.input === undefined) {
    if (values.wait) context.note("Nothing to wait for: --wait needs --input.");
    return printObject(context, made, [...SHOWN, "pay_url"]);
  }
  // First of all: if the service refuses the reference, the checkout is there all the same.
  context.note(`Created ${made.id}.`);
  const { outcome } = await client.checkouts.verify(made.id, { input: values.input });
  context.note(values.wait ? waitingAfter(outcome) : outcomeOf(outcome));
  const paid = await (values.wait ? settled(client, made.id) : client.checkouts.get(made.id));
  return printObject(context, paid, [...SHOWN, "amount_due"]);
}

async function list(context: Context, client: Client, values: Values): Promise<void> {
  type Query = Parameters<typeof client.checkouts.all>[0];
  const limit = limitOf(values.limit);
  const query = {
    limit: pageFor(limit),
    status: values.status,
    client_reference: values["client-reference"],
    app_id: values.app && wholeNumber(values.app, "--app", 0),
  } as Query;
  const found = await firstItems(client.checkouts.all(query), limit);
  return printItems(context, found, [...SHOWN, "created_at"]);
}

const outcomeOf = (outcome: string) => `Outcome of the attempt: ${outcome}.`;

function waitingAfter(outcome: string): string {
  const waiting = outcome === "pending" ? " Waiting for the checkout's outcome …" : "";
  return outcomeOf(outcome) + waiting;
}

/** Waits for the bank's answer. A checkout that is open after it asks for another reference, or for the rest. */
function settled(client: Client, id: string) {
  const read = () => client.checkouts.get(id);
  return waitForOutcome(read, {}, (status) => status !== "verifying");
}

/** Opens the hosted page in the user's browser. */
function openPage(url: string): void {
  const [command, ...before] =
    process.platform === "darwin"
      ? ["open"]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", ""]
        : ["xdg-open"];
  execFile(command ?? "xdg-open", [...before, url], () => {});
}
