import type * as z from "zod";
import { pascalCase } from "./pascal-case.ts";
import { apiKeyWithSecret } from "./schemas/api-key.ts";
import { newPaymentMethod } from "./schemas/app.ts";
import { checkout, customerInput, provider, publicCheckout } from "./schemas/checkout.ts";
import { customerCheckout } from "./schemas/customer.ts";
import { checkoutHistory, explainedAttempt } from "./schemas/dashboard-checkout.ts";
import { balance } from "./schemas/dashboard-credits.ts";
import { deliveryWithAttempts, loggedDelivery } from "./schemas/delivery.ts";
import {
  changedCredits,
  EVENT_SCHEMAS,
  failedAttempt,
  pingedEndpoint,
} from "./schemas/event-payload.ts";
import { session } from "./schemas/login.ts";
import { noticeSourceWithSecret } from "./schemas/notice-source.ts";
import { publicReceipt } from "./schemas/receipt.ts";
import {
  comparedStatement,
  statementDifference,
  statementWithPoints,
} from "./schemas/statement.ts";
import { publicVerification } from "./schemas/verification.ts";
import { webhookEndpointWithSecret } from "./schemas/webhook.ts";

const entry = publicCheckout.shape.payment_methods.element;

/**
 * Names of components in the OpenAPI document, and thereby of the types that generators make: of
 * variants of an object, and of parts that several objects share. Any other object is named by its
 * field `object`.
 */
export const COMPONENT_NAMES: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [provider, "Provider"],
  [publicCheckout.shape.status, "CheckoutStatus"],
  [publicCheckout.shape.exceptions.element, "CheckoutException"],
  [publicCheckout.shape.review.unwrap(), "CheckoutReview"],
  [checkout.shape.customer.unwrap(), "CheckoutCustomer"],
  [customerInput, "CustomerInput"],
  [entry, "CheckoutPaymentMethod"],
  [entry.shape.inputs.element, "CheckoutInput"],
  [publicCheckout, "PublicCheckout"],
  [publicReceipt, "Receipt"],
  [checkoutHistory, "CheckoutHistory"],
  [checkoutHistory.shape.payments.element, "CheckoutHistoryPayment"],
  [explainedAttempt, "ExplainedAttempt"],
  [customerCheckout, "CustomerCheckout"],
  [failedAttempt, "FailedAttempt"],
  [publicVerification, "PublicVerification"],
  [session, "LoginSession"],
  [balance, "CreditsBalance"],
  [changedCredits, "ChangedCredits"],
  [apiKeyWithSecret, "ApiKeyWithSecret"],
  [newPaymentMethod, "NewPaymentMethod"],
  [deliveryWithAttempts, "WebhookDeliveryWithAttempts"],
  [loggedDelivery, "LoggedWebhookDelivery"],
  [webhookEndpointWithSecret, "WebhookEndpointWithSecret"],
  [noticeSourceWithSecret, "NoticeSourceWithSecret"],
  [pingedEndpoint, "PingedEndpoint"],
  [comparedStatement, "ComparedStatement"],
  [statementWithPoints, "BookStatementWithPoints"],
  [statementDifference, "StatementDifference"],
  ...Object.entries(EVENT_SCHEMAS).map(([type, schema]) => [schema, eventName(type)] as const),
]);

/** `checkout.attempt_failed` → `CheckoutAttemptFailedEvent`. */
function eventName(type: string): string {
  return `${pascalCase(type.replaceAll(".", "-"))}Event`;
}
