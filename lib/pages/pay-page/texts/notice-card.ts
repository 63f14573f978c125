import type { Language } from "./shape.ts";

/** Texts of the card about a payment that has arrived, and of the field for the customer's number. */
interface NoticeTexts {
  readonly title: string;
  readonly arrived: (amount: string) => string;
  readonly label: string;
  readonly wrong: (left: number) => string;
  readonly submit: string;
  readonly numberTitle: string;
  readonly numberLabel: string;
  readonly numberHint: string;
  readonly save: string;
}

export const NOTICE_TEXTS: Readonly<Record<Language, NoticeTexts>> = {
  en: {
    title: "Is this your payment?",
    arrived: (amount) => `A payment of ${amount} arrived.`,
    label: "Last 4 characters of your transaction number",
    wrong: (left) =>
      `That does not fit. You can try ${left} more ${left === 1 ? "time" : "times"}.`,
    submit: "This is mine",
    numberTitle: "Pay without typing the transaction number",
    numberLabel: "The phone number that you pay from",
    numberHint: "Optional. If the payment comes from this number, you have nothing else to enter.",
    save: "Save",
  },
  am: {
    title: "ይህ የእርስዎ ክፍያ ነው?",
    arrived: (amount) => `የ${amount} ክፍያ ደርሷል።`,
    label: "የግብይት ቁጥርዎ የመጨረሻ 4 ፊደላት ወይም አሃዞች",
    wrong: (left) => `አልተስማማም። ${left} ጊዜ መሞከር ይችላሉ።`,
    submit: "የእኔ ነው",
    numberTitle: "የግብይት ቁጥር ሳይጽፉ ይክፈሉ",
    numberLabel: "የሚከፍሉበት ስልክ ቁጥር",
    numberHint: "ግዴታ አይደለም። ክፍያው ከዚህ ቁጥር ከመጣ ሌላ ምንም መጻፍ አያስፈልግዎትም።",
    save: "ያስቀምጡ",
  },
  om: {
    title: "Kun kaffaltii keessanii?",
    arrived: (amount) => `Kaffaltiin ${amount} gaheera.`,
    label: "Arfii 4 dhumaa lakkoofsa daldalaa keessanii",
    wrong: (left) => `Wal hin simu. Yeroo ${left} irra deebi'uu dandeessu.`,
    submit: "Kan kooti",
    numberTitle: "Lakkoofsa daldalaa osoo hin barreessin kaffalaa",
    numberLabel: "Lakkoofsa bilbilaa ittiin kaffaltan",
    numberHint:
      "Dirqama miti. Kaffaltiin lakkoofsa kana irraa yoo dhufe, waan biraa hin barreessitan.",
    save: "Kuusaa",
  },
  ti: {
    title: "እዚ ክፍሊትኩም ድዩ?",
    arrived: (amount) => `ናይ ${amount} ክፍሊት በጺሑ።`,
    label: "ናይ መወዳእታ 4 ፊደላት ወይ ቁጽርታት ናይ ንግዲ ቁጽሪኹም",
    wrong: (left) => `ኣይሰማማዕን። ${left} ግዜ ክትፍትኑ ትኽእሉ።`,
    submit: "ናተይ እዩ",
    numberTitle: "ቁጽሪ ንግዲ ከይጸሓፍኩም ክፈሉ",
    numberLabel: "ትኸፍሉሉ ቁጽሪ ስልኪ",
    numberHint: "ግዴታ ኣይኮነን። እቲ ክፍሊት ካብዚ ቁጽሪ እንተመጺኡ ካልእ ክትጽሕፉ ኣየድልየኩምን።",
    save: "ዓቅቡ",
  },
  so: {
    title: "Kani ma lacag-bixintaada baa?",
    arrived: (amount) => `Lacag dhan ${amount} ayaa timid.`,
    label: "4-ta xaraf ee ugu dambeeya lambarka lacag-bixinta",
    wrong: (left) => `Kuma habboona. Waxaad isku dayi kartaa ${left} jeer.`,
    submit: "Waa tayda",
    numberTitle: "Bixi adigoon qorin lambarka lacag-bixinta",
    numberLabel: "Lambarka taleefanka aad ka bixinayso",
    numberHint: "Ikhtiyaari. Haddii lacagtu lambarkan ka timaado, wax kale ma qori doontid.",
    save: "Kaydi",
  },
};
