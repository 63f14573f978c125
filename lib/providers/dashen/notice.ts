import { FEEDBACK_FORM, type NoticeLayout, PIECE } from "../reading/notice-text.ts";
import { dashenFacts } from "./facts.ts";

const { amount, payer, account, etb } = PIECE;

/** Dashen Bank: two layouts in English. No reference and no link, so a notice helps a person and looks nothing up. */
export const dashenNotice: NoticeLayout = {
  facts: dashenFacts,
  incoming: [
    new RegExp(
      `^your account ${account} has been credited with ${etb} ?${amount} from ${payer} on(?: on)? (?<time>[0-9-]{10} at [0-9:]{7,8})`,
      "iu",
    ),
    new RegExp(
      `^your account '${account}' (?:is|has been) credited with ${etb} ?${amount}(?: from ${payer})? on (?<time>[0-9/]{10} at [0-9:]{7,8} [AP]M)`,
      "iu",
    ),
    new RegExp(
      `^[ሒሂ]ሳብዎ ${account} በ ?${amount} ብር ከ ?${payer} በ ?(?<time>[0-9-]{10} [0-9:]{7,8}) ገቢ ተደርጓል(?=[ ።]|$)`,
      "iu",
    ),
  ],
  timeFormats: ["yyyy-MM-dd 'at' HH:mm:ss", "yyyy-MM-dd HH:mm:ss", "dd/MM/yyyy 'at' hh:mm:ss a"],
  needsReference: false,
  otherLinks: FEEDBACK_FORM,
};
