import { type CreditShard, MAX_CREDIT_SHARDS } from "../../domain/credit-shards.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import { Contention } from "../../store/contention.ts";
import { narrowWrites, readShards, widenWrites } from "../../store/credit-shards.ts";
import { LOST, optimistically } from "../../store/optimistic.ts";
import { isRefused, type Table, transact, type Write } from "../../store/transact.ts";
import { accountIsOpenCheck } from "../../store/users.ts";
import { audit } from "../audit/audit.ts";

/** An operator's change of the number of an account's shards. */
interface ShardChange {
  readonly accountId: string;
  /** 1..`MAX_CREDIT_SHARDS` */
  readonly shards: number;
  readonly direction: "widen" | "narrow";
  /** The operator's name, for the audit log. */
  readonly by: string;
  readonly now: number;
}

/**
 * Widens or narrows the balance of an account, which may take payments meanwhile. Widening is one transaction; narrowing
 * removes one shard at a time, so a crash leaves fewer than before, and the same command continues.
 *
 * @returns the shards afterwards
 * @throws ServiceError `invalid_request` for a number out of bounds, `conflict` if the account has too many or too few
 *   already, `not_found` for no open account; `Contention` if payments prevented it: repeat the command
 */
export async function changeShards(
  table: Table,
  change: ShardChange,
): Promise<readonly CreditShard[]> {
  const { accountId, shards: wanted, direction, by, now } = change;
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > MAX_CREDIT_SHARDS) {
    throw new ServiceError("invalid_request", `An account has 1 to ${MAX_CREDIT_SHARDS} shards.`);
  }
  const before = await readShards(table, accountId);
  const isOtherWay = direction === "widen" ? before.length > wanted : before.length < wanted;
  if (isOtherWay) {
    throw new ServiceError("conflict", `The account has ${before.length} shards.`);
  }
  let audited = [
    audit(
      { accountId, actor: `operator:${by}` },
      direction === "widen" ? "credits.widened" : "credits.narrowed",
      accountId,
      now,
      `${before.length} → ${wanted}`,
    ),
  ];
  for (;;) {
    const shards = await step(table, accountId, wanted, audited);
    if (shards.length === wanted) return shards;
    audited = [];
  }
}

/** One transaction towards the wanted number; returns the shards after it. */
async function step(
  table: Table,
  accountId: string,
  wanted: number,
  audited: readonly Write[],
): Promise<readonly CreditShard[]> {
  const done = await optimistically(async () => {
    const shards = await readShards(table, accountId);
    const last = shards.at(-1);
    if (last === undefined || shards.length === wanted) return shards;
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
