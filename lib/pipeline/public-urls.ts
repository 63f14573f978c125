import { environment } from "./environment.ts";

/** Base of the pages and endpoints for payers, without a trailing slash. */
export function gatewayUrl(): string {
  return `${environment().publicBaseUrl}/api/public/gateway`;
}

/** The pay page of a checkout. */
export function payUrl(token: string): string {
  return `${gatewayUrl()}/pay/${token}/`;
}

/** The page that proves a payment by its receipt code. */
export function receiptUrl(code: string): string {
  return `${gatewayUrl()}/verify/${code}/`;
}
