import type { PayerLanguage } from "../domain/payer-language.ts";

/**
 * The labels of the inputs that a payer is asked for, in every language of the pay page. They are here, beside the
 * banks' facts, because the API returns them to shops that ask on their own pages.
 */
export const INPUT_LABELS = {
  receiptLink: {
    en: "Receipt link",
    am: "የደረሰኝ ሊንክ",
    om: "Liinkii nagahee",
    ti: "ናይ ቅብሊት ሊንክ",
    so: "Linkiga rasiidka",
  },
  receiptLinkOrFtNumber: {
    en: "Receipt link or FT number",
    am: "የደረሰኝ ሊንክ ወይም የFT ቁጥር",
    om: "Liinkii nagahee yookaan lakkoofsa FT",
    ti: "ናይ ቅብሊት ሊንክ ወይ ቁፅሪ FT",
    so: "Linkiga rasiidka ama lambarka FT",
  },
  receiptLinkOrReference: {
    en: "Receipt link or transaction reference",
    am: "የደረሰኝ ሊንክ ወይም የግብይት ማጣቀሻ",
    om: "Liinkii nagahee yookaan lakkoofsa kaffaltii",
    ti: "ናይ ቅብሊት ሊንክ ወይ መወከሲ ቁፅሪ ግብይት",
    so: "Linkiga rasiidka ama tixraaca lacag-bixinta",
  },
  transactionId: {
    en: "Transaction ID",
    am: "የግብይት መለያ",
    om: "Lakkoofsa kaffaltii (ID)",
    ti: "መለለዪ ግብይት (ID)",
    so: "Aqoonsiga lacag-bixinta (ID)",
  },
  transactionNumber: {
    en: "Transaction number",
    am: "የግብይት ቁጥር",
    om: "Lakkoofsa kaffaltii",
    ti: "ቁፅሪ ግብይት",
    so: "Lambarka lacag-bixinta",
  },
  transactionReference: {
    en: "Transaction reference",
    am: "የግብይት ማጣቀሻ",
    om: "Lakkoofsa kaffaltii",
    ti: "መወከሲ ቁፅሪ ግብይት",
    so: "Tixraaca lacag-bixinta",
  },
  paymentReference: {
    en: "Payment reference",
    am: "የክፍያ ማጣቀሻ",
    om: "Lakkoofsa kaffaltii",
    ti: "መወከሲ ቁፅሪ ክፍሊት",
    so: "Tixraaca lacag-bixinta",
  },
  testReference: {
    en: "Test reference",
    am: "የሙከራ ማጣቀሻ",
    om: "Lakkoofsa yaalii",
    ti: "ናይ ፈተነ ቁፅሪ",
    so: "Tixraaca tijaabada",
  },
  payerPhone: {
    en: "Phone you paid from",
    am: "የከፈሉበት ስልክ",
    om: "Bilbila ittiin kaffaltan",
    ti: "ዝኸፈልኩምሉ ስልኪ",
    so: "Telefoonka aad ka bixisay",
  },
  payerAccountEnd: {
    en: "Last 5 digits of the account you paid from",
    am: "የከፈሉበት ሂሳብ የመጨረሻ 5 አሃዞች",
    om: "Lakkoofsa herregaa irraa kaffaltanii: dijiitii 5 dhumaa",
    ti: "ናይ ዝኸፈልኩምሉ ሕሳብ ናይ መወዳእታ 5 ኣሃዛት",
    so: "5-ta tiro ee ugu dambeeya xisaabta aad ka bixisay",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<PayerLanguage, string>>>>;
