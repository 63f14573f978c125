/**
 * The whole single-table design on one page.
 *
 * One table, keys `pk` and `sk`, and five indexes:
 *
 * - `gsi1` copies whole items. It lists items that rarely change: accounts, keys, sessions, parked attempts.
 * - `gsi2`, `gsi3`, `gsi4` list checkouts and deliveries, newest first because ids sort by time.
 *   They copy keys and `LIST_ATTRIBUTES`, which never change: a change of an item costs an index write
 *   only where it moves the item to another list. A list reads its page of ids with one query and the
 *   items themselves with one batch read. All of an account's checkouts or events: the lists of its apps, merged.
 * - `due` finds items with a due time. Only sweepers read it. It is sharded, because a throttled
 *   index partition throttles every write of the table, and holds keys only.
 *
 * A checkout is two items of one partition, read with one query: its terms, which lists point to, and its
 * state (status, pending attempts, version), which changes two or three times and stays small whatever the
 * terms hold. Only the state moves between lists, and only when its status changes.
 *
 * | what                     | pk                          | sk            | indexes
 * |--------------------------|-----------------------------|---------------|------------------------------------------
 * | account                  | ACC#{acc}                   | ACC           | gsi1 ACC#ALL
 * | credits balance          | CRD#{acc}                   | BALANCE       |
 * | its other shards, if any | CRD#{acc}                   | BALANCE#{1..7} |
 * | notice of low credits    | CRD#{acc}                   | NOTICE#{type} |
 * | ledger entry             | CRD#{acc}                   | LED#{id}      |
 * | app                      | APP#{acc}                   | {app}#        |
 * | payment method           | APP#{acc}                   | {app}#PM#{id} | gsi1 PMN#{provider}#{number}
 * | its number, once per app | APP#{acc}                   | {app}#PMN#{provider}#{number} |
 * | app's logo               | LOGO#{app}                  | {digest}      |
 * | reusable payment link    | LNK#{code}                  | LNK           | gsi1 LNA#{acc}
 * | checkout's short URL     | LNK#{code}                  | LNK           |
 * | verified through a link  | LNK#{code}                  | PAID#{co}     |
 * | counter                  | CTR#{name}                  | CTR           |
 * | cursor key               | CUR#key                     | CUR           |
 * | API key (by its hash)    | KEY#{sha256}                | KEY           | gsi1 KEYS#{acc}
 * | checkout: terms          | CO#{id}                     | CO            | gsi2 COP#{acc}#{app}#{mode},
 * |                          |                             |               | gsi4 COR#{acc}#{mode}#{client reference} where it has one
 * | checkout: state          | CO#{id}                     | CO.state      | gsi3 COS#{acc}#{mode}#{stored status}, due (while open)
 * | receipt code             | RCP#{code}                  | RCP           |
 * | attempt                  | ATT#{checkout}              | {id}          | gsi1 PRK#{acc | provider} (while parked), due (until settled)
 * | claim of a reference     | CLM#{acc}#{mode}#{key}      | CLM           |
 * | last late payment, or order of credits | HLD#{acc}     | HLD           |
 * | fingerprint of a payment | FPR#{acc}#{mode}#{…}#{quarter day} | FPR    |
 * | event with its body      | EVP#{acc}#{app | account}#{mode} | {id}     |
 * | … of a busy app          | EVP#{acc}#{app}#live#{1..7} | {id}{1..7}    |
 * | mark of a busy app's list | EVP#{acc}#{app}#live       | evt_~         |
 * | event until it is relayed | OUT#{shard}                | {event id}    |
 * | webhook endpoint         | WHK#{acc}                   | {id}          |
 * | delivery                 | DLW#{endpoint}              | {id}          | gsi2 DLP#{app}, due (while waiting), after a failure
 * |                          |                             |               | gsi3 DLS#{endpoint}#{waiting | failed | skipped | canceled}
 * | … of a busy app's event  | DLW#{endpoint}#{1..7}       | {id}{1..7}    | the same
 * | delivery attempt         | DLV#{id}                    | TRY#{number}  |
 * | recovery                 | RCV#{endpoint}              | {id}          | due (while running)
 * | idempotency record       | IDM#{sha256 of the scope}   | IDM           |
 * | rate bucket              | RAT#{name}#{subject}        | RAT           |
 * | receipt lookup           | LKP#{provider}#{reference}  | LKP#{digest}  |
 * | provider breaker         | BRK#{provider}              | BRK           |
 * | its unreadable pages, masked | BRK#{provider}          | PAGE#{0..11}  |
 * | SMS of a day             | OPS#sms#{day}               | OPS           |
 * | sample of the invariants | OPS#sample#{day}            | OPS           |
 * | release of a function    | OPS#releases                | {start}#{id}  |
 * | published signing keys   | JWK#public                  | JWK           |
 * | member of an account     | MEM#{acc}                   | {user}        | gsi1 MEU#{user}
 * | invitation               | MEM#{acc}                   | {inv}         |
 * | version of both          | MEM#{acc}                   | TEAM          |
 * | notification settings    | MEM#{acc}                   | NOT#{user}    | gsi1 MED#daily (while told once a day)
 * | message to a member      | NTF#{acc}                   | {id}#{user}   |
 * | user                     | USR#{id}                    | USR           |
 * | login identity           | IDN#{issuer}#{subject}      | IDN           | gsi1 IDU#{user}
 * | phone with its sign-up credits | IDN#signed-up#{digest} | IDN          |
 * | session (token family)   | SES#{id}                    | SES           | gsi1 SEU#{user}
 * | login code               | OTP#{phone}                 | OTP           |
 * | login nonce, spent token | NON#{value}                 | NON           |
 * | issue (Errors view)      | ISS#{acc}                   | {kind}#{id}   |
 * | audit entry              | AUD#{acc}                   | {id}          |
 * | compared statement       | BKS#{acc}                   | STM#{id}      |
 * | its open points          | BKS#{acc}                   | PTS#{id}      |
 * | daily counts             | STA#{acc}#{mode}            | {day}#{app}   |
 * | last counted event       | STA#{acc}#{mode}            | CURSOR#{app}  |
 * | where counting began     | STA#{acc}#{mode}            | CURSOR        |
 * | notice source            | NTS#{source}                | NTS           | gsi1 NSA#{acc}, due (to check its health)
 * | what its messages left   | NTS#{source}                | STATE         |
 * | notice                   | NTC#{acc}                   | {provider}#{reference}#{hash} | gsi1 NTA#{acc}#{day}, by amount
 * | message that it was reversed   | NTC#{acc}             | {provider}#{reference}#!{hash} |
 * | sale that a notice became | NTL#{acc}                  | {provider}#{reference} |
 * | payment to check against its receipt | NCK#{co}                  | {attempt}     | due
 * | amount of an open checkout | NTO#{acc}                 | {currency}#{amount}#{co} |
 * | unreadable notice        | NTU#{acc}                   | {time}#{hash} |
 * | failed API request       | REQ#{acc}#{mode}            | {time}#{id}   |
 *
 * What a page of a list costs, in read units, for n rows (an item over 4 KB counts once per 4 KB; about 30
 * rows of an index make one unit):
 *
 * | list                                       | queries             | units
 * |--------------------------------------------|---------------------|-----------------------------
 * | checkouts of an app, or with a client reference | 1              | n/30 + 2n (terms and state)
 * | checkouts of an account                    | 1 for its apps, 1 per app, merged | size of the apps / 4 KB + apps × n/30 + 2n
 * | … `verified`, `review`, `canceled`, `rejected` | 1               | n/30 + 2n
 * | … `open` or `verifying`                    | 1 per 100 stored open ones, at most 10 | 2 a row looked at
 * | … `expired`                                | 2 per 100 stored open or expired ones, at most 20 | 2 a row looked at
 * | … with a client reference and a status     | 1 per 100 with it, at most 10 | 2 a row looked at
 * | events of an app                           | 2, with those of the account | their size / 8 KB
 * | events of an account                       | 1 for its apps, 1 per app, merged | size of the apps / 4 KB + apps × n rows / 8 KB
 * | … of a type                                | 1 per 100 events, at most 10 | size of the rows looked at / 8 KB
 * | … of a busy app, in live mode              | 7 more              | the same, for each of its parts
 * | events of a checkout                       | 1 batch read: its state names them | n
 * | deliveries of an app                       | 1                   | n/30 + n
 * | deliveries of an endpoint                  | 1, in its own partition | their size / 4 KB
 * | … `pending`, `delivering`, `succeeded`     | 1 per 100 rows looked at, at most 10 | their size / 4 KB
 * | … with another status                      | 1                   | n/32 + n
 * | … of an endpoint of a busy app, in its own partitions | 7 more   | the same, for each of its parts
 * | attempts, ledger, audit, issues, endpoints, failed requests | 1, in their own partition | their size / 4 KB
 *
 * Daily counts are derived from the lists of events. Reading them costs, in read units:
 *
 * | read                                       | queries             | units
 * |--------------------------------------------|---------------------|-----------------------------
 * | apps of the account, unless one is named   | 1                   | their size / 4 KB
 * | cursors                                    | 3                   | 3
 * | rows of the days, one for each app         | 1                   | their size / 4 KB (30 days of an app: 2)
 * | n events that are not counted yet          | 2 per app, at least | their size / 8 KB
 *
 * Where events are older than 15 minutes, it counts them, as `count-events` does every 15 minutes: 2 write units for each day and
 * app, and 2 for the cursor, of each 500 events.
 *
 * TTL deletes items late, and the local engine never, so reads filter expired rows (`ttl` in unix seconds).
 */
