import { type NoticeLayout, PIECE } from "../reading/notice-text.ts";
import { transactionIdsOf } from "./adapter.ts";
import { awashFacts } from "./facts.ts";

const { amount, payer, etb } = PIECE;
const TIME = "(?<time>[0-9-]{10} [0-9:]{7,8})";
const ID = "(?<reference>[0-9]{15})";

/** Awash Bank: the transaction id is in the text, and the token of the receipt, which encodes it, in the link. */
export const awashNotice: NoticeLayout = {
  facts: awashFacts,
  incoming: [
    new RegExp(
      `^${etb} ?${amount} has been credited to your account from ${payer} on ?: ?${TIME} with txn id ?: ?${ID}(?![0-9])`,
      "iu",
    ),
    new RegExp(
      `^${amount} ብር ከ ?${payer} በ ?${TIME} ወደ ሂሳብዎ ገቢ ተደርጓል። ?የግብይት ቁጥርዎ? ?[፡:]? ?${ID}(?![0-9])`,
      "iu",
    ),
  ],
  timeFormats: ["yyyy-MM-dd HH:mm:ss"],
  needsReference: true,
  shape: /^[0-9]{15}$/,
  isSameReference: (inText, token) => transactionIdsOf(token).includes(inText),
};
