import { route } from "../route.ts";
import {
  customerCheckoutList,
  eraseCustomerBody,
  erasure,
  exportCustomerQuery,
} from "../schemas/customer.ts";
import { IDEMPOTENCY_ACCESS } from "./access-sets.ts";

/** What the account stores about one customer, for a person who asks for it. */

export const exportCustomer = route({
  surface: "platform",
  operation: "export-customer",
  method: "GET",
  path: "/api/platform/customers/",
  auth: "jwt",
  permission: "reports",
  request: { query: exportCustomerQuery },
  responses: { 200: customerCheckoutList },
  errors: [],
  access: {
    table: {
      app: ["Query"],
      checkout: ["BatchGetItem"],
      checkout_list: ["Query"],
      attempt: ["Query"],
      notice: ["Query"],
      notice_source: ["Query"],
    },
  },
  timeoutSeconds: 25,
  summary: "Export a customer's data",
  description:
    "Checkouts of all apps whose customer has this phone number, with their attempts and the bank messages about them from paired phones. A page scans about 1,000 checkouts, so it may be empty and still have a cursor.",
  example: { phone: "0911998877" },
});

export const eraseCustomer = route({
  surface: "platform",
  operation: "erase-customer",
  method: "POST",
  path: "/api/platform/customers/erase/",
  auth: "jwt",
  permission: "checkouts.decide",
  request: { body: eraseCustomerBody },
  responses: { 200: erasure },
  errors: [],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      app: ["Query"],
      checkout: ["BatchGetItem", "Query", "UpdateItem"],
      checkout_list: ["Query"],
      attempt: ["Query", "UpdateItem"],
      event: ["BatchGetItem", "UpdateItem"],
      notice: ["Query", "UpdateItem"],
      notice_source: ["Query"],
      open_amount: ["UpdateItem"],
      audit: ["PutItem"],
    },
  },
  idempotent: true,
  timeoutSeconds: 25,
  summary: "Erase a customer's data",
  description:
    "Removes name, phone number and email address of the customer, payers' names and phones, and stored receipts from checkouts, attempts, events and notices. Amounts, times and references stay. Repeat with `cursor` until `next_cursor` is null.",
  example: { phone: "0911998877" },
});
