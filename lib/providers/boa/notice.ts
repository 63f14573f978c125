import { type NoticeLayout, PIECE } from "../reading/notice-text.ts";
import { boaFacts } from "./facts.ts";

const { amount, payer, account, etb } = PIECE;

/** Bank of Abyssinia: the reference is in the link. `by Credit Int …` is interest. */
export const boaNotice: NoticeLayout = {
  facts: boaFacts,
  incoming: [
    new RegExp(
      `^your account ${account} was credited with ${etb} ?${amount} by ${payer}(?=[.,]|$)`,
      "iu",
    ),
    new RegExp(`^ሂሳብዎ ${account} በ ?${amount} ብር በ ?${payer} ገቢ ተደርጓል(?=[ ።]|$)`, "iu"),
  ],
  timeFormats: [],
  notPayment: /\bby Credit Int\b/i,
  needsReference: true,
};
