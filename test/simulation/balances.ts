import type { Change } from "./memory-table/rows.ts";
import type { Item } from "./memory-table/values.ts";

/** Watches the shards of every account's balance. */
export class Balances {
  /** By account and sort key. */
  readonly #shards = new Map<string, Map<string, Item>>();
  readonly #report: (violation: string) => void;

  constructor(report: (violation: string) => void) {
    this.#report = report;
  }

  /** Learns a changed item; ignores those of other kinds. */
  note(before: Item | null, after: Item | null): void {
    const { entity, accountId, sk } = after ?? before ?? {};
    if (entity !== "credits") return;
    const shards = this.#shards.get(String(accountId)) ?? new Map<string, Item>();
    this.#shards.set(String(accountId), shards);
    if (after === null) shards.delete(String(sk));
    else shards.set(String(sk), after);
  }

  /** Checks the shards and ledger entries that one transaction wrote. */
  check(changes: readonly Change[], ledger: readonly Change[]): void {
    const byAccount = Map.groupBy(changes, ({ before, after }) =>
      String((after ?? before)?.accountId),
    );
    for (const [account, ofAccount] of byAccount) {
      this.#checkShards(account);
      const entries = ledger.flatMap(({ after }) => (after?.accountId === account ? [after] : []));
      this.#checkLedger(account, ofAccount, entries);
    }
  }

  /** None is below zero, all together are what is left, and there are as many as the first one says. */
  #checkShards(account: string): void {
    const byKey = this.#shards.get(account);
    const shards = [...(byKey?.values() ?? [])];
    for (const { available } of shards) {
      if (Number(available) < 0) this.#report(`${account}: a balance of ${available}`);
    }
    if (sum(shards, "available") !== sum(shards, "granted") - sum(shards, "captured"))
      this.#report(`${account}: its balance does not add up`);
    const expected = byKey?.get("BALANCE")?.shards ?? 1;
    if (shards.length !== expected)
      this.#report(`${account}: ${shards.length} shards, not ${expected}`);
  }

  #checkLedger(account: string, changes: readonly Change[], entries: readonly Item[]): void {
    const changed = (name: string) =>
      changes.reduce(
        (all, { before, after }) => all + Number(after?.[name] ?? 0) - Number(before?.[name] ?? 0),
        0,
      );
    const spent = entries.filter(({ kind }) => kind === "capture");
    const added = entries.filter(({ kind }) => kind !== "capture");
    if (
      changed("captured") !== sum(spent, "credits") ||
      changed("granted") !== sum(added, "credits")
    ) {
      this.#report(`${account}: the balance changed by other than its ledger`);
    }
  }
}

function sum(items: readonly Item[], name: string): number {
  return items.reduce((all, item) => all + Number(item[name] ?? 0), 0);
}
