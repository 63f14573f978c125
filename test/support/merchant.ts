import { randomBytes } from "node:crypto";
import { SCOPES } from "../../lib/contract/schemas/api-key.ts";
import type { Mode } from "../../lib/domain/checkout.ts";
import { newId } from "../../lib/domain/ids.ts";
import { formatKey, keyPreview } from "../../lib/domain/keys.ts";
import type { CaptureSource } from "../../lib/domain/ledger.ts";
import type { ProviderId } from "../../lib/domain/provider.ts";
import { hashKey, newApiKeyWrite } from "../../lib/store/api-keys.ts";
import { newAppWrite, nextAppId } from "../../lib/store/apps.ts";
import { widenWrites } from "../../lib/store/credit-shards.ts";
import { captureWrites, grantWrites, type LedgerRow } from "../../lib/store/credits.ts";
import { methodWrite } from "../../lib/store/payment-methods.ts";
import { type Commit, type Table, transact, type Write } from "../../lib/store/transact.ts";

export interface Merchant {
  readonly accountId: string;
  readonly appId: number;
  readonly appName: string;
  readonly liveKey: string;
  readonly testKey: string;
  readonly methodIds: Readonly<Partial<Record<ProviderId, string>>>;
}

export interface MerchantWish {
  readonly credits?: number;
  /** Receiving accounts, one for each provider. */
  readonly accounts?: Readonly<Partial<Record<ProviderId, { name: string; number: string }>>>;
  /** Makes account-wide keys instead of keys of the app. */
  readonly accountWide?: boolean;
  /** Adds another app to this account. */
  readonly accountId?: string;
  readonly now?: number;
}

export const SHOP = { name: "Selam Coffee House", number: "251900000001" };

/** A merchant straight in the table: an account with credits, an app, its accounts, a key of each mode. */
export async function createMerchant(table: Table, wish: MerchantWish = {}): Promise<Merchant> {
  const now = wish.now ?? Date.now();
  const accountId = wish.accountId ?? id("acc_", now);
  const appId = await nextAppId(table);
  const appName = "Selam Coffee";
  const accounts = wish.accounts ?? { telebirr: SHOP };
  const methodIds: Partial<Record<ProviderId, string>> = {};
  const writes: Write[] = [
    newAppWrite({ appId, accountId, name: appName, createdAt: now, deletedAt: null }),
  ];
  let position = 0;
  for (const [provider, account] of Object.entries(accounts) as [ProviderId, typeof SHOP][]) {
    const methodId = id("pm_", now);
    methodIds[provider] = methodId;
    writes.push(
      accountWrite({ accountId, appId }, provider, account, { id: methodId, position: position++ }),
    );
  }
  const credits = wish.credits ?? 100;
  if (wish.accountId === undefined && credits > 0) {
    writes.push(
      ...grantWrites({
        id: id("led_", now),
        accountId,
        kind: "grant",
        credits,
        source: "test",
        note: null,
        createdAt: now,
      }),
    );
  }
  const keys = { live: newKey("live"), test: newKey("test") };
  for (const mode of ["live", "test"] as const) {
    writes.push(
      newApiKeyWrite({
        id: id("key_", now),
        hash: hashKey(keys[mode]),
        accountId,
        appId: wish.accountWide === true ? null : appId,
        mode,
        name: `${mode} key`,
        ...keyPreview(keys[mode]),
        scopes: [...SCOPES],
        createdAt: now,
        expiresAt: null,
        revokedAt: null,
        rotatedTo: null,
        lastUsedAt: null,
      }),
    );
  }
  const commit = await transact(table, writes);
  if (!commit.committed) throw new Error(`merchant not stored: ${JSON.stringify(commit.refusals)}`);
  return { accountId, appId, appName, liveKey: keys.live, testKey: keys.test, methodIds };
}

/** Adds a receiving account to an app. */
export function accountWrite(
  { accountId, appId }: Pick<Merchant, "accountId" | "appId">,
  provider: ProviderId,
  { name: accountName, number: accountNumber }: typeof SHOP,
  place: { readonly id?: string; readonly position?: number } = {},
): Write {
  const createdAt = Date.now();
  return methodWrite({
    ...{ id: id("pm_", createdAt), accountId, appId, provider, accountName, accountNumber },
    ...{ label: null, instructions: null, enabled: true, position: 99, createdAt },
    ...place,
  });
}

function newKey(mode: Mode): string {
  return formatKey(mode, randomBytes(64));
}

function id(prefix: Parameters<typeof newId>[0], now: number): string {
  return newId(prefix, now, randomBytes(10));
}

/** Commits a grant or an adjustment in its own transaction. */
export function grantCredits(table: Table, entry: LedgerRow): Promise<Commit> {
  return transact(table, grantWrites(entry));
}

export type CreditAccounts = ReturnType<typeof creditAccounts>;

/** Accounts that have nothing but credits. */
export function creditAccounts(table: Table) {
  let made = 0;
  const newId = () => `acc_${++made}`;
  const entry = (accountId: string, kind: LedgerRow["kind"], credits: number): LedgerRow => ({
    ...{ id: `led_${++made}`, accountId, kind, credits },
    ...{ source: "test", note: null, createdAt: 1_000 },
  });
  return {
    newId,
    entry,
    capture: (accountId: string, source: CaptureSource) =>
      transact(table, captureWrites(entry(accountId, "capture", 1), source)),
    /** All credits are in the first shard. */
    newAccount: async (credits: number, shards: number) => {
      const accountId = newId();
      await grantCredits(table, entry(accountId, "grant", credits));
      if (shards > 1) await transact(table, widenWrites(accountId, 1, shards));
      return accountId;
    },
  };
}
