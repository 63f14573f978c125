import type { AwsClientSettings } from "../lib/cloud/aws-client.ts";
import { GetQueueUrlCommand, SQSClient } from "../lib/cloud/aws-services.ts";
import { DeleteCommand, DocumentClient, PutCommand, paginateScan } from "../lib/cloud/dynamodb.ts";
import { operatingAccounts } from "../lib/contract/roles.ts";
import { DEAD_QUEUES } from "../lib/contract/schemas/operator.ts";
import { healthOf } from "../lib/domain/breaker.ts";
import { notFound } from "../lib/domain/errors.ts";
import { MAX_CREDIT_SHARDS } from "../lib/domain/ledger.ts";
import type { ProviderId } from "../lib/domain/provider.ts";
import type { OperatorAccess } from "../lib/local/operator-routes.ts";
import { listAudit } from "../lib/store/audit.ts";
import { getCheckout } from "../lib/store/checkouts.ts";
import { getBalance, readShards } from "../lib/store/credit-shards.ts";
import { listIssues, SERVICE_ACCOUNT } from "../lib/store/issues.ts";
import type { UnreadableItem } from "../lib/store/shape.ts";
import { type Item, type Table, transact } from "../lib/store/transact.ts";
import { getAccount } from "../lib/store/users.ts";
import {
  type AccountSearch,
  type AccountSummary,
  findAccounts,
  inspectAccount,
  previewRevocation,
  revokeAccess,
} from "../lib/use-cases/operator/accounts.ts";
import { ALL_BANKS, bankReports, switchBank } from "../lib/use-cases/operator/banks.ts";
import {
  changeCredits,
  changeShards,
  type ManualCredits,
  previewCredits,
  verifyEvent,
} from "../lib/use-cases/operator/change-credits.ts";
import {
  countDeadLetters,
  lookAtDeadLetters,
  type Queues,
  replayDeadLetters,
} from "../lib/use-cases/operator/dead-letters.ts";
import { operatorAudit } from "../lib/use-cases/operator/operator.ts";
import { previewRevocations, redoRevocations } from "../lib/use-cases/operator/redo-revocations.ts";
import { repairCopy } from "../lib/use-cases/operator/repair-copy.ts";
import { serviceReport } from "../lib/use-cases/operator/report.ts";
import { changeSuspension, previewSuspension } from "../lib/use-cases/operator/suspend-account.ts";
import { adviceFor, awsAccess } from "./aws-access.ts";
import { Arguments, type CommandName, USAGE, WrongUsage } from "./operator-arguments.ts";

type Run = (given: Arguments) => Promise<object | null>;

/** Each checks every argument before it opens the table; null where the answer is already printed. */
const RUNS: Readonly<Record<CommandName, Run>> = {
  "credits show": async (given) => getBalance(...(await tableAndAccount(given))),
  "credits grant": (given) => creditsChanged("grant", given),
  "credits adjust": (given) => creditsChanged("adjust", given),
  "accounts find": foundAccounts,
  "accounts inspect": async (given) =>
    inspectAccount(...(await tableAndAccount(given)), Date.now()),
  "accounts suspend": (given) => suspensionChanged(true, given),
  "accounts resume": (given) => suspensionChanged(false, given),
  "accounts revoke": accessRevoked,
  "accounts show": async (given) => readShards(...(await tableAndAccount(given))),
  "accounts widen": (given) => shardsChanged("widen", given),
  "accounts narrow": (given) => shardsChanged("narrow", given),
  audit: auditLog,
  "banks list": async (given) => banks(await table(given), ALL_BANKS),
  "banks off": bankOff,
  "banks on": async (given) => {
    // Any provider: one that could be switched off before must not stay off.
    const [bank, actor] = [given.provider(), given.actor()];
    return switchBank({ table: await table(given), ...actor }, bank, true);
  },
  "letters list": async (given) => countDeadLetters(await queues(given), DEAD_QUEUES),
  "letters show": async (given) => {
    const queue = given.queue();
    return lookAtDeadLetters(await queues(given), queue);
  },
  "letters replay": async (given) => {
    const [queue, actor, id] = [given.queue(), given.actor(), given.values.id ?? null];
    const of = await queues(given);
    const action = { table: await table(given), ...actor };
    return { letters: await replayDeadLetters(action, of, queue, id) };
  },
  report: async (given) => serviceReport(await table(given), null, Date.now(), leftOut),
  issues: async (given) => {
    const of = { accountId: SERVICE_ACCOUNT };
    return (await listIssues(await table(given), of, { limit: 100 }, Date.now())).data;
  },
  "verify-event": async (given) => {
    const [id, checkoutId, input] = [given.account(), given.checkout(), given.need("input")];
    const provider = given.values.provider === undefined ? null : given.provider();
    return verifyEvent({ accountId: id ?? (await testAccount()), checkoutId, input, provider });
  },
  "redo-revocations": redo,
  "repair-copy": repair,
};

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Its reader, for example `head`, has enough. The command goes on, as it may be changing something.
  if (error.code === "EPIPE") return;
  console.error(`The output could not be written: ${error.message}`);
  process.exit(1);
});

