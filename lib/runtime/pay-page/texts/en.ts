import type { Texts } from "./texts.ts";

/** Plain English, short sentences: most readers have it as a second language. */
export const en: Texts = {
  name: "English",
  situations: {
    waiting: ({ merchant }) => ({
      title: "Waiting for your payment",
      text: `Pay ${merchant} with your bank or wallet. Then tell us the transaction number.`,
    }),
    checking: ({ bank }) => ({
      title: "Checking your payment",
      text: `We are asking ${bank ?? "the bank"}. This often takes only a few seconds. You can leave this page open.`,
    }),
    bank_silent: ({ bank }) => ({
      title: "We keep trying",
      text: `${bank ?? "The bank"} is not answering right now. You need not pay again. We ask again and again by ourselves, and you may close this page.`,
    }),
    not_there_yet: ({ bank }) => ({
      title: "Not there yet",
      text: `${bank ?? "The bank"} does not show this payment yet. That can take a minute. We look again by ourselves. You need not pay again.`,
    }),
    confirming: () => ({
      title: "Your payment was found",
      text: "The last step takes a little longer than usual. You need not do anything, and you need not pay again.",
    }),
    verified: ({ merchant, received, confirmedBy }) => ({
      title: "Payment confirmed",
      text:
        confirmedBy === "bank" && received !== null
          ? `${merchant} knows that you have paid ${received}.`
          : `${merchant} has confirmed your payment${received === null ? "" : ` of ${received}`}.`,
    }),
    review: ({ merchant }) => ({
      title: "Your payment is being looked at",
      text: `A person at ${merchant} has to look at this payment. You need not pay again.`,
    }),
    expired: ({ merchant }) => ({
      title: "The time for this payment is over",
      text: `Please do not pay now. Have you paid already? Then enter the transaction number below. For a new payment, go back to ${merchant}.`,
    }),
    closed: ({ merchant }) => ({
      title: "This payment page is closed",
      text: `Please do not pay now. Go back to ${merchant} for a new payment. If you have paid, ask ${merchant} for help.`,
    }),
    canceled: ({ merchant }) => ({
      title: "This payment was canceled",
      text: `Please do not pay now. If you have paid, ask ${merchant} for help.`,
    }),
    rejected: ({ merchant }) => ({
      title: "This payment was not accepted",
      text: `${merchant} has looked at the payment and has not accepted it. Please ask ${merchant} why.`,
    }),
    not_found: ({ bank, reference }) => ({
      title: "We could not find this payment",
      text: `${bank ?? "The bank"} does not know ${reference ?? "this number"}. Please compare it with your SMS, letter by letter.`,
    }),
    not_completed: ({ bank }) => ({
      title: "The payment has not gone through",
      text: `${bank ?? "The bank"} says that this payment is not complete, or was taken back. Please look into your app.`,
    }),
    receiver_mismatch: ({ merchant }) => ({
      title: "This payment went to another account",
      text: `The receipt is real, but the money did not go to ${merchant}. Please compare the account number below. If it was a mistake, ask your bank.`,
    }),
    currency_mismatch: ({ amount }) => ({
      title: "This payment is in another currency",
      text: `We look for ${amount}. Please use the receipt of that payment.`,
    }),
    already_used: ({ merchant }) => ({
      title: "This receipt was used before",
      text: `Each payment counts only once. If you have paid a second time, enter the number of that payment. If not, ask ${merchant}.`,
    }),
    too_old: () => ({
      title: "This payment is too old",
      text: "It was made before this page was opened for you. Please enter the number of the new payment.",
    }),
    amount_mismatch: ({ merchant, amount, found, missing }) => ({
      title: missing ? "The amount is too small" : "The amount does not fit",
      text: `We look for ${amount}${found ? ` and found ${found}` : ""}. Your money is with ${merchant}. Please ask ${merchant} what to do and do not pay the whole amount again.`,
    }),
    unreadable: ({ bank, merchant }) => ({
      title: "We could not read the receipt",
      text: `${bank ?? "The bank"} gave an answer that we do not understand. You need not pay again. Please try once more, or ask ${merchant}.`,
    }),
    not_a_reference: () => ({
      title: "This does not look like a transaction number",
      text: "Enter the transaction number, or paste the link of the receipt or the whole SMS.",
    }),
    which_bank: () => ({
      title: "Which bank or wallet is it?",
      text: "Numbers like this come from more than one. Choose yours below.",
    }),
    bank_not_accepted: ({ bank }) => ({
      title: "This bank is not accepted here",
      text: `${bank ? `The number is from ${bank}. ` : ""}Please pay in one of the ways below and enter that number.`,
    }),
    odd_date: ({ reference, referenceDay }) => ({
      title: "Is this the right number?",
      text: `${reference ?? "This number"} seems to be from ${referenceDay ?? "another day"}. Please compare it with your SMS. If it is right, go on.`,
    }),
    bad_phone: () => ({
      title: "This does not look like a phone number",
      text: "Enter the phone number that you paid from, or leave it empty.",
    }),
    rate_limited: ({ wait }) => ({
      title: "Too many tries",
      text: `Please wait ${wait} and try again. Your payment is safe.`,
    }),
    exhausted: ({ merchant }) => ({
      title: "Too many tries",
      text: `This page takes no more numbers. If you have paid, show ${merchant} your receipt. You need not pay again.`,
    }),
    try_again: () => ({
      title: "That did not work",
      text: "Something is slow on our side. Please try again in a moment. You need not pay again.",
    }),
  },
  payTo: (merchant) => `to ${merchant}`,
  payTitle: (amount, merchant) => `${amount} to ${merchant}`,
  amountToPay: "To pay",
  timeLeft: "Time left",
  timeIsUp: "Time is over",
  payHeading: "Send the money",
  payWith: "How do you want to pay?",
  accountNumber: "Account number",
  accountName: "Account name",
  exactAmount: "Exact amount",
  afterPaying: (label, example) => `For step 2 you need this: ${label}, for example ${example}.`,
  noReference: "Keep your receipt: you need its number in the next step.",
  copy: "Copy",
  copied: "Copied",
  copyWhat: (what) => `Copy: ${what}`,
  confirmHeading: "Tell us that you have paid",
  confirmAgain: "Enter the transaction number",
  accountsHeading: "Show the accounts to pay to",
  inputLabel: "Transaction number, receipt link or SMS",
  inputHint: (example) => `For example ${example}. You can paste the whole SMS.`,
  phoneLabel: "Phone that you paid from (if you know it)",
  phoneHint: (example) => `For example ${example}. It helps to find the receipt.`,
  whichBank: "The number is from",
  submit: "Check my payment",
  submitAnyway: "It is right, check it",
  submitting: "Checking…",
  checkNow: "Look again now",
  mistyped: "Mistyped? Enter another number",
  reference: "Transaction number",
  paidOn: "Confirmed",
  expected: "To pay",
  found: "Found",
  missing: "Missing",
  received: "Received",
  receiptCode: "Receipt code",
  receiptHint: "Anybody can check this receipt with the code or by scanning the picture.",
  receiptLink: "Open its page",
  receiptQr: "QR code that opens the page on which this receipt can be checked",
  back: (merchant) => `Back to ${merchant}`,
  cancel: "Cancel and go back",
  onPhone: "Go on with your phone",
  onPhoneHint: "Scan this with your camera. Your bank app and SMS are there.",
  onPhoneQr: "QR code that opens this page on your phone",
  safety: "We ask the bank itself. We never ask for your PIN or password.",
  language: "Language",
  testMode: "Test mode",
  testHint: "No money moves here. Do not pay.",
  testReferences: "Numbers to try",
  testOutcomes: {
    OK: "confirmed",
    UNDER: "too little",
    OVER: "too much, confirmed",
    WRONG: "another account",
    OLD: "too old",
    NONE: "not found",
    SLOW: "slow, then confirmed",
    DOWN: "bank is silent",
  },
  genuineTitle: "This receipt is genuine",
  genuineText: (merchant) => `The payment to ${merchant} was confirmed by the bank.`,
  genuineByHand: (merchant) => `This payment was confirmed by ${merchant}, not by the bank.`,
  genuineTest: { title: "This is only a test receipt", text: "No money was paid." },
  genuineCompare: "Compare this with the paper or screen that you were shown.",
  merchantLabel: "Paid to",
  amountLabel: "Amount",
  verifiedAt: "Confirmed",
  unknownReceipt: {
    title: "We do not know this receipt",
    text: "No payment has this code. Compare it letter by letter. If it stays unknown, do not accept the receipt.",
  },
  unknownCheckout: {
    title: "There is no such payment page",
    text: "The link is not complete or not right. Please open it again from where you got it. Do not pay.",
  },
  brokenPage: {
    title: "That did not work",
    text: "Please try again in a moment. You need not pay again.",
  },
  requestId: "Number of this error",
};
