/**
 * The whole single-table design on one page.
 *
 * One table, keys `pk` and `sk`; four overloaded indexes for lists (`gsi1`..`gsi4`, newest first because
 * ids sort by time) and one sparse index `due` for whatever has to happen at a time, which only the
 * sweepers read. `due` is sharded: a hot index partition would throttle the whole table. It holds keys only:
 * a change that leaves an item's time alone writes nothing there, and the sweepers read the item itself.
 *
 * | what                     | pk                          | sk            | indexes
 * |--------------------------|-----------------------------|---------------|------------------------------------------
 * | account                  | ACC#{acc}                   | ACC           | gsi1 ACC#ALL
 * | credits balance          | CRD#{acc}                   | BALANCE       |
 * | ledger entry             | CRD#{acc}                   | LED#{id}      |
 * | app                      | APP#{acc}                   | {app}#        |
 * | payment method           | APP#{acc}                   | {app}#PM#{id} | gsi1 PMN#{provider}#{number}
 * | counter                  | CTR#{name}                  | CTR           |
 * | API key (by its hash)    | KEY#{sha256}                | KEY           | gsi1 KEYS#{acc}
 * | checkout                 | CO#{id}                     | CO            | gsi1 COA#{acc}#{mode}, gsi2 COP#{acc}#{app}#{mode},
 * |                          |                             |               | gsi3 COS#{acc}#{mode}#{status}, gsi4 COR#{acc}#{mode}#{client ref}, due
 * | receipt code             | RCP#{code}                  | RCP           |
 * | attempt                  | CO#{id}                     | ATT#{id}      | gsi1 PRK#{acc | provider}, due
 * | claim of a reference     | CLM#{acc}#{mode}#{key}      | CLM           |
 * | fingerprint of a payment | FPR#{acc}#{mode}#{…}#{bucket}| FPR          |
 * | event                    | EVT#{id}                    | EVT           | gsi1 EVA#{acc}#{mode}, gsi2 EVP#{app}#{mode},
 * |                          |                             |               | gsi3 EVK#{acc}#{mode}#{type}, gsi4 EVO#{object id}
 * | event's body, its outbox | EVT#{id}                    | BODY          | due (while unsent)
 * | webhook endpoint         | WHK#{acc}                   | {id}          |
 * | delivery                 | DLV#{id}                    | DLV           | gsi1 DLW#{endpoint}, gsi2 DLP#{app},
 * |                          |                             |               | gsi3 DLS#{endpoint}#{waiting | its last status}, due (while waiting)
 * | delivery attempt         | DLV#{id}                    | TRY#{number}  |
 * | recovery                 | RCV#{endpoint}              | {id}          | due (while running)
 * | idempotency record       | IDM#{sha256 of the scope}   | IDM           |
 * | rate bucket              | RAT#{name}#{subject}        | RAT           |
 * | receipt lookup           | LKP#{provider}#{reference}  | LKP#{digest}  |
 * | provider breaker         | BRK#{provider}              | BRK           |
 * | published signing keys   | JWK#public                  | JWK           |
 * | user                     | USR#{id}                    | USR           |
 * | login identity           | IDN#{issuer}#{subject}      | IDN           | gsi1 IDU#{user}
 * | session (token family)   | SES#{id}                    | SES           | gsi1 SEU#{user}
 * | login code               | OTP#{phone}                 | OTP           |
 * | login nonce, spent token | NON#{value}                 | NON           |
 * | issue (Errors view)      | ISS#{acc}                   | {kind}#{id}   |
 * | audit entry              | AUD#{acc}                   | {id}          |
 * | daily counts             | STA#{acc}#{mode}            | {day}#{app}   |
 *
 * TTL deletes late and never here, so every read filters expired rows (`ttl` in unix seconds).
 */
import type { Entity } from "../contract/access.ts";

