import { createHash, randomUUID } from "node:crypto";
import { verifyCheckout } from "../../contract/routes/v1.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import { derivedId, newId } from "../../domain/ids.ts";
import {
  type Balance,
  type CreditShard,
  decideAdjust,
  decideGrant,
  type LedgerRefusal,
  MAX_CREDIT_SHARDS,
  planTakingBack,
  sumOfShards,
} from "../../domain/ledger.ts";
import { randomBytes } from "../../pipeline/deps.ts";
import { writePrincipal } from "../../pipeline/principal.ts";
import { appsOf } from "../../store/apps.ts";
import { getBalance, narrowWrites, readShards, widenWrites } from "../../store/credit-shards.ts";
import { grantWrites, hasLedgerEntry } from "../../store/credits.ts";
import { spreadEvents } from "../../store/event-lists.ts";
import {
  type Commit,
  Contention,
  isRefused,
  LOST,
  optimistically,
  type Refusal,
  type Table,
  transact,
  type Write,
} from "../../store/transact.ts";
import { accountIsOpenCheck } from "../../store/users.ts";
import { inspectAccount } from "./accounts.ts";
import { type OperatorAction, operatorAudit } from "./operator.ts";

/** A manual change of an account's credits by an operator. */
export interface ManualCredits extends Omit<OperatorAction, "table"> {
  readonly accountId: string;
  readonly kind: "grant" | "adjust";
  /** Integer; negative only in an adjustment. */
  readonly credits: number;
  /** E.g. an invoice's number. The same reference counts once in `REFERENCE_DAYS`; null counts each time. */
  readonly reference: string | null;
}

const DAY_MS = 86_400_000;
/** Today (UTC) and the days before it. */
const REFERENCE_DAYS = 31;

/**
 * Grants or adjusts credits, with entries in the ledger and the audit log.
 *
 * @throws ServiceError `invalid_request` for credits out of bounds, `insufficient_credits` below zero,
 * `not_found` for no open account, `conflict` for a reference that was used within `REFERENCE_DAYS`
 */
export async function changeCredits(table: Table, change: ManualCredits): Promise<Balance> {
  const [id, ...earlier] = entryIds(change);
  if (await hasLedgerEntry(table, change.accountId, earlier)) throw refused("ledger");
  const commit = await optimistically(async () => {
    const tried = await tryToChange(table, change, id);
    // Captures were faster: what is left decides.
    return isRefused(tried, "credits") && !isRefused(tried, "open account", "ledger")
      ? LOST
      : tried;
  });
  if (commit === LOST) throw new Contention();
  if (!commit.committed) throw refused(commit.refusals[0]?.kind);
  return getBalance(table, change.accountId);
}

async function tryToChange(table: Table, change: ManualCredits, id: string): Promise<Commit> {
  const { accountId, kind, credits, reason: note, now } = change;
  const shards = await readShards(table, accountId);
  const decision = (kind === "grant" ? decideGrant : decideAdjust)(sumOfShards(shards), credits);
  if (!decision.ok) throw refused(decision.refusal);
  const taken = credits < 0 ? planTakingBack(shards, -credits) : [];
  if (taken === null) throw refused("insufficient_credits");
  const entry = { id, accountId, kind, credits, source: "operator", note, createdAt: now };
  return transact(table, [
    accountIsOpenCheck(accountId),
    ...grantWrites(entry, taken),
    ...operatorAudit(
      change,
      kind === "grant" ? "credits.granted" : "credits.adjusted",
      { accountId, objectId: id },
      String(credits),
    ),
  ]);
}

/** Latest manual changes, so that an operator sees a change that another one has already made. */
const RECENT = 5;

/**
 * What `changeCredits` would do: whose account it is, the balance before and after, and the last changes by operators. The
 * same refusals, but nothing is written.
 */
export async function previewCredits(table: Table, change: ManualCredits) {
  const { accountId, kind, credits, now } = change;
  const { account, apps, owner, balance, ledger } = await inspectAccount(table, accountId, now);
  if (account.closedAt !== null) throw refused("open account");
  const decision = (kind === "grant" ? decideGrant : decideAdjust)(balance, credits);
  if (!decision.ok) throw refused(decision.refusal);
  if (await hasLedgerEntry(table, accountId, entryIds(change))) throw refused("ledger");
  const manual = ledger.filter(({ source }) => source === "operator").slice(0, RECENT);
  return {
    account: accountId,
    owner: owner?.name ?? owner?.phone ?? owner?.telegram?.name ?? null,
    apps: apps.map(({ name }) => name),
    kind,
    credits,
    availableBefore: balance.available,
    availableAfter: balance.available + credits,
    lastManualChanges: manual.map(({ kind, credits, note, createdAt }) => ({
      ...{ createdAt, kind, credits, note },
    })),
  };
}

/** The id of the entry, then those that the same reference would have had on the days before. */
function entryIds({ accountId, reference, now }: ManualCredits): readonly [string, ...string[]] {
  if (reference === null) return [newId("led_", now, randomBytes(10))];
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const digest = createHash("sha256").update(`${accountId}\n${reference}`).digest();
  const idOf = (daysAgo: number) => derivedId("led_", today - daysAgo * DAY_MS, digest);
  const before = Array.from({ length: REFERENCE_DAYS - 1 }, (_, index) => idOf(index + 1));
  return [idOf(0), ...before];
}

