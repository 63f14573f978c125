import type { Texts } from "./shape.ts";

/** Plain English in short sentences: for most readers it is a second language. */
export const en: Texts = {
  reviewed: true,
  units: null,
  situations: {
    waiting: ({ merchant }) => ({
      title: "Waiting for your payment",
      text: `Pay ${merchant} with your bank or wallet. Then enter the transaction number.`,
    }),
    checking: ({ bank }) => ({
      title: "Checking your payment",
      text: `We're checking with ${bank ?? "the bank"}. This usually takes a few seconds. This page updates automatically.`,
    }),
    bank_silent: ({ bank }) => ({
      title: "We can't check with the bank yet",
      text: `We can't confirm this payment with ${bank ?? "the bank"} right now. You don't need to pay again. We'll keep checking automatically, and you can close this page.`,
    }),
    not_there_yet: ({ bank }) => ({
      title: "Payment not visible yet",
      text: `${bank ?? "The bank"} doesn't show this payment yet. This can take a minute. We'll check again automatically. You don't need to pay again.`,
    }),
    confirming: () => ({
      title: "Your payment was found",
      text: "The last step is taking longer than usual. You don't need to do anything or pay again.",
    }),
    verified: ({ merchant, confirmedBy }) => ({
      title: "Paid",
      text: {
        bank: `The bank has confirmed your payment, and ${merchant} can see it.`,
        notice: `The bank's message to ${merchant} shows your payment. You don't need to do anything else.`,
        merchant: `${merchant} has confirmed your payment.`,
      }[confirmedBy],
    }),
    review: ({ merchant, received, missing, late }) => ({
      title: "Your payment is under review",
      text:
        late && received && missing
          ? `${received} has arrived, and ${missing} is missing. ${merchant} decides what happens now. Ask ${merchant} before you pay the rest.`
          : `${merchant} is checking this payment. You don't need to pay again. You can close this page and open it again later.`,
    }),
    suspended: ({ merchant }) => ({
      title: "This shop can't accept payments right now",
      text: `Don't pay now. If you have already paid, enter the transaction number below: we still check it. For anything else, ask ${merchant}.`,
    }),
    expired: ({ merchant }) => ({
      title: "This payment has expired",
      text: `Don't pay now. If you have already paid, enter the transaction number below. For a new payment, go back to ${merchant}.`,
    }),
    closed: ({ merchant }) => ({
      title: "This payment page is closed",
      text: `Don't pay now. For a new payment, go back to ${merchant}. If you have paid, ask ${merchant} for help.`,
    }),
    canceled: ({ merchant }) => ({
      title: "This payment was canceled",
      text: `Don't pay now. If you have paid, ask ${merchant} for help.`,
    }),
    rejected: ({ merchant }) => ({
      title: "This payment was rejected",
      text: `${merchant} has checked the payment and rejected it. Ask ${merchant} for the reason.`,
    }),
    not_found: ({ bank, reference, choices }) => ({
      title: "We couldn't find this payment",
      text: `${bank ?? "The bank"} has no payment with ${reference ?? "this number"}. Compare it with your SMS, letter by letter. ${choices ? "If you paid with another bank or wallet, choose it below. " : ""}If you have paid, don't pay again.`,
    }),
    not_completed: ({ bank }) => ({
      title: "The payment isn't complete",
      text: `${bank ?? "The bank"} says that this payment failed, is still pending or was reversed. Check your bank's app.`,
    }),
    receiver_mismatch: ({ merchant, accounts }) => ({
      title: "This payment went to another account",
      text: `The receipt is real, but the money didn't go to ${merchant}. ${accounts ? "Compare the account number below. " : ""}If you made a mistake, ask your bank.`,
    }),
    currency_mismatch: ({ amount }) => ({
      title: "This payment is in another currency",
      text: `The amount to pay is ${amount}. Enter the number of a payment in that currency.`,
    }),
    already_used: ({ merchant }) => ({
      title: "This payment was already used",
      text: `It counts toward another order at ${merchant}, and each payment counts once. If you made another payment, enter its number. Otherwise, ask ${merchant}.`,
    }),
    too_old: ({ merchant }) => ({
      title: "This payment is too old",
      text: `It was made before this page was created. If it was for this order, don't pay again: show ${merchant} this page. If you have made another payment, enter its number.`,
    }),
    partly_paid: ({ merchant, received, missing }) => ({
      title: `${missing ?? ""} is missing`,
      text: `${received ?? ""} has arrived. Pay ${merchant} the missing ${missing ?? ""}, and enter that transaction number.`,
    }),
    unreadable: ({ bank, merchant }) => ({
      title: "We couldn't read the receipt",
      text: `${bank ?? "The bank"} sent a receipt that we can't read. You don't need to pay again. Try once more, or ask ${merchant}.`,
    }),
    not_a_reference: ({ several }) => ({
      title: several
        ? "You entered more than one transaction number"
        : "This isn't a transaction number",
      text: several
        ? "Enter them one by one."
        : "Enter the transaction number, or paste the receipt's link or the whole SMS.",
    }),
    which_bank: () => ({
      title: "Which bank or wallet is it?",
      text: "We can't tell from the number. Choose yours below.",
    }),
    bank_not_accepted: ({ bank, merchant, accounts }) => ({
      title: "This bank isn't accepted here",
      text: `${bank ? `The number is from ${bank}. ` : ""}${accounts ? `If you have already paid ${merchant}, don't pay again: ask them for help. Otherwise, pay in one of the ways below and enter that number.` : `Ask ${merchant} for help.`}`,
    }),
    odd_date: ({ reference, referenceDay }) => ({
      title: "Is this the right number?",
      text: `${reference ?? "This number"} seems to be from ${referenceDay ?? "another day"}. Compare it with your SMS. If it is right, continue.`,
    }),
    account_digits_needed: () => ({
      title: "We need a little more to find this receipt",
      text: "Enter the last 5 digits of the account you paid from, or paste the receipt's link or the whole SMS.",
    }),
    bad_phone: () => ({
      title: "This isn't a phone number",
      text: "Enter the phone number you paid from, or leave it empty.",
    }),
    already_counted: () => ({
      title: "This payment already counts",
      text: "We have counted it for this order. If you have made another payment, enter its number.",
    }),
    still_checking: () => ({
      title: "We're still checking your numbers",
      text: "You can enter another number once the bank has answered. We'll keep checking automatically. You don't need to pay again.",
    }),
    rate_limited: ({ wait }) => ({
      title: "Too many attempts",
      text: `Wait ${wait}, then try again. Your payment is safe.`,
    }),
    exhausted: ({ merchant }) => ({
      title: "Too many attempts",
      text: `You can't enter more numbers on this page. If you have paid, show ${merchant} your receipt. You don't need to pay again.`,
    }),
    try_again: () => ({
      title: "Something went wrong",
      text: "The problem is on our side. Try again in a moment. You don't need to pay again.",
    }),
  },
  payTo: (merchant) => `to ${merchant}`,
  payTitle: (amount, merchant) => `${amount} to ${merchant}`,
  timeLeft: "Time left",
  timeIsUp: "expired",
  payHeading: "Send the money",
  payWith: "How do you want to pay?",
  accountNumber: "Account number",
  phoneNumber: "Phone number",
  dial: (code) => `Dial ${code}`,
  checkedByHand: (merchant) => `${merchant} confirms this payment manually, so it can take longer.`,
  accountName: "Account name",
  exactAmount: "Exact amount",
  afterPaying: (label, example) =>
    `After paying, come back to this page and enter the ${label}, for example ${example}.`,
  noReference: "After paying, come back to this page and enter the number of your receipt.",
  switchedOff: (bank, merchant, hasOthers) =>
    `We can't check payments to ${bank} right now, so don't pay this way. ${hasOthers ? "Choose another way" : `Ask ${merchant} for another way`}. If you have already paid, enter the transaction number on this page.`,
  copy: "Copy",
  copied: "Copied",
  copyWhat: (what) => `Copy: ${what}`,
  confirmHeading: "Confirm your payment",
  confirmAgain: "Enter the transaction number",
  accountsHeading: "Show the accounts you can pay into",
  inputLabel: "Transaction number, receipt link or SMS",
  inputHint: (example) => `For example ${example}. You can paste the whole SMS.`,
  phoneLabel: "Phone you paid from (if you know it)",
  phoneHint: (example) => `For example ${example}. It helps us find the receipt.`,
  whichBank: "The number is from",
  scan: {
    camera: "Scan the receipt's QR code",
    picture: "Read the QR code from a picture",
    none: "No QR code was found. Enter the number instead.",
    blocked: "We can't use your camera. Enter the number instead.",
    stop: "Stop scanning",
  },
  submit: "Check my payment",
  submitAnyway: "The number is right, check it",
  submitting: "Checking…",
  checkNow: "Check again",
  mistyped: "Wrong number? Enter another one",
  anotherNumber: "Do you have another transaction number? Enter it",
  beingChecked: "being checked",
  reference: "Transaction number",
  paidOn: "Confirmed",
  expected: "To pay",
  missing: "Missing",
  received: "Received",
  receiptCode: "Receipt code",
  receiptHint: "Anyone can check this receipt with the code or by scanning the QR code.",
  receiptLink: "Open the receipt",
  print: "Save or print the receipt",
  receiptQr: "QR code that opens the page where this receipt can be checked",
  back: (merchant) => `Back to ${merchant}`,
  cancel: "Cancel and go back",
  onPhone: "Continue on your phone",
  onPhoneHint: "Scan this with your camera. Your bank app and SMS are on your phone.",
  onPhoneQr: "QR code that opens this page on your phone",
  safety: "We check with the bank itself. We never ask for your PIN or password.",
  safetyByHand: "We never ask for your PIN or password.",
  language: "Language",
  testMode: "Test mode",
  testHint: "No money moves here. Don't pay.",
  testReferences: "Numbers to try",
  testOutcomes: {
    OK: "confirmed",
    PART: "half, then the rest",
    UNDER: "too little",
    OVER: "too much, confirmed",
    WRONG: "another account",
    OLD: "too old",
    NONE: "not found",
    SLOW: "slow, then confirmed",
    DOWN: "bank doesn't answer",
  },
  genuineTitle: "This receipt is genuine",
  genuineText: (merchant) => `The bank has confirmed the payment to ${merchant}.`,
  genuineByHand: (merchant) => `${merchant} confirmed this payment, not the bank.`,
  genuineByNotice: (merchant) =>
    `The bank's message to ${merchant} confirms this payment. The bank's receipt has not confirmed it yet.`,
  genuineTest: { title: "This is a test receipt", text: "No money was paid." },
  genuineCompare: "Compare this with the paper or screen you were shown.",
  merchantLabel: "Paid to",
  amountLabel: "Amount",
  verifiedAt: "Confirmed",
  paired: {
    title: "Is this your payment?",
    arrived: (amount) => `A payment of ${amount} arrived.`,
    label: "Last 4 characters of your transaction number",
    wrong: (left) =>
      `That doesn't match. You can try ${left} more ${left === 1 ? "time" : "times"}.`,
    submit: "This is mine",
    numberTitle: "Pay without typing the transaction number",
    numberLabel: "The phone number you pay from",
    numberHint:
      "Optional. If the payment comes from this number, you usually have nothing else to enter.",
    save: "Save",
    reason: "Reason",
  },
  link: {
    payShop: (merchant) => `Pay ${merchant}`,
    enterAmount: "Enter the amount",
    amountHint: (example) => `For example ${example}`,
    pay: "Continue to payment",
    opening: "Opening…",
    badAmount: (example) => ({
      title: "Check the amount",
      text: `Enter an amount such as ${example}.`,
    }),
    closed: (merchant) => ({
      title: "This link can't accept payments right now",
      text: `Don't pay now. Ask ${merchant} for a new link.`,
    }),
    unfinished: (amount) => ({
      title: "You have started a payment",
      text: `If you have already sent the ${amount}, go back to that payment and enter the transaction number there.`,
    }),
    goBack: "Go back to that payment",
    payAnew: "Start a new payment",
    rateLimited: {
      title: "Too many payments were started",
      text: "Wait a minute, then try again.",
    },
  },
  card: {
    title: "Scan to pay",
    steps: [
      "Scan the code with your phone's camera.",
      "Pay with your bank or wallet.",
      "Enter the transaction number. The shop sees your payment.",
    ],
    openAmount: "You enter the amount",
    orType: "Or open",
    qr: "QR code that opens the payment page",
    print: "Print the card",
  },
  lateNumber: (merchant) => ({
    title: "We didn't check the last number you entered",
    text: `This was already paid. If you paid twice, show ${merchant} both confirmations and ask for the second payment back.`,
  }),
  unknownLink: {
    title: "This link doesn't exist",
    text: "Check the address letter by letter, or ask the shop for a new link. Don't pay.",
  },
  unknownReceipt: {
    title: "This receipt doesn't exist",
    text: "No payment has this code. Compare it letter by letter. If it is still not found, don't accept the receipt.",
  },
  unknownCheckout: {
    title: "This payment page doesn't exist",
    text: "The link is incomplete or wrong. Open it again from where you got it. Don't pay.",
  },
  brokenPage: {
    title: "Something went wrong",
    text: "Try again in a moment. You don't need to pay again.",
  },
  requestId: "Error number",
};
