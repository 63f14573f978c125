import { verifyCheckout } from "../../contract/routes/v1.ts";
import { writePrincipal } from "../../pipeline/principal.ts";

interface Verification {
  readonly accountId: string;
  readonly checkoutId: string;
  /** A reference, the receipt's link, or the whole SMS. */
  readonly input: string;
  readonly provider: string | null;
}

/**
 * The event that the gateway would send to `v1-verify-checkout` for a live key of the account. With it an operator
 * can verify a payment while the API is closed.
 */
export function verifyEvent({ accountId, checkoutId, input, provider }: Verification): object {
  return {
    resource: verifyCheckout.path.replace(/\/$/, ""),
    path: verifyCheckout.path.replace("{id}", checkoutId),
    httpMethod: verifyCheckout.method,
    headers: { "content-type": "application/json" },
    pathParameters: { id: checkoutId },
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    body: JSON.stringify({ input, ...(provider === null ? {} : { provider }) }),
    isBase64Encoded: false,
    requestContext: {
      requestId: crypto.randomUUID(),
      requestTimeEpoch: Date.now(),
      identity: { sourceIp: "127.0.0.1" },
      authorizer: {
        principal: writePrincipal({
          kind: "key",
          keyId: "key_operator",
          accountId,
          appId: null,
          mode: "live",
          scopes: ["checkouts:write"],
        }),
      },
    },
  };
}