import type { Entity } from "../contract/access.ts";

/** Attributes that `gsi2`..`gsi4` copy besides keys. They must never change. */
const LIST_ATTRIBUTES = ["appId", "livemode", "type", "eventType"];

/** In DynamoDB's terms, as `CreateTable`, CloudFormation and the local engines expect it. */
interface Projection {
  readonly ProjectionType: "ALL" | "INCLUDE" | "KEYS_ONLY";
  readonly NonKeyAttributes?: string[];
}

const WHOLE_ITEM: Projection = { ProjectionType: "ALL" };
const LISTED: Projection = { ProjectionType: "INCLUDE", NonKeyAttributes: LIST_ATTRIBUTES };
const KEYS: Projection = { ProjectionType: "KEYS_ONLY" };

export const TABLE = {
  partitionKey: "pk",
  sortKey: "sk",
  ttlAttribute: "ttl",
  indexes: [
    { name: "gsi1", partitionKey: "gsi1pk", sortKey: "gsi1sk", projection: WHOLE_ITEM },
    { name: "gsi2", partitionKey: "gsi2pk", sortKey: "gsi2sk", projection: LISTED },
    { name: "gsi3", partitionKey: "gsi3pk", sortKey: "gsi3sk", projection: LISTED },
    { name: "gsi4", partitionKey: "gsi4pk", sortKey: "gsi4sk", projection: LISTED },
    { name: "due", partitionKey: "due_pk", sortKey: "due_sk", projection: KEYS },
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
  attempt: { table: ["ATT#*"], indexes: { gsi1: ["PRK#*"], due: ["DUE#ATT#*"] } },
  audit: { table: ["AUD#*"] },
  books: { table: ["BKS#*"] },
  breaker: { table: ["BRK#*"] },
  checkout: { table: ["CO#*", "RCP#*"] },
  checkout_list: {
    table: [],
    indexes: {
      gsi2: ["COP#*"],
      gsi3: ["COS#*"],
      gsi4: ["COR#*"],
      due: ["DUE#CO#*"],
    },
  },
  claim: { table: ["CLM#*", "FPR#*", "HLD#*"] },
  counter: { table: ["CTR#*"] },
  credits: { table: ["CRD#*"] },
  cursor_key: { table: ["CUR#key"] },
  delivery: {
    table: ["DLW#*", "DLV#*"],
    indexes: { gsi2: ["DLP#*"], gsi3: ["DLS#*"], due: ["DUE#DLV#*"] },
  },
  endpoint: { table: ["WHK#*"] },
  event: { table: ["EVP#*"] },
  failed_request: { table: ["REQ#*"] },
  idempotency: { table: ["IDM#*"] },
  identity: { table: ["IDN#*"], indexes: { gsi1: ["IDU#*"] } },
  issue: { table: ["ISS#*"] },
  jwks: { table: ["JWK#*"] },
  login_code: { table: ["OTP#*"] },
  logo: { table: ["LOGO#*"] },
  lookup: { table: ["LKP#*"] },
  member: { table: ["MEM#*"], indexes: { gsi1: ["MEU#*", "MED#*"] } },
  nonce: { table: ["NON#*"] },
  notice: {
    table: ["NTC#*", "NTU#*", "NCK#*", "NTL#*"],
    indexes: { gsi1: ["NTA#*"], due: ["DUE#NCK#*"] },
  },
  notification: { table: ["NTF#*"] },
  notice_source: { table: ["NTS#*"], indexes: { gsi1: ["NSA#*"], due: ["DUE#NTS#*"] } },
  operations: { table: ["OPS#*"] },
  open_amount: { table: ["NTO#*"] },
  outbox: { table: ["OUT#*"] },
  payment_link: { table: ["LNK#*"], indexes: { gsi1: ["LNA#*"] } },
  rate: { table: ["RAT#*"] },
  recovery: { table: ["RCV#*"], indexes: { due: ["DUE#RCV#*"] } },
  session: { table: ["SES#*"], indexes: { gsi1: ["SEU#*"] } },
  stats: { table: ["STA#*"] },
  user: { table: ["USR#*"] },
};
