export {
  type ApiEvent,
  type Attempt,
  type CallOptions,
  type Checkout,
  type Client,
  type ClientOptions,
  type CreateCheckout,
  type Credits,
  createClient,
  type Verification,
  type VerifyInput,
} from "./client.ts";
export type { Input, Operation, Output } from "./operation.ts";
export { ApiProblem, type FieldProblem, type ProblemCode } from "./problem.ts";
export { createRequest, type RequestOptions } from "./request.ts";
export type { WaitOptions } from "./wait-for-outcome.ts";
export { everyItem, type Page } from "./wait-for-outcome.ts";
export {
  type SignatureProblemCode,
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookSignatureError,
} from "./webhook.ts";