export const TABLE = {
  partitionKey: "pk",
  sortKey: "sk",
  ttlAttribute: "ttl",
  indexes: [
    { name: "gsi1", partitionKey: "gsi1pk", sortKey: "gsi1sk", projection: "ALL" },
    { name: "gsi2", partitionKey: "gsi2pk", sortKey: "gsi2sk", projection: "ALL" },
    { name: "gsi3", partitionKey: "gsi3pk", sortKey: "gsi3sk", projection: "ALL" },
    { name: "gsi4", partitionKey: "gsi4pk", sortKey: "gsi4sk", projection: "ALL" },
    { name: "due", partitionKey: "due_pk", sortKey: "due_sk", projection: "KEYS_ONLY" },
  ],
} as const;

export type IndexName = (typeof TABLE.indexes)[number]["name"];

/** Partition keys that each kind of item lives under, as IAM `dynamodb:LeadingKeys` patterns. */
export const KEY_PREFIXES: Readonly<
  Record<
    Entity,
    {
      readonly table: readonly string[];
      readonly indexes?: Readonly<Partial<Record<IndexName, readonly string[]>>>;
    }
  >
> = {
  account: { table: ["ACC#*"], indexes: { gsi1: ["ACC#ALL"] } },
  api_key: { table: ["KEY#*"], indexes: { gsi1: ["KEYS#*"] } },
  app: { table: ["APP#*"], indexes: { gsi1: ["PMN#*"] } },
  attempt: { table: ["CO#*"], indexes: { gsi1: ["PRK#*"], due: ["DUE#ATT#*"] } },
  audit: { table: ["AUD#*"] },
  breaker: { table: ["BRK#*"] },
  checkout: {
    table: ["CO#*", "RCP#*"],
    indexes: {
      gsi1: ["COA#*"],
      gsi2: ["COP#*"],
      gsi3: ["COS#*"],
      gsi4: ["COR#*"],
      due: ["DUE#CO#*"],
    },
  },
  claim: { table: ["CLM#*", "FPR#*"] },
  counter: { table: ["CTR#*"] },
  credits: { table: ["CRD#*"] },
  delivery: {
    table: ["DLV#*"],
    indexes: {
      gsi1: ["DLW#*"],
      gsi2: ["DLP#*"],
      gsi3: ["DLS#*"],
      due: ["DUE#DLV#*"],
    },
  },
  endpoint: { table: ["WHK#*"] },
  event: {
    table: ["EVT#*"],
    indexes: {
      gsi1: ["EVA#*"],
      gsi2: ["EVP#*"],
      gsi3: ["EVK#*"],
      gsi4: ["EVO#*"],
      due: ["DUE#EVT#*"],
    },
  },
  idempotency: { table: ["IDM#*"] },
  identity: { table: ["IDN#*"], indexes: { gsi1: ["IDU#*"] } },
  issue: { table: ["ISS#*"] },
  jwks: { table: ["JWK#*"] },
  login_code: { table: ["OTP#*"] },
  lookup: { table: ["LKP#*"] },
  nonce: { table: ["NON#*"] },
  rate: { table: ["RAT#*"] },
  recovery: { table: ["RCV#*"], indexes: { due: ["DUE#RCV#*"] } },
  session: { table: ["SES#*"], indexes: { gsi1: ["SEU#*"] } },
  stats: { table: ["STA#*"] },
  user: { table: ["USR#*"] },
};

/** Shards of the `due` index. Sweepers read all of them, one query each. */
export const DUE_SHARDS = 4;

/** What sweepers look after. */
export type DueKind = "ATT" | "CO" | "EVT" | "DLV" | "RCV";

/** `due` partition of an item: spread by the last character of its id, which is random. */
export function duePartition(kind: DueKind, id: string): string {
  return `DUE#${kind}#${id.charCodeAt(id.length - 1) % DUE_SHARDS}`;
}

/** All `due` partitions of a kind. */
export function duePartitions(kind: DueKind): readonly string[] {
  return Array.from({ length: DUE_SHARDS }, (_, shard) => `DUE#${kind}#${shard}`);
}

/** Sortable form of an instant (ms since the epoch) for sort keys. */
export function instantKey(ms: number): string {
  return new Date(ms).toISOString();
}
