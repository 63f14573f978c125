import { type NoticeLayout, PIECE } from "../reading/notice-text.ts";
import { boaFacts } from "./facts.ts";

const { amount, account, etb } = PIECE;
/** Also the accounts that money of other banks comes through, with digits and parentheses. */
const payer = "(?<payer>[\\p{L}][\\p{L}\\p{M}0-9 .'’/&()-]{0,79}?)";

/** Bank of Abyssinia: the reference is in the receipt's link. `by Credit Int …` is interest. */
export const boaNotice: NoticeLayout = {
  facts: boaFacts,
  incoming: [
    new RegExp(
      `^your account ${account} was credited with ${etb} ?${amount} by ${payer}(?= ?[.,]|$)`,
      "iu",
    ),
    new RegExp(`^[ሒሂ]ሳብዎ ${account} በ ?${amount} ብር በ ?${payer} ገቢ ተደርጓል(?=[ ።]|$)`, "iu"),
  ],
  timeFormats: [],
  notPayment: /\bby Credit Int\b/i,
  needsReference: true,
  otherLinks:
    /^(?:https:\/\/)?cs\.bankofabyssinia\.com\/(?:cs\/\?trx=[CD](?:FT|TT)[A-Z0-9]{10}|fayda_connect)$/i,
};
