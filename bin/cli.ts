import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import * as z from "zod";
import type { AwsClientSettings } from "../lib/cloud/aws-client.ts";
import { GetQueueUrlCommand, SQSClient } from "../lib/cloud/aws-services.ts";
import { DeleteCommand, DocumentClient, PutCommand, paginateScan } from "../lib/cloud/dynamodb.ts";
import { DEAD_QUEUES } from "../lib/contract/schemas/operator.ts";
import { MAX_CREDIT_SHARDS } from "../lib/domain/ledger.ts";
import { PROVIDERS, type ProviderId } from "../lib/domain/provider.ts";
import type { OperatorAccess } from "../lib/local/operator-routes.ts";
import { getBalance, readShards } from "../lib/store/credit-shards.ts";
import { listIssues, SERVICE_ACCOUNT } from "../lib/store/issues.ts";
import type { Item, Table } from "../lib/store/transact.ts";
import { findAccounts, inspectAccount } from "../lib/use-cases/operator/accounts.ts";
import { ALL_BANKS, bankReports, switchBank } from "../lib/use-cases/operator/banks.ts";
import {
  changeCredits,
  changeShards,
  verifyEvent,
} from "../lib/use-cases/operator/change-credits.ts";
import {
  countDeadLetters,
  lookAtDeadLetters,
  type Queues,
  replayDeadLetters,
} from "../lib/use-cases/operator/dead-letters.ts";
import { redoRevocations } from "../lib/use-cases/operator/redo-revocations.ts";
import { repairCopy } from "../lib/use-cases/operator/repair-copy.ts";
import { serviceReport } from "../lib/use-cases/operator/report.ts";
import { awsAccess } from "./aws-access.ts";

const USAGE = `Commands for operators. They use your AWS credentials and the table in --table or TABLE_NAME.

  npm run -s cli -- credits show   --account acc_…
  npm run -s cli -- credits grant  --account acc_… --credits 500 --note "Invoice 17" [--reference inv-17]
  npm run -s cli -- credits adjust --account acc_… --credits=-20 --note "Granted twice" [--reference …]
  npm run -s cli -- accounts find   --phone +251… | --name Selam  lists accounts
  npm run -s cli -- accounts inspect --account acc_…              owner, apps, credits, ledger, audit log
  npm run -s cli -- accounts show   --account acc_…               lists the shards of its balance
  npm run -s cli -- accounts widen  --account acc_… [--shards 8]  for more than 50 payments a second;
  npm run -s cli -- accounts narrow --account acc_… [--shards 1]  see docs/scaling.md
  npm run -s cli -- banks list     lists banks with their state, canary and unreadable pages
  npm run -s cli -- banks off      --provider telebirr --note "Maintenance until 14:00"
  npm run -s cli -- banks on       --provider telebirr --note "It is back"
  npm run -s cli -- letters list   counts dead letters; needs --stage, e.g. prod, as the next two do
  npm run -s cli -- letters show   --queue delivery-dead          up to 10, masked
  npm run -s cli -- letters replay --queue delivery-dead --note "Corrected" [--id …]
  npm run -s cli -- report         releases, samples of the invariants, SMS counts
  npm run -s cli -- issues         lists problems of the whole service, e.g. banks that do not respond
  npm run -s cli -- verify-event   --account acc_… --checkout co_… --input FT26… [--provider cbe]
                                 prints the input of the function v1-verify-checkout, for use while
                                 the API is closed; see "Restore" in docs/deploy.md
  npm run -s cli -- redo-revocations --from TABLE --since 2026-11-20T09:00:00Z
                                 ends all sessions in a restored --table, revokes keys and removes logins
                                 again as in TABLE, and lists every change that the restore undid
  npm run -s cli -- repair-copy  completes or undoes transactions that a stopped region left partly replicated in --table,
                                 and lists what is lost; see docs/second-region.md. Only while nothing writes to it

  --local          uses the service of \`npm start\` (CHECKOUT_BASE_URL, default
                   http://127.0.0.1:3000); the default account is then the test merchant
  --by NAME        your name for the audit log (default: your user name)
  --reference TEXT makes a repeated command safe: each reference counts once a day
`;

const { values, positionals } = parsed();

