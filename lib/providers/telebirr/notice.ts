import { type NoticeLayout, PIECE } from "../reading/notice-text.ts";
import { telebirrFacts } from "./facts.ts";

const { amount, payer, phone, etb } = PIECE;
const REFERENCE = "(?<reference>[A-Z0-9]{10})";

/** The shop's own name, in which `Gift` or `Lucky` is no advertising. */
const HOLDER = " - [\\p{L}\\p{M} .'’/&-]{1,80}?(?= ?\\. ?your )";

/** telebirr: from another wallet, from a bank, and in Amharic. */
export const telebirrNotice: NoticeLayout = {
  facts: telebirrFacts,
  incoming: [
    new RegExp(
      `^you have received ${etb} ?${amount} from ${payer} ?\\(${phone}\\) on (?<time>[0-9/]{8,10} [0-9:]{7,8})\\.? ?your transaction number is ${REFERENCE}\\b`,
      "iu",
    ),
    new RegExp(
      `^you have received ${etb} ?${amount} by transaction number ${REFERENCE} on (?<time>[0-9-]{10} [0-9:]{7,8}) from ${payer} to your telebirr account (?<account>[0-9*]{9,13})(?= - \\p{L})(?:${HOLDER})?`,
      "iu",
    ),
    new RegExp(
      `^${amount} ብር ከ ?${payer} ?\\(${phone}\\) በ ?(?<time>[0-9/]{8,10} [0-9:]{7,8}) ተቀብለዋል። ?የግብይት ቁጥርዎ? ?[፡:]? ?${REFERENCE}(?![A-Z0-9])`,
      "iu",
    ),
  ],
  timeFormats: ["dd/MM/yyyy HH:mm:ss", "yyyy-MM-dd HH:mm:ss"],
  needsReference: true,
};
