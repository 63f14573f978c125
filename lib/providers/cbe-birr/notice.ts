import { type NoticeLayout, PIECE } from "../reading/notice-text.ts";
import { cbeBirrFacts } from "./facts.ts";

const { amount, payer, phone } = PIECE;
const TIME = "(?<time>[0-9/]{6,8} [0-9:]{4,5})";
const REFERENCE = "(?<reference>[A-Z0-9]{10,11})";

/** CBE Birr: from another wallet, from an account at CBE, and in Amharic. The link carries the receiver's own phone. */
export const cbeBirrNotice: NoticeLayout = {
  facts: cbeBirrFacts,
  incoming: [
    new RegExp(
      `^you (?:have )?received ${amount} ?Br\\. ?from ${phone} - ${payer} on ${TIME} ?, ?txn id ?:? ?${REFERENCE}\\b`,
      "iu",
    ),
    new RegExp(
      `^your CBE Birr account has been credited with ${amount} ?Br\\. ?on ${TIME} ?, ?txn id ?:? ?${REFERENCE}\\b`,
      "iu",
    ),
    new RegExp(
      `^${amount} ብር ከ ?${phone} - ${payer} በ ?${TIME} ተቀብለዋል። ?የግብይት ቁጥርዎ? ?[፡:]? ?${REFERENCE}(?![A-Z0-9])`,
      "iu",
    ),
  ],
  timeFormats: ["dd/MM/yy HH:mm"],
  needsReference: true,
  // A form for feedback.
  otherLinks: /^(?:https:\/\/)?shorturl\.at\/[A-Za-z0-9]{4,8}$/,
};