try {
  const given = new Arguments(process.argv.slice(2));
  const answer = given.command === null ? null : await RUNS[given.command](given);
  if (given.command === null) console.log(USAGE);
  if (answer !== null) print(answer);
} catch (error) {
  console.error(adviceFor(error));
  process.exitCode = error instanceof WrongUsage ? 2 : 1;
}

/** A change that waits for --yes. */
function preview(planned: object): object {
  console.error("Nothing has changed. Repeat the command with --yes to do this.");
  process.exitCode = 2;
  return planned;
}

async function creditsChanged(kind: ManualCredits["kind"], given: Arguments): Promise<object> {
  const change = {
    kind,
    credits: given.credits(),
    reference: given.reference(),
    ...given.actor(),
  };
  const [to, accountId] = await tableAndAccount(given);
  if (given.values.yes) return changeCredits(to, { accountId, ...change });
  return preview(await previewCredits(to, { accountId, ...change }));
}

async function suspensionChanged(suspended: boolean, given: Arguments): Promise<object> {
  const actor = given.actor();
  const to = await queues(given);
  const [of, accountId] = await tableAndAccount(given);
  // Locally, the test merchant operates the service.
  const kept = given.values.local ? [] : await accountsKept(given.need("stage"));
  const change = { table: of, accountId, suspended, kept, ...actor };
  if (!given.values.yes) return preview(await previewSuspension(change));
  const { isRepeated } = await changeSuspension(change, to);
  if (isRepeated) {
    const state = suspended ? "suspended" : "resumed";
    console.error(`It was ${state} before. Only the work on its pay pages has started again.`);
  }
  const { account, apps, owner } = await inspectAccount(of, accountId, Date.now());
  return { account, apps, owner };
}

/** By the stage's file, which is loaded here only: it takes longer to load than most commands take. */
async function accountsKept(stage: string) {
  const { stageConfig } = await import("../lib/infra/config/stages.ts");
  return operatingAccounts(stageConfig(stage).service);
}

async function accessRevoked(given: Arguments): Promise<object> {
  const [what, actor] = [given.revoked(), given.actor()];
  const [of, accountId] = await tableAndAccount(given);
  const wanted = { accountId, ...what };
  if (given.values.yes) return revokeAccess({ table: of, ...actor }, wanted);
  return preview(await previewRevocation(of, wanted, actor.now));
}

async function shardsChanged(direction: "widen" | "narrow", given: Arguments): Promise<object> {
  const shards = Number(given.values.shards ?? (direction === "widen" ? MAX_CREDIT_SHARDS : 1));
  const change = { direction, shards, ...given.actor("command line") };
  const [to, accountId] = await tableAndAccount(given);
  return changeShards(to, { accountId, ...change });
}

async function auditLog(given: Arguments): Promise<object> {
  const id = given.values.account === undefined ? null : given.account();
  const page = { limit: 100, internal: true } as const;
  const of = await table(given);
  return (await listAudit(of, id ?? SERVICE_ACCOUNT, page, Date.now())).data;
}

async function bankOff(given: Arguments): Promise<object> {
  const [bank, actor] = [given.bank(), given.actor()];
  const to = await table(given);
  if (given.values.yes) return switchBank({ table: to, ...actor }, bank, false);
  const effect = "For all accounts: its payments wait until it is on again.";
  return preview({ effect, banks: await banks(to, [bank]) });
}

/** Names an item that is not shown because it is unreadable. */
function leftOut({ message }: UnreadableItem): void {
  console.error(message);
}

/** With the state as everyone sees it: a breaker that is "closed" is a bank that is up. */
async function banks(of: Table, wanted: readonly ProviderId[]): Promise<readonly object[]> {
  const reports = await bankReports(of, wanted, Date.now(), leftOut);
  return reports.map(({ provider, ...report }) => {
    return { provider, status: healthOf(report.breaker), ...report };
  });
}

