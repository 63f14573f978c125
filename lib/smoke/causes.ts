import type { SmokeFailure } from "./api.ts";

/** The most likely cause of a failure and where to look, in the order of the checks that a request passes. */
export function likelyCause(step: string, { status, code }: SmokeFailure): string {
  if (status === null) {
    return step === "health"
      ? "Nothing answers at this address: check the output `BaseUrl`, the DNS record, and that CloudFront has finished deploying."
      : "The connection broke, or an answer had an unexpected content. The message above says which.";
  }
  if (status === 403 && code !== "forbidden" && code !== "insufficient_scope") {
    return "The firewall refused the request: it lacks the origin header. Deploy CheckoutApi again, so that CloudFront and the firewall have the same secret; and use `BaseUrl`, not the address of API Gateway.";
  }
  if (status === 404 && step === "health") {
    return "The address leads to another service, or the stage's path is missing from the distribution's origin.";
  }
  if (status === 401) {
    return step.startsWith("log in")
      ? "The code was wrong or older than its lifetime."
      : "The key was not accepted: it must belong to this stage. If it is right, the authorizer has an identity source that the request lacks.";
  }
  if (status === 429) {
    return "A limit was reached: a previous run within the last minutes, `closed: true` in the stage's file, or the stage's throttle.";
  }
  if (status === 503) {
    return "The authorizer or a function could not be started or reached its table. Look for AccessDenied in its log group; a new signing key takes up to 15 minutes, see docs/deploy.md, First login.";
  }
  if (status >= 500) {
    return "A function failed. Its log group is /aws/lambda/checkout-{stage}-{function}; AccessDenied there means that a grant lacks a key (dynamodb:LeadingKeys).";
  }
  return "The service answered, but not as this release does: check that the whole release is deployed (`npx cdk diff`).";
}
