import { platformEraseCustomer, platformExportCustomer } from "../../generated/operations.ts";
import { everyItem } from "../../wait-for-outcome.ts";
import { type Command, parseOptions, required } from "../command.ts";
import { Failure } from "../config.ts";
import { type Context, createContext } from "../context.ts";

/** Live mode and test mode. */
const MODES = [true, false] as const;

const OPTIONS = { phone: { type: "string" }, yes: { type: "boolean" } } as const;

/** Exports or erases what the account stores about a customer who asks for it, in both modes. */
export const customers: Command = {
  usage: "customers export --phone 0911998877 | erase --phone 0911998877 --yes",
  actions: ["export", "erase"],
  options: OPTIONS,
  async run(args, env) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    const context = createContext(values, env);
    const phone = required(values.phone, "--phone");
    const [action] = positionals;
    if (action === "export") return exportAll(context, phone);
    if (action === "erase" && values.yes === true) return eraseAll(context, phone);
    if (action === "erase") return refuseToErase(context, phone);
    throw new Failure("usage", "Choose an action: customers export or customers erase.");
  },
};

/** Prints JSON, whether `--json` asks for it or not: it is for the person. */
async function exportAll(context: Context, phone: string): Promise<void> {
  context.print(JSON.stringify(await findAll(context, phone), null, 2));
}

async function findAll(context: Context, phone: string): Promise<readonly unknown[]> {
  const client = context.withLogin();
  const found: unknown[] = [];
  for (const livemode of MODES) {
    const all = everyItem((cursor) =>
      client.call(platformExportCustomer, {
        query: { phone, limit: 100, livemode, ...(cursor && { cursor }) },
      }),
    );
    for await (const checkout of all) found.push(checkout);
  }
  return found;
}

/** What is erased can't be had back, and a slip in a phone number is another customer. */
async function refuseToErase(context: Context, phone: string): Promise<never> {
  const found = await findAll(context, phone);
  throw new Failure(
    "usage",
    `Checkouts with this phone number: ${found.length}. Their personal data would be erased for good. Nothing has changed: repeat the command with --yes.`,
  );
}

async function eraseAll(context: Context, phone: string): Promise<void> {
  const client = context.withLogin();
  const total = { erased: 0, undecided: 0 };
  for (const livemode of MODES) {
    const parts = everyItem(async (cursor) => {
      const body = { phone, livemode, ...(cursor && { cursor }) };
      const part = await client.call(platformEraseCustomer, { body });
      const { next_cursor: next } = part;
      return { data: [part], has_more: next !== null, next_cursor: next };
    });
    for await (const part of parts) {
      total.erased += part.erased;
      total.undecided += part.undecided;
    }
  }
  if (context.json) return context.print(JSON.stringify(total));
  context.print(`Checkouts whose personal data was erased: ${total.erased}.`);
  if (total.undecided === 0) return;
  context.note(
    `Not erased: ${total.undecided}. Decide or cancel those that are undecided. Erase others again in 7 days: until then, the bank is asked for their receipt.`,
  );
}
