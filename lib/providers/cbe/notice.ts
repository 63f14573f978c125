import { FEEDBACK_FORM, type NoticeLayout, PIECE } from "../reading/notice-text.ts";
import { cbeFacts } from "./facts.ts";

const { amount, payer, account, etb } = PIECE;
const TIME = "(?<time>[0-9/]{8,10} at [0-9:]{7,8})";
/** In the middle of a newer layout. */
const BALANCE = "ቀሪ [ሒሂ]ሳብዎ (?<balance>[0-9][0-9,]*(?:\\.[0-9]{1,2})?) ብር ነው(?:::|።)? ?";
const REFERENCE = "(?<reference>FT[A-Z0-9]{10})";

/** Commercial Bank of Ethiopia: four English layouts and the Amharic one. */
export const cbeNotice: NoticeLayout = {
  facts: cbeFacts,
  incoming: [
    new RegExp(
      `^your account ${account} has been credited with ${etb} ?${amount} from ${payer},? ?on ${TIME} with ref\\.? ?no\\.? ?:? ?${REFERENCE}\\b`,
      "iu",
    ),
    new RegExp(
      `^your account ${account} has been credited by ${payer} with ${etb} ?${amount}(?=[ .]|$)`,
      "iu",
    ),
    new RegExp(
      `^your account ${account} has been credited with ${etb} ?${amount}(?=\\.? ?(?:your|$))`,
      "iu",
    ),
    new RegExp(
      `^you have received ${etb} ?${amount} from account [0-9A-Za-z*]{4,24} ?\\(${payer}\\) to your account ${account}`,
      "iu",
    ),
    new RegExp(
      `^የ[ሒሂ]ሳብ ቁጥርዎ ${account} በ ?${amount} ብር ገቢ ተደርጓል(?:::|።)? ?(?:${BALANCE}|[^0-9]{1,80}?)?የግብይት ቁጥር ?[፡:]? ?${REFERENCE}(?![A-Z0-9])`,
      "iu",
    ),
  ],
  timeFormats: ["dd/MM/yyyy 'at' HH:mm:ss"],
  needsReference: true,
  otherLinks: FEEDBACK_FORM,
};
