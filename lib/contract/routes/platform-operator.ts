import { route } from "../route.ts";
import {
  bank,
  bankList,
  bankParams,
  changeCreditsBody,
  changeLimitsBody,
  deadLetterList,
  deadQueueList,
  deadQueueParams,
  endAccountBody,
  findAccountsQuery,
  foundAccountList,
  inspectedAccount,
  inspectedParams,
  operations,
  replayBody,
  replayed,
  suspendAccountBody,
  switchBankBody,
} from "../schemas/operator.ts";
import { IDEMPOTENCY_ACCESS } from "./access-sets.ts";

/** The operator's console. Every change needs a second factor and a reason, and is audited. */

const BANKS = "/api/platform/operator/banks/";
const ACCOUNTS = "/api/platform/operator/accounts/";
const ACCOUNT = `${ACCOUNTS}{id}/` as const;
const LETTERS = "/api/platform/operator/dead-letters/";

const READ_ACCOUNT = {
  account: ["GetItem"],
  app: ["Query"],
  user: ["GetItem", "BatchGetItem"],
  member: ["GetItem", "Query"],
  credits: ["GetItem", "Query"],
  audit: ["Query"],
} as const;
/** A change answers with the account as it is then. */
const CHANGE_ACCOUNT = { ...READ_ACCOUNT, audit: ["Query", "PutItem"] } as const;
const QUEUES = [
  "verification",
  "fan-out",
  "delivery",
  "delivery-slow",
  "recovery",
  "follow-up",
  "notices",
  "notifications",
] as const;

export const listBanks = route({
  surface: "platform",
  operation: "list-banks",
  method: "GET",
  path: BANKS,
  auth: "jwt",
  permission: "operate",
  secondFactor: false,
  request: {},
  responses: { 200: bankList },
  errors: [],
  access: { table: { breaker: ["BatchGetItem", "Query"] } },
  summary: "List the banks with their state",
});

export const switchBank = route({
  surface: "platform",
  operation: "switch-bank",
  method: "PUT",
  path: `${BANKS}{provider}/`,
  auth: "jwt",
  permission: "operate",
  secondFactor: true,
  request: { params: bankParams, body: switchBankBody },
  responses: { 200: bank },
  errors: ["conflict"],
  access: {
    table: {
      breaker: ["GetItem", "UpdateItem", "Query"],
      issue: ["UpdateItem", "DeleteItem"],
      audit: ["PutItem"],
    },
  },
  summary: "Switch a bank off or on",
  description:
    "Lookups at a bank stop within 3 seconds after it is switched off. Its payments wait, and continue within a minute after it is switched on.",
  example: { enabled: false, reason: "The bank announced maintenance" },
});

export const findAccounts = route({
  surface: "platform",
  operation: "find-accounts",
  method: "GET",
  path: ACCOUNTS,
  auth: "jwt",
  permission: "operate",
  secondFactor: true,
  request: { query: findAccountsQuery },
  responses: { 200: foundAccountList },
  errors: [],
  access: {
    table: {
      account: ["GetItem", "Query"],
      app: ["Query"],
      user: ["GetItem"],
      member: ["GetItem", "Query"],
      identity: ["GetItem"],
    },
  },
  timeoutSeconds: 25,
  summary: "Find accounts by id, phone or name",
  description: "A search by name scans 100 accounts a page, newest first.",
  example: { search: "Selam Coffee" },
});

export const inspectAccount = route({
  surface: "platform",
  operation: "inspect-account",
  method: "GET",
  path: ACCOUNT,
  auth: "jwt",
  permission: "operate",
  secondFactor: true,
  request: { params: inspectedParams },
  responses: { 200: inspectedAccount },
  errors: [],
  access: { table: READ_ACCOUNT },
  summary: "Read an account's credits, limits and audit log",
});

export const changeCredits = route({
  surface: "platform",
  operation: "change-credits",
  method: "POST",
  path: `${ACCOUNT}credits/`,
  auth: "jwt",
  permission: "operate",
  secondFactor: true,
  request: { params: inspectedParams, body: changeCreditsBody },
  responses: { 200: inspectedAccount },
  errors: ["insufficient_credits", "conflict"],
  access: {
    table: {
      ...CHANGE_ACCOUNT,
      ...IDEMPOTENCY_ACCESS,
      account: ["GetItem", "ConditionCheckItem"],
      credits: ["GetItem", "Query", "PutItem", "UpdateItem"],
    },
  },
  idempotent: true,
  summary: "Grant credits to an account, or take some back",
  description: "409 for a reference that was used within 31 days.",
  example: { credits: 500, reference: "invoice-17", reason: "Invoice 17" },
});

