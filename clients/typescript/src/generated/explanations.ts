// Generated from the contract by `npm run generate`. Do not edit.

/** What a code means and what a shop does about it. A code can have several entries, of different kinds. */
export interface Explanation {
  readonly code: string;
  readonly kind: string;
  readonly meaning: string;
  readonly advice: string;
  /** Below `/api/docs/`. */
  readonly page: string;
}

export const EXPLANATIONS: readonly Explanation[] = [
{"code":"invalid_request","kind":"error, HTTP status 400","meaning":"The request is not valid.","advice":"A field, a parameter or the body is not as documented. `errors` names each field. Unknown fields are refused so that a typo never passes silently.","page":"errors/#error-invalid_request"},
{"code":"unauthenticated","kind":"error, HTTP status 401","meaning":"Credentials are missing or not valid.","advice":"Send `Authorization: Bearer …`. The key may be mistyped, revoked or expired, or the operation may need an access token instead of an API key, or the reverse.","page":"errors/#error-unauthenticated"},
{"code":"token_expired","kind":"error, HTTP status 401","meaning":"The access token has expired.","advice":"Get a new access token from `/api/auth/refresh/` and repeat the request.","page":"errors/#error-token_expired"},
{"code":"forbidden","kind":"error, HTTP status 403","meaning":"These credentials do not allow this.","advice":"The credential is valid but lacks a permission: create a key with the permission that `detail` names.","page":"errors/#error-forbidden"},
{"code":"second_factor_required","kind":"error, HTTP status 403","meaning":"A second factor is needed.","advice":"Prove one of your sign-in methods again (`PUT /api/platform/session/proof/`), then repeat the request within 10 minutes.","page":"errors/#error-second_factor_required"},
{"code":"insufficient_credits","kind":"error, HTTP status 402","meaning":"No credits are left.","advice":"Buy credits. Open checkouts are not lost: a payment whose receipt matches waits for credits.","page":"errors/#error-insufficient_credits"},
{"code":"not_found","kind":"error, HTTP status 404","meaning":"There is no such object or path.","advice":"The path or the object does not exist, or the object belongs to another account, app or mode.","page":"errors/#error-not_found"},
{"code":"method_not_allowed","kind":"error, HTTP status 405","meaning":"This path does not support the method.","advice":"Use one of the methods in the header `Allow`.","page":"errors/#error-method_not_allowed"},
{"code":"checkout_not_open","kind":"error, HTTP status 409","meaning":"The checkout is not open.","advice":"The checkout's status does not allow this operation; `detail` says which status it needs. For another payment, create a new checkout.","page":"errors/#error-checkout_not_open"},
{"code":"checkout_blocked","kind":"error, HTTP status 409","meaning":"The checkout accepts no more references.","advice":"Too many references failed for this checkout, or wait for your decision. Waiting does not help: approve or reject the checkout if it is in review or partly paid, or create a new checkout, which accepts payments made up to 15 minutes before its creation.","page":"errors/#error-checkout_blocked"},
{"code":"idempotency_in_progress","kind":"error, HTTP status 409","meaning":"The first request with this key is still running.","advice":"Wait a second and repeat the request with the same key.","page":"errors/#error-idempotency_in_progress"},
{"code":"delivery_in_progress","kind":"error, HTTP status 409","meaning":"The delivery is being sent right now.","advice":"The webhook is being sent now; check it again shortly.","page":"errors/#error-delivery_in_progress"},
{"code":"endpoint_disabled","kind":"error, HTTP status 409","meaning":"The webhook endpoint is disabled.","advice":"Enable the webhook endpoint, then resend.","page":"errors/#error-endpoint_disabled"},
{"code":"conflict","kind":"error, HTTP status 409","meaning":"The request conflicts with the object's current state.","advice":"The object's state does not allow this change, or another request changed it at the same time. `detail` says which; read the object, then decide again.","page":"errors/#error-conflict"},
{"code":"payload_too_large","kind":"error, HTTP status 413","meaning":"The body is too large.","advice":"Send at most 64 KiB, and a logo of at most 50 KB.","page":"errors/#error-payload_too_large"},
{"code":"unsupported_media_type","kind":"error, HTTP status 415","meaning":"The body is not of an accepted media type.","advice":"Send the body as `application/json`.","page":"errors/#error-unsupported_media_type"},
{"code":"idempotency_mismatch","kind":"error, HTTP status 422","meaning":"The key was used with another request.","advice":"Use a new `Idempotency-Key` for a new request.","page":"errors/#error-idempotency_mismatch"},
{"code":"rate_limited","kind":"error, HTTP status 429","meaning":"Too many requests.","advice":"Wait the number of seconds in `Retry-After`.","page":"errors/#error-rate_limited"},
{"code":"internal","kind":"error, HTTP status 500","meaning":"Something went wrong on our side.","advice":"Repeat the request, with the same `Idempotency-Key` if it had one; if the error remains, contact support with the `request_id`.","page":"errors/#error-internal"},
{"code":"service_unavailable","kind":"error, HTTP status 503","meaning":"The service cannot answer right now.","advice":"Repeat the request after the number of seconds in `Retry-After`, with the same `Idempotency-Key` if it had one.","page":"errors/#error-service_unavailable"},
{"code":"open","kind":"status of a checkout","meaning":"The amount, or a part of it, has not arrived yet; `amount_due` is missing.","advice":"Send the customer to `pay_url`, and wait for the webhook.","page":"states/#statuses"},
{"code":"verifying","kind":"status of a checkout","meaning":"We are looking up a reference at the bank, or will do so again. This can last until 24 hours after `expires_at`.","advice":"Wait: any other status can follow.","page":"states/#statuses"},
{"code":"verified","kind":"status of a checkout","meaning":"The payment is verified, by the bank's receipt or by a person (`approved_by_hand`). Final.","advice":"Check `exceptions`, then deliver.","page":"states/#statuses"},
{"code":"review","kind":"status of a checkout","meaning":"A person must decide about the payment; `review.reason` says why.","advice":"Do not deliver yet. Approve or reject the payment in the dashboard.","page":"states/#statuses"},
{"code":"expired","kind":"status of a checkout","meaning":"The checkout was not paid in time.","advice":"Put reserved goods back in stock. For 24 hours after `expires_at` a payment can still be verified, so `verified` or `review` may follow.","page":"states/#statuses"},
{"code":"canceled","kind":"status of a checkout","meaning":"You canceled the checkout. Final.","advice":"Nothing. To try again, create a new checkout.","page":"states/#statuses"},
{"code":"rejected","kind":"status of a checkout","meaning":"A person rejected the payments, which were in review or too little. Final.","advice":"Do not deliver.","page":"states/#statuses"},
{"code":"overpaid","kind":"exception of a checkout","meaning":"The customer paid more than `amount`; `amount_received` says how much.","advice":"Deliver, and settle the difference with your customer.","page":"states/#exceptions"},
{"code":"paid_late","kind":"exception of a checkout","meaning":"The customer paid after `expires_at`.","advice":"Check that you can still deliver. With the `late_policy` `review`, you decide first.","page":"states/#exceptions"},
{"code":"possible_duplicate","kind":"exception of a checkout","meaning":"A payment of the same amount into the same account came minutes before or after: this may be a second receipt of the same transfer.","advice":"Compare both payments in your account before you approve.","page":"states/#exceptions"},
{"code":"receiver_unconfirmed","kind":"exception of a checkout","meaning":"The receipt masks the receiver too much to confirm that it is you.","advice":"Check that the money is in your account.","page":"states/#exceptions"},
{"code":"notice_contradicted","kind":"exception of a checkout","meaning":"The bank's message on the merchant's phone says another amount or receiver than the receipt.","advice":"Check which of the two your account shows.","page":"states/#exceptions"},
{"code":"time_unconfirmed","kind":"exception of a checkout","meaning":"The receipt shows only a date, so the payment may be older than the checkout.","advice":"Check that the money arrived after the checkout was created.","page":"states/#exceptions"},
{"code":"approved_by_hand","kind":"exception of a checkout","meaning":"A person approved the payment.","advice":"Deliver.","page":"states/#exceptions"},
{"code":"possible_duplicate","kind":"reason of a review","meaning":"A payment of the same amount into the same account came minutes before or after: this may be a second receipt of the same transfer.","advice":"Compare both payments in your account before you approve.","page":"states/#review-reasons"},
{"code":"notice_contradicted","kind":"reason of a review","meaning":"The bank's message on the merchant's phone says another amount or receiver than the receipt.","advice":"Check which of the two your account shows.","page":"states/#review-reasons"},
{"code":"receiver_unconfirmed","kind":"reason of a review","meaning":"The receipt masks the receiver too much to confirm that it is you.","advice":"Check that the money is in your account.","page":"states/#review-reasons"},
{"code":"time_unconfirmed","kind":"reason of a review","meaning":"The receipt shows only a date, so the payment may be older than the checkout.","advice":"Check that the money arrived after the checkout was created.","page":"states/#review-reasons"},
{"code":"paid_late","kind":"reason of a review","meaning":"The customer paid after `expires_at`.","advice":"Check that you can still deliver. With the `late_policy` `review`, you decide first.","page":"states/#review-reasons"},
{"code":"provider_unavailable","kind":"reason of a review","meaning":"The bank did not respond before the grace period ended.","advice":"Check your account, then approve or reject the payment.","page":"states/#review-reasons"},
{"code":"unreadable","kind":"reason of a review","meaning":"We could not read the bank's receipt reliably.","advice":"Check your account, then approve or reject the payment.","page":"states/#review-reasons"},
{"code":"insufficient_credits","kind":"reason of a review","meaning":"The receipt matches, but you had no credits before the grace period ended.","advice":"Buy credits, then approve.","page":"states/#review-reasons"},
{"code":"partially_paid","kind":"reason of a review","meaning":"A part of the amount has arrived, but not the rest before `expires_at`, or five payments have not reached it.","advice":"`amount_due` is missing. Approve the checkout if what has arrived is enough, or reject it and settle with the customer.","page":"states/#review-reasons"},
{"code":"manual","kind":"reason of a review","meaning":"Only a person can check this payment method.","advice":"Check your account, then approve or reject the payment.","page":"states/#review-reasons"},
{"code":"pending","kind":"outcome of an attempt","meaning":"We are still checking.","advice":"Wait for the webhook, or read the checkout again.","page":"states/#outcomes"},
{"code":"matched","kind":"outcome of an attempt","meaning":"The receipt matches.","advice":"Read the checkout: it is `verified`, or in `review` if a person must decide.","page":"states/#outcomes"},
{"code":"counted","kind":"outcome of an attempt","meaning":"The receipt matches and counts toward the amount, but a rest is due.","advice":"Nothing: the hosted page asks the customer for the rest.","page":"states/#outcomes"},
{"code":"not_found","kind":"outcome of an attempt","meaning":"The bank does not know the reference.","advice":"Nothing: the checkout stays open, and the customer can enter another reference.","page":"states/#outcomes"},
{"code":"not_completed","kind":"outcome of an attempt","meaning":"The payment is incomplete or was reversed.","advice":"Nothing: the checkout stays open, and the customer can enter another reference.","page":"states/#outcomes"},
{"code":"receiver_mismatch","kind":"outcome of an attempt","meaning":"The payment went to another account.","advice":"Nothing: the checkout stays open, and the customer can enter another reference.","page":"states/#outcomes"},
{"code":"currency_mismatch","kind":"outcome of an attempt","meaning":"The payment is in another currency.","advice":"Nothing: the checkout stays open, and the customer can enter another reference.","page":"states/#outcomes"},
{"code":"already_used","kind":"outcome of an attempt","meaning":"The payment belongs to another checkout.","advice":"Nothing: the checkout stays open, and the customer can enter another reference.","page":"states/#outcomes"},
{"code":"too_old","kind":"outcome of an attempt","meaning":"The payment was made before the checkout was created.","advice":"Nothing: the checkout stays open, and the customer can enter another reference.","page":"states/#outcomes"},
{"code":"unreadable","kind":"outcome of an attempt","meaning":"We could not read the bank's receipt.","advice":"Check your account; you can approve the payment in the dashboard.","page":"states/#outcomes"},
{"code":"provider_unavailable","kind":"outcome of an attempt","meaning":"The bank did not respond in time.","advice":"Check your account; you can approve the payment in the dashboard.","page":"states/#outcomes"},
{"code":"insufficient_credits","kind":"outcome of an attempt","meaning":"The receipt matches, but you had no credits before the grace period ended.","advice":"Buy credits, then approve the payment in the dashboard. Never ask the customer to pay again.","page":"states/#outcomes"},
{"code":"superseded","kind":"outcome of an attempt","meaning":"The checkout was verified by another reference, canceled or decided first, or holds as many payments as it can.","advice":"Nothing.","page":"states/#outcomes"},
{"code":"provider","kind":"what a pending attempt waits for","meaning":"The bank does not respond, or we cannot read its receipt yet.","advice":"Nothing: we keep checking until 24 hours after `expires_at`.","page":"states/#waiting-for"},
{"code":"credits","kind":"what a pending attempt waits for","meaning":"The receipt matches, but you have no credits left.","advice":"Buy credits. Never ask the customer to pay again.","page":"states/#waiting-for"},
{"code":"receipt","kind":"what a pending attempt waits for","meaning":"The bank does not know the reference yet.","advice":"Nothing: we check twice more before the outcome becomes `not_found`.","page":"states/#waiting-for"},
];
