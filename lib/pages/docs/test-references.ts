/** The effect of each test reference. Any letters and digits may follow it. */
export const TEST_REFERENCES = {
  TESTOK:
    "Paid now, exactly what is due: `verified`. On an expired checkout the payment is late, as in live mode.",
  TESTOVER: "One minor unit too much: `verified` with the exception `overpaid`.",
  TESTPART:
    "Half of the amount: `counted`, and the checkout stays open for the rest. A second one verifies it.",
  TESTUNDER: "One minor unit too little: `counted`, and the checkout stays open for the rest.",
  TESTWRONG: "Paid to another account: `receiver_mismatch`.",
  TESTOLD: "Paid a week before the checkout was created: `too_old`.",
  TESTLATE:
    "Paid an hour after the expiry: `review` with the reason `paid_late`, or `verified` if `late_policy` is `accept`.",
  TESTREVIEW: "The receipt does not name the receiver: `review` with `receiver_unconfirmed`.",
  TESTDUP: "A possible duplicate of another payment: `review` with `possible_duplicate`.",
  TESTCREDITS:
    "The receipt matches, but no credits are left: `pending` with `waiting_for` `credits`, then `verified` about 15 seconds later, as if credits had been bought.",
  TESTNONE:
    "The bank does not know the reference: `pending` for about a minute, because some banks are slow to list a payment, then `not_found`.",
  TESTSLOW:
    "The bank responds to the second request: `pending` with `waiting_for` `provider`, then `verified` about 15 seconds later.",
  TESTDOWN:
    "The bank is down: `pending` with `waiting_for` `provider`, and `review` 24 hours after the expiry.",
} as const;
