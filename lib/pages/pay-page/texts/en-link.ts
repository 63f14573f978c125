import type { Texts } from "./shape.ts";

/** Reusable links and their counter card. */
export const LINK_TEXTS_EN: Pick<Texts, "link" | "card"> = {
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
};