try {
  const answer = values.help ? null : await run(positionals.join(" "));
  console.log(answer === null ? USAGE : JSON.stringify(answer, null, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** The arguments. A mistyped option ends the command before it does anything. */
function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        account: { type: "string" },
        credits: { type: "string" },
        shards: { type: "string" },
        note: { type: "string" },
        reference: { type: "string" },
        checkout: { type: "string" },
        input: { type: "string" },
        provider: { type: "string" },
        from: { type: "string" },
        since: { type: "string" },
        by: { type: "string" },
        phone: { type: "string" },
        name: { type: "string" },
        queue: { type: "string" },
        id: { type: "string" },
        stage: { type: "string" },
        table: { type: "string" },
        local: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

async function run(command: string): Promise<object | null> {
  switch (command) {
    case "credits show":
      return getBalance(await table(), await account());
    case "credits grant":
    case "credits adjust":
      return changeCredits(await table(), {
        accountId: await account(),
        kind: command === "credits grant" ? "grant" : "adjust",
        credits: credits(need("credits")),
        reference: values.reference ?? null,
        ...actor(need("note")),
      });
    case "accounts find":
      return (await findAccounts(await table(), search())).data;
    case "accounts inspect":
      return inspectAccount(await table(), await account(), Date.now());
    case "accounts show":
      return readShards(await table(), await account());
    case "accounts widen":
    case "accounts narrow": {
      const direction = command === "accounts widen" ? "widen" : "narrow";
      return changeShards(await table(), {
        accountId: await account(),
        direction,
        shards: Number(values.shards ?? (direction === "widen" ? MAX_CREDIT_SHARDS : 1)),
        ...actor(values.note ?? "command line"),
      });
    }
    case "banks list":
      return bankReports(await table(), ALL_BANKS, Date.now());
    case "banks off":
    case "banks on": {
      const action = { table: await table(), ...actor(need("note")) };
      return switchBank(action, provider(), command === "banks on");
    }
    case "letters list":
      return countDeadLetters(await queues(), DEAD_QUEUES);
    case "letters show":
      return lookAtDeadLetters(await queues(), need("queue"));
    case "letters replay": {
      const action = { table: await table(), ...actor(need("note")) };
      const id = values.id ?? null;
      return { letters: await replayDeadLetters(action, await queues(), need("queue"), id) };
    }
    case "report":
      return serviceReport(await table(), null, Date.now(), ({ message }) =>
        console.error(message),
      );
    case "issues": {
      const page = await listIssues(
        await table(),
        { accountId: SERVICE_ACCOUNT },
        { limit: 100 },
        Date.now(),
      );
      return page.data;
    }
    case "verify-event":
      return verifyEvent({
        accountId: await account(),
        checkoutId: need("checkout"),
        input: need("input"),
        provider: values.provider ?? null,
      });
    case "redo-revocations":
      return redo(await table());
    case "repair-copy":
      return repair(await table());
    default:
      process.exitCode = command === "" ? 0 : 2;
      return null;
  }
}

/** Digits only: `Number` also reads "0x10" and "1e6". */
function credits(text: string): number {
  if (/^-?\d{1,13}$/.test(text)) return Number(text);
  throw new Error(`--credits must be a whole number, not ${text}.`);
}

/** Who acts, and why, for the audit log. */
function actor(reason: string) {
  return { by: { name: values.by ?? userInfo().username }, reason, now: Date.now() };
}

function search() {
  if (values.phone !== undefined) return { by: "phone", phone: values.phone } as const;
  return { by: "name", name: need("name") } as const;
}

function provider(): ProviderId {
  const given = need("provider");
  const found = PROVIDERS.find((id) => id === given);
  if (found === undefined) throw new Error(`There is no provider ${given}.`);
  return found;
}

/** The queues of --stage, or of the running local stack. */
async function queues(): Promise<Queues> {
  const access =
    values.local === true ? await local<OperatorAccess>("operator") : await awsAccess();
  const stage = values.stage ?? (values.local === true ? "dev" : need("stage"));
  const client = new SQSClient(access);
  const known = `checkout-${stage}-verification`;
  const { QueueUrl = "" } = await client.send(new GetQueueUrlCommand({ QueueName: known }));
  const base = QueueUrl.slice(0, -"verification".length);
  return { client, urlOf: (name) => base + name };
}

async function redo(to: Table): Promise<object> {
  const from = { ...to, name: need("from") };
  if (from.name === to.name)
    throw new Error("--from and --table name the same table. --table must be the restored copy.");
  const since = instantOf(need("since"));
  const by = values.by ?? userInfo().username;
  console.error(`changes since ${new Date(since).toISOString()} in ${from.name}`);
  const answer = await redoRevocations({ from, to, since, by, now: Date.now() });
  const failed = answer.undone.filter(({ outcome }) => outcome === "failed").length;
  if (failed + answer.unreadable.length > 0) {
    console.error(`${failed} changes failed, ${answer.unreadable.length} entries are unreadable`);
    process.exitCode = 1;
  }
  return answer;
}

async function repair({ client, name }: Table): Promise<object> {
  const items: Item[] = [];
  for await (const { Items = [] } of paginateScan(
    { client },
    { TableName: name, ConsistentRead: true },
  )) {
    items.push(...Items);
  }
  const { put, remove, lost } = repairCopy(items, Date.now());
  // One by one: there are few, and a repetition finds the rest.
  for (const Key of remove) await client.send(new DeleteCommand({ TableName: name, Key }));
  for (const one of put) await client.send(new PutCommand({ TableName: name, Item: one }));
  return { items: items.length, stored: put.length, removed: remove.length, lost };
}

/** Without a zone, the same text would be another instant on another computer. */
function instantOf(text: string): number {
  if (!z.iso.datetime({ offset: true }).safeParse(text).success)
    throw new Error("--since is not a time with its zone, such as 2026-11-20T09:00:00Z.");
  const at = Date.parse(text);
  if (at > Date.now()) throw new Error("--since is in the future.");
  return at;
}

function need(name: Exclude<keyof typeof values, "local" | "help">): string {
  const value = values[name];
  if (value === undefined || value === "") throw new Error(`--${name} is missing; see --help.`);
  return value;
}

async function account(): Promise<string> {
  if (values.account !== undefined || values.local !== true) return need("account");
  return (await local<{ account_id: string }>("seed")).account_id;
}

async function table(): Promise<Table> {
  if (values.local === true) {
    const { table: name, ...access } = await local<OperatorAccess>("operator");
    return open(name, access);
  }
  const name = values.table ?? process.env.TABLE_NAME;
  if (!name) throw new Error("Name the table with --table or TABLE_NAME, or pass --local.");
  return open(name, await awsAccess());
}

/** Says which table it is, apart from the answer: after a restore, an old variable still names the dead one. */
function open(name: string, access: AwsClientSettings): Table {
  console.error(`table ${name}`);
  return { client: new DocumentClient(access), name };
}

/** Reads from the running local stack. */
async function local<T>(path: string): Promise<T> {
  const base = process.env.CHECKOUT_BASE_URL ?? "http://127.0.0.1:3000";
  const response = await fetch(`${base}/_local/${path}/`).catch(() => null);
  if (!response?.ok) throw new Error(`No service responds at ${base}: run \`npm start\` first.`);
  return (await response.json()) as T;
}
