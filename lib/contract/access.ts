/**
 * What a function may touch, in the words of the design; `infra` turns it into exact IAM statements
 * and the local stack refuses whatever is missing here.
 */

/** Kinds of items in the one table. `store/table.ts` says which partition keys each of them uses. */
export type Entity =
  | "account"
  | "api_key"
  | "app"
  | "attempt"
  | "audit"
  | "books"
  | "breaker"
  | "checkout"
  /** Their lists and what is due of them: index queries only. */
  | "checkout_list"
  | "claim"
  | "counter"
  | "credits"
  | "cursor_key"
  | "delivery"
  | "endpoint"
  | "event"
  | "failed_request"
  | "idempotency"
  | "identity"
  | "issue"
  | "jwks"
  | "login_code"
  | "logo"
  | "lookup"
  | "member"
  | "nonce"
  /** Messages to members that were sent or given up. */
  | "notification"
  | "notice"
  | "notice_source"
  /** What open checkouts of accounts with a paired phone ask for. */
  | "open_amount"
  /** Counts and results that the service keeps about itself. */
  | "operations"
  | "outbox"
  | "payment_link"
  | "rate"
  | "recovery"
  | "session"
  | "stats"
  | "user";

/** DynamoDB's own action names; a transaction needs those of the items in it. */
export type TableAction =
  | "BatchGetItem"
  | "BatchWriteItem"
  | "ConditionCheckItem"
  | "DeleteItem"
  | "GetItem"
  | "PutItem"
  | "Query"
  | "UpdateItem";

export type QueueName =
  | "verification"
  | "fan-out"
  | "delivery"
  | "delivery-slow"
  | "recovery"
  | "follow-up"
  | "notices"
  | "notifications";

/** Secrets in AWS Secrets Manager; see `contract/secrets.ts` for their contents. */
export const SECRET_NAMES = [
  "webhook-encryption-key",
  "otp-pepper",
  "signing-key",
  "cloudfront-origin",
  "providers",
  "sms-sender",
] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

export interface Access {
  readonly table?: Readonly<Partial<Record<Entity, readonly TableAction[]>>>;
  /** Queues that it sends to, unless it only looks at dead letters. Reading a queue follows from a worker's source. */
  readonly queues?: readonly QueueName[];
  /** May put events on the bus. */
  readonly bus?: boolean;
  /** Secrets that it reads. */
  readonly secrets?: readonly SecretName[];
  /** Secrets whose value it replaces (key rotation only). */
  readonly writesSecrets?: readonly SecretName[];
  /** May read the dead letters of `queues`, the stream, the schedules and the bus, or also remove them. */
  readonly deadLetters?: "look" | "take";
  /** May send an SMS through SNS. */
  readonly sms?: boolean;
  /** May read the stage's deployments in CodeDeploy. */
  readonly releases?: boolean;
}
