import { route } from "../route.ts";
import {
  app,
  appList,
  appParams,
  createAppBody,
  createPaymentMethodBody,
  listAppsQuery,
  logoBody,
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
  permission: "settings",
  needsActiveAccount: true,
  request: { body: createAppBody },
  responses: { 201: app },
  errors: ["conflict", "rate_limited"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      app: ["PutItem"],
      account: ["ConditionCheckItem"],
      counter: ["UpdateItem"],
      rate: ["UpdateItem"],
      audit: ["PutItem"],
    },
  },
  idempotent: true,
  summary: "Create an app",
  description: "At most 20 new apps a day (429 beyond).",
  example: { name: "Corner shop" },
});

export const listApps = route({
  surface: "platform",
  operation: "list-apps",
  method: "GET",
  path: APPS,
  auth: "jwt",
  permission: "checkouts.read",
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
  permission: "checkouts.read",
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
  permission: "settings",
  needsActiveAccount: true,
  request: { params: appParams, body: updateAppBody },
  responses: { 200: app },
  errors: ["not_found", "second_factor_required"],
  access: {
    table: { app: ["Query", "UpdateItem"], audit: ["PutItem"] },
    queues: ["notifications"],
  },
  summary: "Change an app's name, color, or how its payments are matched",
  description:
    "A higher `notice_limit` needs a recent sign-in or second factor, and owners get a message.",
  example: { name: "Corner shop, Bole", color: "#7a1fa2" },
});

export const setAppLogo = route({
  surface: "platform",
  operation: "set-app-logo",
  method: "PUT",
  path: `${APP}logo/`,
  auth: "jwt",
  permission: "settings",
  request: { params: appParams, body: logoBody, maxBodyBytes: 67 * 1024 },
  responses: { 200: app },
  errors: ["not_found", "rate_limited"],
  access: {
    table: {
      app: ["Query", "UpdateItem"],
      logo: ["PutItem", "UpdateItem"],
      rate: ["UpdateItem"],
      audit: ["PutItem"],
    },
  },
  summary: "Set the logo that customers see on an app's pay pages",
  description:
    "PNG (at most 1024 × 1024 pixels) or SVG, at most 50 KB. An SVG with scripts, links or references to other files is refused. At most 20 changes a day.",
  example: {
    content_type: "image/svg+xml",
    data: "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA4IDgiPjxjaXJjbGUgY3g9IjQiIGN5PSI0IiByPSI0Ii8+PC9zdmc+",
  },
});

export const removeAppLogo = route({
  surface: "platform",
  operation: "remove-app-logo",
  method: "DELETE",
  path: `${APP}logo/`,
  auth: "jwt",
  permission: "settings",
  request: { params: appParams },
  responses: { 204: null },
  errors: ["not_found"],
  access: {
    table: { app: ["Query", "UpdateItem"], logo: ["UpdateItem"], audit: ["PutItem"] },
  },
  summary: "Remove an app's logo",
});

export const deleteApp = route({
  surface: "platform",
  operation: "delete-app",
  method: "DELETE",
  path: APP,
  auth: "jwt",
  permission: "settings",
  request: { params: appParams },
  responses: { 204: null },
  errors: ["not_found", "conflict"],
  access: {
    table: {
      account: ["UpdateItem"],
      app: ["Query", "UpdateItem"],
      checkout: ["BatchGetItem"],
      checkout_list: ["Query"],
      claim: ["GetItem", "ConditionCheckItem"],
      api_key: ["Query", "UpdateItem"],
      endpoint: ["Query", "DeleteItem"],
      notice_source: ["Query", "DeleteItem"],
      issue: ["DeleteItem"],
      audit: ["PutItem"],
    },
    queues: ["follow-up", "recovery"],
  },
  timeoutSeconds: 25,
  summary: "Delete an app with its keys and endpoints",
  description:
    "409 while one of its checkouts is open, being verified or in review, and for two minutes after the expiry of one, a late payment or an order of credits of the account.",
});

export const createPaymentMethod = route({
  surface: "platform",
  operation: "create-payment-method",
  method: "POST",
  path: METHODS,
  auth: "jwt",
  permission: "settings",
  recentSignIn: true,
  needsActiveAccount: true,
  request: { params: appParams, body: createPaymentMethodBody },
  responses: { 201: newPaymentMethod },
  errors: ["not_found", "conflict"],
  access: {
    table: {
      ...IDEMPOTENCY_ACCESS,
      app: ["Query", "PutItem", "UpdateItem"],
      issue: ["UpdateItem"],
      audit: ["PutItem"],
    },
    queues: ["notifications"],
  },
  idempotent: true,
  summary: "Add a payment method to an app",
  description: "409 if the app already has this account.",
  example: { provider: "telebirr", account_name: "Corner Shop PLC", account_number: "0911000000" },
});

export const listPaymentMethods = route({
  surface: "platform",
  operation: "list-payment-methods",
  method: "GET",
  path: METHODS,
  auth: "jwt",
  permission: "checkouts.read",
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
  permission: "settings",
  needsActiveAccount: true,
  request: { params: paymentMethodParams, body: updatePaymentMethodBody },
  responses: { 200: paymentMethod },
  errors: ["not_found", "conflict", "second_factor_required"],
  access: {
    table: {
      app: ["Query", "PutItem", "UpdateItem", "DeleteItem"],
      issue: ["UpdateItem", "DeleteItem"],
      audit: ["PutItem"],
    },
    queues: ["notifications"],
  },
  summary: "Change, enable, disable or move a payment method",
  description:
    "Existing checkouts keep the account they were created with. 409 if the app already has the new number. A new name, number, label or instructions need a recent sign-in or second factor.",
  example: { enabled: false },
});

export const deletePaymentMethod = route({
  surface: "platform",
  operation: "delete-payment-method",
  method: "DELETE",
  path: `${METHODS}{id}/`,
  auth: "jwt",
  permission: "settings",
  request: { params: paymentMethodParams },
  responses: { 204: null },
  errors: ["not_found"],
  access: {
    table: { app: ["Query", "DeleteItem"], issue: ["DeleteItem"], audit: ["PutItem"] },
    queues: ["notifications"],
  },
  summary: "Remove a payment method",
});