export const changeLimits = route({
  surface: "platform",
  operation: "change-limits",
  method: "PATCH",
  path: `${ACCOUNT}limits/`,
  auth: "jwt",
  permission: "operate",
  secondFactor: true,
  request: { params: inspectedParams, body: changeLimitsBody },
  responses: { 200: inspectedAccount },
  errors: [],
  access: {
    table: {
      ...CHANGE_ACCOUNT,
      account: ["GetItem", "ConditionCheckItem"],
      credits: ["GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"],
      app: ["Query", "UpdateItem"],
      event: ["PutItem"],
      stats: ["Query", "PutItem", "UpdateItem"],
    },
  },
  summary: "Change how many payments per second an account can take",
  example: { balance_shards: 4, reason: "Holiday sale" },
});

export const suspendAccount = route({
  surface: "platform",
  operation: "suspend-account",
  method: "PUT",
  path: `${ACCOUNT}suspension/`,
  auth: "jwt",
  permission: "operate",
  secondFactor: true,
  request: { params: inspectedParams, body: suspendAccountBody },
  responses: { 200: inspectedAccount },
  errors: ["conflict"],
  access: {
    table: { ...CHANGE_ACCOUNT, account: ["GetItem", "UpdateItem"] },
    queues: ["follow-up", "notifications"],
  },
  summary: "Suspend an account, or lift its suspension",
  description:
    "A suspended account opens no checkout, and its pay pages ask nobody to pay; payments that were made are verified. 409 for an operator's account, for the one that sells credits, and for one that is so already. While `pages_behind_since` is set, repeating it starts the work on the pay pages again.",
  example: { suspended: true, reason: "Customers report that nothing is delivered" },
});

export const endAccount = route({
  surface: "platform",
  operation: "end-account",
  method: "POST",
  path: `${ACCOUNT}close/`,
  auth: "jwt",
  permission: "operate",
  secondFactor: true,
  request: { params: inspectedParams, body: endAccountBody },
  responses: { 200: inspectedAccount },
  errors: ["conflict"],
  access: {
    table: {
      ...CHANGE_ACCOUNT,
      ...IDEMPOTENCY_ACCESS,
      user: ["GetItem", "BatchGetItem", "UpdateItem"],
      account: ["GetItem", "UpdateItem"],
      checkout: ["BatchGetItem"],
      checkout_list: ["Query"],
      claim: ["GetItem", "ConditionCheckItem"],
      api_key: ["Query", "UpdateItem"],
      endpoint: ["Query", "DeleteItem"],
      notice_source: ["Query", "DeleteItem"],
      issue: ["DeleteItem"],
      identity: ["DeleteItem"],
      session: ["Query", "UpdateItem"],
      member: ["GetItem", "Query", "PutItem", "DeleteItem"],
    },
    queues: ["follow-up"],
  },
  timeoutSeconds: 25,
  idempotent: true,
  summary: "Close another account",
  description:
    "The same as when its owner closes it, and refused with 409 in the same cases. Also 409 for an operator's account and for the one that sells credits.",
  example: { reason: "Asked for by letter of 20 November" },
});

export const listDeadQueues = route({
  surface: "platform",
  operation: "list-dead-queues",
  method: "GET",
  path: LETTERS,
  auth: "jwt",
  permission: "operate",
  secondFactor: false,
  request: {},
  responses: { 200: deadQueueList },
  errors: [],
  access: { queues: QUEUES, deadLetters: "look" },
  summary: "Count dead letters",
});

export const listDeadLetters = route({
  surface: "platform",
  operation: "list-dead-letters",
  method: "GET",
  path: `${LETTERS}{queue}/`,
  auth: "jwt",
  permission: "operate",
  secondFactor: true,
  request: { params: deadQueueParams },
  responses: { 200: deadLetterList },
  errors: [],
  access: { queues: QUEUES, deadLetters: "look" },
  summary: "Look at up to 10 dead letters of a queue",
  description: "They stay in the queue. Anything that a person may have written is masked.",
});

export const replayDeadLetters = route({
  surface: "platform",
  operation: "replay-dead-letters",
  method: "POST",
  path: `${LETTERS}{queue}/replay/`,
  auth: "jwt",
  permission: "operate",
  secondFactor: true,
  request: { params: deadQueueParams, body: replayBody },
  responses: { 200: replayed },
  errors: ["conflict"],
  access: {
    table: { ...IDEMPOTENCY_ACCESS, audit: ["PutItem"] },
    queues: QUEUES,
    deadLetters: "take",
  },
  timeoutSeconds: 25,
  idempotent: true,
  summary: "Send one or all dead letters of a queue back to where they failed",
  description:
    "At most 500 at a time. 404 for a letter that is gone, 409 for a queue whose letters cannot be sent back.",
  example: { reason: "The fault is corrected" },
});

export const readOperations = route({
  surface: "platform",
  operation: "read-operations",
  method: "GET",
  path: "/api/platform/operator/operations/",
  auth: "jwt",
  permission: "operate",
  secondFactor: false,
  request: {},
  responses: { 200: operations },
  errors: [],
  access: { table: { operations: ["BatchGetItem", "Query"] } },
  summary: "Read the version, the releases, the samples of the invariants and the SMS counts",
});