/** By name, all accounts are read: one left out would look like one that does not exist. */
async function foundAccounts(given: Arguments): Promise<object> {
  const wanted = given.search();
  const of = await table(given);
  const search: AccountSearch =
    wanted.by === "checkout" ? { by: "id", id: await accountOfCheckout(of, wanted.id) } : wanted;
  const found: AccountSummary[] = [];
  let cursor: string | null = null;
  do {
    const part: AccountSearch =
      search.by === "name" && cursor !== null ? { ...search, cursor } : search;
    const page: Awaited<ReturnType<typeof findAccounts>> = await findAccounts(of, part, leftOut);
    found.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

async function accountOfCheckout(of: Table, id: string): Promise<string> {
  const checkout = await getCheckout(of, id);
  if (checkout === null) throw notFound("checkout");
  return checkout.accountId;
}

async function redo(given: Arguments): Promise<object> {
  const [fromName, since, by] = [given.need("from"), given.since(), given.by()];
  const to = await table(given);
  const from = { ...to, name: fromName };
  if (from.name === to.name)
    throw new WrongUsage(
      "--from and --table name the same table. --table must be the restored copy.",
    );
  console.error(`changes since ${new Date(since).toISOString()} in ${from.name}`);
  if (!given.values.yes) return preview(await previewRevocations({ from, to, since }));
  const answer = await redoRevocations({ from, to, since, by, now: Date.now() });
  const failed = answer.undone.filter(({ outcome }) => outcome === "failed").length;
  if (failed + answer.unreadable.length > 0) {
    console.error(`${failed} changes failed, ${answer.unreadable.length} entries are unreadable`);
    process.exitCode = 1;
  }
  return answer;
}

async function repair(given: Arguments): Promise<object | null> {
  const by = { name: given.by() };
  const to = await table(given);
  const { client, name } = to;
  const items: Item[] = [];
  for await (const { Items = [] } of paginateScan(
    { client },
    { TableName: name, ConsistentRead: true },
  )) {
    items.push(...Items);
  }
  const now = Date.now();
  const { put, remove, lost } = repairCopy(items, now);
  const planned = { items: items.length, stored: put.length, removed: remove.length, lost };
  if (!given.values.yes) return preview(planned);
  // First: a run that dies midway leaves less to find, so the next one no longer names every loss.
  print(planned);
  if (put.length + remove.length === 0) return null;
  const detail = `${put.length} stored, ${remove.length} removed`;
  const subject = { accountId: null, objectId: name };
  await transact(to, [
    ...operatorAudit({ by, reason: "repair-copy", now }, "table.repaired", subject, detail),
  ]);
  // One by one: there are few, and a repetition finds the rest.
  for (const Key of remove) await client.send(new DeleteCommand({ TableName: name, Key }));
  for (const one of put) await client.send(new PutCommand({ TableName: name, Item: one }));
  console.error("repaired");
  return null;
}

/** The queues of --stage, or of the running local stack. */
async function queues(given: Arguments): Promise<Queues> {
  const { local: isLocal } = given.values;
  const stage = isLocal ? "dev" : given.need("stage");
  const access = isLocal ? await local<OperatorAccess>("operator") : await awsAccess();
  console.error(`queues checkout-${stage}-…`);
  const client = new SQSClient(access);
  const known = `checkout-${stage}-verification`;
  const { QueueUrl = "" } = await client.send(new GetQueueUrlCommand({ QueueName: known }));
  const base = QueueUrl.slice(0, -"verification".length);
  return { client, urlOf: (name) => base + name };
}

async function testAccount(): Promise<string> {
  return (await local<{ account_id: string }>("seed")).account_id;
}

/** For commands that would take an account that does not exist for an empty one. */
async function tableAndAccount(given: Arguments): Promise<readonly [Table, string]> {
  const id = given.account();
  const of = await table(given);
  const accountId = id ?? (await testAccount());
  if ((await getAccount(of, accountId)) === null) throw notFound("account");
  return [of, accountId];
}

async function table({ values }: Arguments): Promise<Table> {
  if (values.local === true) {
    const { table: name, ...access } = await local<OperatorAccess>("operator");
    return open(name, access);
  }
  const name = values.table ?? process.env.TABLE_NAME;
  if (!name) throw new WrongUsage("Name the table with --table or TABLE_NAME, or pass --local.");
  return open(name, await awsAccess());
}

/** Says which table it is, apart from the answer: after a restore, an old variable still names the dead one. */
function open(name: string, access: AwsClientSettings): Table {
  console.error(`table ${name}`);
  return { client: new DocumentClient(access), name };
}

/** Reads from the running local stack. */
async function local<T>(path: string): Promise<T> {
  const base = process.env.CHECKOUT_BASE_URL || "http://127.0.0.1:3000";
  const response = await fetch(`${base}/_local/${path}/`).catch(() => null);
  if (!response?.ok)
    throw new Error(
      `No service responds at ${base}: run \`npm start\` first, or set CHECKOUT_BASE_URL.`,
    );
  return (await response.json()) as T;
}

/** JSON, with times as a person reads them. */
function print(answer: object): void {
  const readable = (name: string, value: unknown) =>
    typeof value === "number" && value > 0 && /^(at|since)$|(At|Since)$/.test(name)
      ? new Date(value).toISOString()
      : value;
  console.log(JSON.stringify(answer, readable, 2));
}
