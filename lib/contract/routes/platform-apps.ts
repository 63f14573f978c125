import { route } from "../route.ts";
import {
  app,
  appList,
  appParams,
  createAppBody,
  createPaymentMethodBody,
  listAppsQuery,
  newPaymentMethod,
  paymentMethod,
  paymentMethodList,
  paymentMethodParams,
  updateAppBody,
  updatePaymentMethodBody,
} from "../schemas/app.ts";
import { IDEMPOTENCY_ACCESS } from "./access-sets.ts";

/** Apps and the accounts into which their customers pay. */

const APPS = "/api/platform/apps/";
const APP = `${APPS}{app_id}/` as const;
const METHODS = `${APP}payment-methods/` as const;

export const createApp = route({
  surface: "platform",
  operation: "create-app",
  method: "POST",
  path: APPS,
  auth: "jwt",
  request: { body: createAppBody },
  responses: { 201: app },
  errors: [],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      app: ["PutItem"],
      account: ["ConditionCheckItem"],
      counter: ["UpdateItem"],
      audit: ["PutItem"],
    },
  },
  idempotent: true,
  summary: "Create an app",
  example: { name: "Corner shop" },
});

export const listApps = route({
  surface: "platform",
  operation: "list-apps",
  method: "GET",
  path: APPS,
  auth: "jwt",
  request: { query: listAppsQuery },
  responses: { 200: appList },
  errors: [],
  access: { table: { app: ["Query"] } },
  summary: "List apps, newest first",
});

export const readApp = route({
  surface: "platform",
  operation: "read-app",
  method: "GET",
  path: APP,
  auth: "jwt",
  request: { params: appParams },
  responses: { 200: app },
  errors: ["not_found"],
  access: { table: { app: ["Query"] } },
  summary: "Read an app",
});

export const updateApp = route({
  surface: "platform",
  operation: "update-app",
  method: "PATCH",
  path: APP,
  auth: "jwt",
  request: { params: appParams, body: updateAppBody },
  responses: { 200: app },
  errors: ["not_found"],
  access: { table: { app: ["Query", "UpdateItem"], audit: ["PutItem"] } },
  summary: "Rename an app",
  example: { name: "Corner shop, Bole" },
});

export const deleteApp = route({
  surface: "platform",
  operation: "delete-app",
  method: "DELETE",
  path: APP,
  auth: "jwt",
  request: { params: appParams },
  responses: { 204: null },
  errors: ["not_found", "conflict"],
  access: {
    table: {
      app: ["Query", "UpdateItem"],
      checkout: ["Query"],
      api_key: ["Query", "UpdateItem"],
      endpoint: ["Query", "UpdateItem"],
      audit: ["PutItem"],
    },
  },
  timeoutSeconds: 25,
  summary: "Delete an app with its keys and endpoints",
  description: "409 while one of its checkouts is open, being verified or in review.",
});

export const createPaymentMethod = route({
  surface: "platform",
  operation: "create-payment-method",
  method: "POST",
  path: METHODS,
  auth: "jwt",
  request: { params: appParams, body: createPaymentMethodBody },
  responses: { 201: newPaymentMethod },
  errors: ["not_found", "conflict"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      app: ["Query", "PutItem", "ConditionCheckItem"],
      issue: ["PutItem", "UpdateItem"],
      audit: ["PutItem"],
    },
  },
  idempotent: true,
  summary: "Add an account into which an app's customers pay",
  description: "409 where the same account stands in this app already.",
  example: { provider: "telebirr", account_name: "Corner Shop PLC", account_number: "0911000000" },
});

export const listPaymentMethods = route({
  surface: "platform",
  operation: "list-payment-methods",
  method: "GET",
  path: METHODS,
  auth: "jwt",
  request: { params: appParams, query: listAppsQuery },
  responses: { 200: paymentMethodList },
  errors: ["not_found"],
  access: { table: { app: ["Query"] } },
  summary: "List an app's payment methods, in the order of the pay page",
});

export const updatePaymentMethod = route({
  surface: "platform",
  operation: "update-payment-method",
  method: "PATCH",
  path: `${METHODS}{id}/`,
  auth: "jwt",
  request: { params: paymentMethodParams, body: updatePaymentMethodBody },
  responses: { 200: paymentMethod },
  errors: ["not_found"],
  access: { table: { app: ["Query", "UpdateItem"], audit: ["PutItem"] } },
  summary: "Change, enable, disable or move a payment method",
  description: "Checkouts that exist keep what they were made with.",
  example: { enabled: false },
});

export const deletePaymentMethod = route({
  surface: "platform",
  operation: "delete-payment-method",
  method: "DELETE",
  path: `${METHODS}{id}/`,
  auth: "jwt",
  request: { params: paymentMethodParams },
  responses: { 204: null },
  errors: ["not_found"],
  access: { table: { app: ["Query", "DeleteItem"], audit: ["PutItem"] } },
  summary: "Remove a payment method",
});
