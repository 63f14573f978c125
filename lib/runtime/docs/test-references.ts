/** What each magic reference of test mode does. Any letters and digits may follow it. */
export const TEST_REFERENCES = {
  TESTOK: "Paid as asked: `verified`.",
  TESTOVER: "One minor unit too much: `verified` with the exception `overpaid`.",
  TESTUNDER: "One minor unit too little: `amount_mismatch`, the checkout stays open.",
  TESTWRONG: "Paid to somebody else: `receiver_mismatch`.",
  TESTOLD: "Paid a week before the checkout was made: `too_old`.",
  TESTNONE:
    "Unknown to the bank: `pending` for about a minute, as some banks are late, then `not_found`.",
  TESTSLOW: "The bank answers at the second try: `pending`, and `verified` about 15 seconds later.",
  TESTDOWN: "The bank is down: stays `pending`; a day after the checkout's end, `review`.",
} as const;
