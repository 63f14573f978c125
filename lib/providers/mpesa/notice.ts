import { type NoticeLayout, PIECE } from "../reading/notice-text.ts";
import { mpesaFacts } from "./facts.ts";

const { amount, payer, phone } = PIECE;
const REFERENCE = "(?<reference>[A-Z0-9]{10})";

/** M-Pesa: the phone is masked, the time has minutes only. */
export const mpesaNotice: NoticeLayout = {
  facts: mpesaFacts,
  incoming: [
    new RegExp(
      `^you have received ${amount} ?Birr from ${payer} ?- ?${phone} on (?<time>[0-9/]{6,8} at [0-9:]{4,5} [AP]M)\\.? ?transaction number ?:? ?${REFERENCE}\\b`,
      "iu",
    ),
    new RegExp(
      `^${amount} ብር ከ ?${payer} ?- ?${phone} በ ?(?<time>[0-9/]{6,8} [0-9:]{4,5} [AP]M) ተቀብለዋል። ?የግብይት ቁጥርዎ? ?[፡:]? ?${REFERENCE}(?![A-Z0-9])`,
      "iu",
    ),
  ],
  timeFormats: ["d/M/yy 'at' h:mm a", "d/M/yy h:mm a"],
  needsReference: true,
  // Links the account to an identity.
  otherLinks: /^(?:https:\/\/)?m-pesabusiness\.safaricom\.et\/nid\/login$/,
  offer:
    /\bGet extra [0-9]{1,5} ?MB when you buy [0-9]{1,5} ?MB [a-z -]{1,40} via M-PESA for [0-9]{1,5} birr\.(?: To buy click https:\/\/bit\.ly\/M-PESA-SAFARICOM-ETHIOPIA)?/i,
};