function refused(why: Refusal["kind"] | LedgerRefusal | undefined): ServiceError {
  switch (why) {
    case "open account":
      return new ServiceError("not_found", "There is no open account with this ID.");
    case "ledger":
      return new ServiceError("conflict", "This reference has already been used within 31 days.");
    case "credits":
    case "insufficient_credits":
      return new ServiceError("insufficient_credits", "The balance would fall below zero.");
    default:
      return new ServiceError(
        "invalid_request",
        "The number of credits must be a whole number up to 10^12: at least 1 for a grant, not 0 for an adjustment.",
      );
  }
}

/** An operator's change of the number of an account's shards. */
interface ShardChange extends Omit<OperatorAction, "table"> {
  readonly accountId: string;
  /** 1..`MAX_CREDIT_SHARDS` */
  readonly shards: number;
  /** Refuses the other one. */
  readonly direction?: "widen" | "narrow";
}

/**
 * Widens or narrows the balance of an account, which may take payments meanwhile. Widening is one transaction; narrowing
 * removes one shard at a time, so a crash leaves fewer than before, and the same command continues. Several shards also
 * spread the events of the account's apps.
 *
 * @returns the shards afterwards
 * @throws ServiceError `invalid_request` for a number out of bounds, `conflict` for the other direction and if another operator
 *   changes the number meanwhile, `not_found` for no open account; `Contention` if payments prevented it: repeat it
 */
export async function changeShards(
  table: Table,
  change: ShardChange,
): Promise<readonly CreditShard[]> {
  const { accountId, shards: wanted, direction } = change;
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > MAX_CREDIT_SHARDS) {
    throw new ServiceError("invalid_request", `An account has 1 to ${MAX_CREDIT_SHARDS} shards.`);
  }
  const before = await readShards(table, accountId);
  const actual = before.length > wanted ? "narrow" : "widen";
  if (direction !== undefined && before.length !== wanted && actual !== direction) {
    throw new ServiceError(
      "conflict",
      `The account already has ${before.length} shards: ${actual} it instead.`,
    );
  }
  let audited = operatorAudit(
    change,
    actual === "narrow" ? "credits.narrowed" : "credits.widened",
    { accountId, objectId: accountId },
    `${before.length} → ${wanted}`,
  );
  let number = before.length;
  for (;;) {
    const shards = await step(table, accountId, { from: number, to: wanted }, audited);
    audited = [];
    number = actual === "narrow" ? number - 1 : wanted;
    if (shards.length !== wanted) continue;
    if (wanted > 1) {
      await spreadEvents(table, accountId, await appsOf(table, accountId), change.now);
    }
    return shards;
  }
}

/**
 * One transaction towards the wanted number; returns the shards after it.
 *
 * @throws ServiceError `conflict` where another operator has changed the number: the audit log would tell neither change
 */
async function step(
  table: Table,
  accountId: string,
  { from, to: wanted }: { readonly from: number; readonly to: number },
  audited: readonly Write[],
): Promise<readonly CreditShard[]> {
  const done = await optimistically(async () => {
    const shards = await readShards(table, accountId);
    const last = shards.at(-1);
    if (last === undefined || shards.length === wanted) return shards;
    if (shards.length !== from) {
      throw new ServiceError("conflict", "Another operator is changing this balance. Look again.");
    }
    const commit = await transact(table, [
      accountIsOpenCheck(accountId),
      ...(shards.length < wanted
        ? widenWrites(accountId, shards.length, wanted)
        : narrowWrites(accountId, last)),
      ...audited,
    ]);
    if (isRefused(commit, "open account")) throw notFound("open account");
    return commit.committed ? readShards(table, accountId) : LOST;
  });
  if (done === LOST) throw new Contention();
  return done;
}

interface Verification {
  readonly accountId: string;
  readonly checkoutId: string;
  /** A reference, the receipt's link, or the whole SMS. */
  readonly input: string;
  readonly provider: string | null;
}

/**
 * The event that the gateway would send to `v1-verify-checkout` for a live key of the account. With it an operator
 * can verify a payment while the API is closed.
 */
export function verifyEvent({ accountId, checkoutId, input, provider }: Verification): object {
  return {
    resource: verifyCheckout.path.replace(/\/$/, ""),
    path: verifyCheckout.path.replace("{id}", checkoutId),
    httpMethod: verifyCheckout.method,
    headers: { "content-type": "application/json" },
    pathParameters: { id: checkoutId },
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    body: JSON.stringify({ input, ...(provider === null ? {} : { provider }) }),
    isBase64Encoded: false,
    requestContext: {
      requestId: randomUUID(),
      requestTimeEpoch: Date.now(),
      identity: { sourceIp: "127.0.0.1" },
      authorizer: {
        principal: writePrincipal({
          kind: "key",
          keyId: "key_operator",
          accountId,
          appId: null,
          mode: "live",
          scopes: ["checkouts:write"],
        }),
      },
    },
  };
}
