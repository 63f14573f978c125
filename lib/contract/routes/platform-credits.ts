import { route } from "../route.ts";
import {
  balance,
  ledgerList,
  listLedgerQuery,
  purchase,
  purchaseBody,
} from "../schemas/credits.ts";
import { IDEMPOTENCY_ACCESS } from "./access-sets.ts";

/** Credits of the account: balance, ledger and purchases. */

const CREDITS = "/api/platform/credits/";

export const readCredits = route({
  surface: "platform",
  operation: "read-credits",
  method: "GET",
  path: CREDITS,
  auth: "jwt",
  permission: "credits.read",
  request: {},
  responses: { 200: balance },
  errors: [],
  access: { table: { credits: ["GetItem", "Query"] } },
  summary: "Read the account's credits",
});

export const listLedger = route({
  surface: "platform",
  operation: "list-ledger",
  method: "GET",
  path: `${CREDITS}ledger/`,
  auth: "jwt",
  permission: "credits.read",
  request: { query: listLedgerQuery },
  responses: { 200: ledgerList },
  errors: [],
  access: { table: { credits: ["Query"], checkout: ["BatchGetItem"] } },
  summary: "List balance changes, newest first",
});

export const purchaseCredits = route({
  surface: "platform",
  operation: "purchase-credits",
  method: "POST",
  path: `${CREDITS}purchases/`,
  auth: "jwt",
  permission: "credits.buy",
  request: { body: purchaseBody },
  responses: { 201: purchase },
  errors: ["not_found", "conflict"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      account: ["GetItem", "ConditionCheckItem"],
      app: ["Query"],
      credits: ["GetItem", "Query", "PutItem"],
      checkout: ["PutItem"],
      claim: ["PutItem"],
      open_amount: ["Query", "PutItem"],
      event: ["PutItem"],
      outbox: ["PutItem"],
      audit: ["PutItem"],
    },
  },
  idempotent: true,
  summary: "Buy credits by paying a checkout of the operator",
  description: "404 where the operator sells no credits.",
  example: { credits: 500 },
});
