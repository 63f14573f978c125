import type { Texts } from "./texts.ts";

/** Plain Amharic as people speak of payments; product names stay as they are written on phones. */
export const am: Texts = {
  name: "አማርኛ",
  situations: {
    waiting: ({ merchant }) => ({
      title: "ክፍያዎን በመጠበቅ ላይ",
      text: `በባንክዎ ወይም በሞባይል ገንዘብ ለ${merchant} ይክፈሉ። ከዚያ የግብይት ቁጥሩን ያስገቡ።`,
    }),
    checking: ({ bank }) => ({
      title: "ክፍያዎ እየተረጋገጠ ነው",
      text: `${bank ?? "ባንኩን"} እየጠየቅን ነው። ብዙ ጊዜ ጥቂት ሰከንዶች ብቻ ይወስዳል። ይህን ገጽ ክፍት መተው ይችላሉ።`,
    }),
    bank_silent: ({ bank }) => ({
      title: "መሞከራችንን እንቀጥላለን",
      text: `${bank ?? "ባንኩ"} አሁን ምላሽ እየሰጠ አይደለም። እንደገና መክፈል አያስፈልግዎትም። እኛው ደጋግመን እንጠይቃለን፤ ይህን ገጽ መዝጋት ይችላሉ።`,
    }),
    not_there_yet: ({ bank }) => ({
      title: "ገና አልደረሰም",
      text: `${bank ?? "ባንኩ"} ይህን ክፍያ ገና አያሳይም። አንድ ደቂቃ ሊወስድ ይችላል። እኛው እንደገና እናያለን። እንደገና መክፈል አያስፈልግዎትም።`,
    }),
    confirming: () => ({
      title: "ክፍያዎ ተገኝቷል",
      text: "የመጨረሻው እርምጃ ከወትሮው ትንሽ ይዘገያል። ምንም ማድረግ አያስፈልግዎትም፤ እንደገናም መክፈል አያስፈልግዎትም።",
    }),
    verified: ({ merchant, received, confirmedBy }) => ({
      title: "ክፍያዎ ተረጋግጧል",
      text:
        confirmedBy === "bank" && received !== null
          ? `${received} መክፈልዎን ${merchant} አውቋል።`
          : `${received === null ? "" : `የ${received} `}ክፍያዎን ${merchant} አረጋግጧል።`,
    }),
    review: ({ merchant }) => ({
      title: "ክፍያዎ በመታየት ላይ ነው",
      text: `ይህን ክፍያ ከ${merchant} አንድ ሰው ማየት አለበት። እንደገና መክፈል አያስፈልግዎትም።`,
    }),
    expired: ({ merchant }) => ({
      title: "የዚህ ክፍያ ጊዜ አልፏል",
      text: `እባክዎ አሁን አይክፈሉ። አስቀድመው ከፍለዋል? የግብይት ቁጥሩን ከታች ያስገቡ። ለአዲስ ክፍያ ወደ ${merchant} ይመለሱ።`,
    }),
    closed: ({ merchant }) => ({
      title: "ይህ የክፍያ ገጽ ተዘግቷል",
      text: `እባክዎ አሁን አይክፈሉ። ለአዲስ ክፍያ ወደ ${merchant} ይመለሱ። ከፍለው ከሆነ ${merchant}ን እርዳታ ይጠይቁ።`,
    }),
    canceled: ({ merchant }) => ({
      title: "ይህ ክፍያ ተሰርዟል",
      text: `እባክዎ አሁን አይክፈሉ። ከፍለው ከሆነ ${merchant}ን እርዳታ ይጠይቁ።`,
    }),
    rejected: ({ merchant }) => ({
      title: "ይህ ክፍያ ተቀባይነት አላገኘም",
      text: `${merchant} ክፍያውን አይቶ አልተቀበለውም። ምክንያቱን እባክዎ ${merchant}ን ይጠይቁ።`,
    }),
    not_found: ({ bank, reference }) => ({
      title: "ይህን ክፍያ ማግኘት አልቻልንም",
      text: `${bank ?? "ባንኩ"} ${reference ?? "ይህን ቁጥር"} አያውቀውም። እባክዎ ከአጭር መልእክቱ (SMS) ጋር በየፊደሉ ያነጻጽሩ።`,
    }),
    not_completed: ({ bank }) => ({
      title: "ክፍያው አልተጠናቀቀም",
      text: `${bank ?? "ባንኩ"} ይህ ክፍያ አልተጠናቀቀም ወይም ተመልሷል ይላል። እባክዎ መተግበሪያዎን ይመልከቱ።`,
    }),
    receiver_mismatch: ({ merchant }) => ({
      title: "ይህ ክፍያ ወደ ሌላ ሂሳብ ሄዷል",
      text: `ደረሰኙ እውነተኛ ነው፤ ገንዘቡ ግን ወደ ${merchant} አልሄደም። እባክዎ ከታች ካለው የሂሳብ ቁጥር ጋር ያነጻጽሩ። ስህተት ከሆነ ባንክዎን ይጠይቁ።`,
    }),
    currency_mismatch: ({ amount }) => ({
      title: "ይህ ክፍያ በሌላ ገንዘብ ነው",
      text: `የምንፈልገው ${amount} ነው። እባክዎ የዚያን ክፍያ ደረሰኝ ይጠቀሙ።`,
    }),
    already_used: ({ merchant }) => ({
      title: "ይህ ደረሰኝ ቀድሞ ጥቅም ላይ ውሏል",
      text: `እያንዳንዱ ክፍያ አንድ ጊዜ ብቻ ይቆጠራል። ሁለተኛ ጊዜ ከፍለው ከሆነ የዚያን ክፍያ ቁጥር ያስገቡ። ካልሆነ ${merchant}ን ይጠይቁ።`,
    }),
    too_old: () => ({
      title: "ይህ ክፍያ የቆየ ነው",
      text: "ይህ ገጽ ለእርስዎ ከመከፈቱ በፊት የተከፈለ ነው። እባክዎ የአዲሱን ክፍያ ቁጥር ያስገቡ።",
    }),
    amount_mismatch: ({ merchant, amount, found, missing }) => ({
      title: missing ? "የተከፈለው መጠን ያነሰ ነው" : "የተከፈለው መጠን አይመሳሰልም",
      text: `የምንፈልገው ${amount} ነው${found ? `፤ ያገኘነው ${found} ነው` : ""}። ገንዘብዎ ${merchant} ጋር ነው። ምን ማድረግ እንዳለብዎ ${merchant}ን ይጠይቁ፤ ሙሉውን መጠን እንደገና አይክፈሉ።`,
    }),
    unreadable: ({ bank, merchant }) => ({
      title: "ደረሰኙን ማንበብ አልቻልንም",
      text: `${bank ?? "ባንኩ"} የሰጠውን ምላሽ አልተረዳነውም። እንደገና መክፈል አያስፈልግዎትም። እባክዎ አንድ ጊዜ ይሞክሩ ወይም ${merchant}ን ይጠይቁ።`,
    }),
    not_a_reference: () => ({
      title: "ይህ የግብይት ቁጥር አይመስልም",
      text: "የግብይት ቁጥሩን ያስገቡ፤ ወይም የደረሰኙን ሊንክ ወይም ሙሉውን አጭር መልእክት (SMS) ይለጥፉ።",
    }),
    which_bank: () => ({
      title: "የየትኛው ባንክ ወይም ዋሌት ነው?",
      text: "እንዲህ ያለ ቁጥር ከአንድ በላይ ባንኮች ይሰጣሉ። የእርስዎን ከታች ይምረጡ።",
    }),
    bank_not_accepted: ({ bank }) => ({
      title: "ይህ ባንክ እዚህ ተቀባይነት የለውም",
      text: `${bank ? `ቁጥሩ የ${bank} ነው። ` : ""}እባክዎ ከታች ካሉት መንገዶች በአንዱ ይክፈሉና የዚያን ቁጥር ያስገቡ።`,
    }),
    odd_date: ({ reference, referenceDay }) => ({
      title: "ቁጥሩ ትክክል ነው?",
      text: `${reference ?? "ይህ ቁጥር"} የ${referenceDay ?? "ሌላ ቀን"} ይመስላል። እባክዎ ከአጭር መልእክቱ (SMS) ጋር ያነጻጽሩ። ትክክል ከሆነ ይቀጥሉ።`,
    }),
    bad_phone: () => ({
      title: "ይህ የስልክ ቁጥር አይመስልም",
      text: "የከፈሉበትን የስልክ ቁጥር ያስገቡ፤ ወይም ባዶ ይተዉት።",
    }),
    rate_limited: ({ wait }) => ({
      title: "ብዙ ጊዜ ሞክረዋል",
      text: `እባክዎ ${wait} ቆይተው እንደገና ይሞክሩ። ክፍያዎ ምንም አይሆንም።`,
    }),
    exhausted: ({ merchant }) => ({
      title: "ብዙ ጊዜ ሞክረዋል",
      text: `ይህ ገጽ ከእንግዲህ ቁጥር አይቀበልም። ከፍለው ከሆነ ደረሰኝዎን ለ${merchant} ያሳዩ። እንደገና መክፈል አያስፈልግዎትም።`,
    }),
    try_again: () => ({
      title: "አልተሳካም",
      text: "በእኛ በኩል መዘግየት አለ። እባክዎ ትንሽ ቆይተው እንደገና ይሞክሩ። እንደገና መክፈል አያስፈልግዎትም።",
    }),
  },
  payTo: (merchant) => `ለ${merchant}`,
  payTitle: (amount, merchant) => `${amount} ለ${merchant}`,
  amountToPay: "የሚከፈል",
  timeLeft: "የቀረው ጊዜ",
  timeIsUp: "ጊዜው አልፏል",
  payHeading: "ገንዘቡን ይላኩ",
  payWith: "በምን መክፈል ይፈልጋሉ?",
  accountNumber: "የሂሳብ ቁጥር",
  accountName: "የሂሳብ ስም",
  exactAmount: "ትክክለኛ መጠን",
  afterPaying: (label, example) => `ለደረጃ 2 ይህ ያስፈልግዎታል፦ ${label}፤ ለምሳሌ ${example}።`,
  noReference: "ደረሰኝዎን ይያዙ፤ በሚቀጥለው እርምጃ ቁጥሩ ያስፈልግዎታል።",
  copy: "ቅዳ",
  copied: "ተቀድቷል",
  copyWhat: (what) => `ቅዳ፦ ${what}`,
  confirmHeading: "መክፈልዎን ይንገሩን",
  confirmAgain: "የግብይት ቁጥሩን ያስገቡ",
  accountsHeading: "የሚከፈልባቸውን ሂሳቦች አሳይ",
  inputLabel: "የግብይት ቁጥር፣ የደረሰኝ ሊንክ ወይም አጭር መልእክት (SMS)",
  inputHint: (example) => `ለምሳሌ ${example}። ሙሉውን SMS መለጠፍ ይችላሉ።`,
  phoneLabel: "የከፈሉበት ስልክ (ካወቁት)",
  phoneHint: (example) => `ለምሳሌ ${example}። ደረሰኙን ለማግኘት ይረዳል።`,
  whichBank: "ቁጥሩ ከየት ነው?",
  submit: "ክፍያዬን አረጋግጥ",
  submitAnyway: "ትክክል ነው፣ አረጋግጥ",
  submitting: "በማረጋገጥ ላይ…",
  checkNow: "አሁን እንደገና እይ",
  mistyped: "ተሳስተው ጽፈዋል? ሌላ ቁጥር ያስገቡ",
  reference: "የግብይት ቁጥር",
  paidOn: "የተረጋገጠበት ጊዜ",
  expected: "የሚከፈል",
  found: "የተገኘ",
  missing: "የጎደለ",
  received: "የደረሰው",
  receiptCode: "የደረሰኝ ኮድ",
  receiptHint: "ማንም ሰው ይህን ደረሰኝ በኮዱ ወይም ምስሉን በመቃኘት ማረጋገጥ ይችላል።",
  receiptLink: "ገጹን ክፈት",
  receiptQr: "ይህ ደረሰኝ የሚረጋገጥበትን ገጽ የሚከፍት QR ኮድ",
  back: (merchant) => `ወደ ${merchant} ተመለስ`,
  cancel: "ሰርዝና ተመለስ",
  onPhone: "በስልክዎ ይቀጥሉ",
  onPhoneHint: "ይህን በካሜራዎ ይቃኙ። የባንክ መተግበሪያዎና SMS እዚያ ናቸው።",
  onPhoneQr: "ይህን ገጽ በስልክዎ የሚከፍት QR ኮድ",
  safety: "ባንኩን ራሱን እንጠይቃለን። ፒን ወይም የይለፍ ቃል በፍጹም አንጠይቅም።",
  language: "ቋንቋ",
  testMode: "የሙከራ ሁነታ",
  testHint: "እዚህ ገንዘብ አይንቀሳቀስም። አይክፈሉ።",
  testReferences: "ለመሞከር የሚሆኑ ቁጥሮች",
  testOutcomes: {
    OK: "ይረጋገጣል",
    UNDER: "ያነሰ ክፍያ",
    OVER: "የበለጠ ክፍያ፣ ይረጋገጣል",
    WRONG: "ሌላ ሂሳብ",
    OLD: "የቆየ",
    NONE: "አይገኝም",
    SLOW: "ይዘገያል፣ ከዚያ ይረጋገጣል",
    DOWN: "ባንኩ ምላሽ አይሰጥም",
  },
  genuineTitle: "ይህ ደረሰኝ ትክክለኛ ነው",
  genuineText: (merchant) => `ለ${merchant} የተደረገው ክፍያ በባንኩ ተረጋግጧል።`,
  genuineByHand: (merchant) => `ይህን ክፍያ ያረጋገጠው ${merchant} ነው፤ ባንኩ አይደለም።`,
  genuineTest: { title: "ይህ የሙከራ ደረሰኝ ብቻ ነው", text: "ምንም ገንዘብ አልተከፈለም።" },
  genuineCompare: "ይህን ካሳዩዎት ወረቀት ወይም ስክሪን ጋር ያነጻጽሩ።",
  merchantLabel: "የተከፈለው ለ",
  amountLabel: "መጠን",
  verifiedAt: "የተረጋገጠበት ጊዜ",
  unknownReceipt: {
    title: "ይህን ደረሰኝ አናውቀውም",
    text: "በዚህ ኮድ የተመዘገበ ክፍያ የለም። በየፊደሉ ያነጻጽሩ። አሁንም ካልታወቀ ደረሰኙን አይቀበሉ።",
  },
  unknownCheckout: {
    title: "እንዲህ ያለ የክፍያ ገጽ የለም",
    text: "ሊንኩ ያልተሟላ ወይም ትክክል ያልሆነ ነው። እባክዎ ካገኙበት ቦታ እንደገና ይክፈቱት። አይክፈሉ።",
  },
  brokenPage: {
    title: "አልተሳካም",
    text: "እባክዎ ትንሽ ቆይተው እንደገና ይሞክሩ። እንደገና መክፈል አያስፈልግዎትም።",
  },
  requestId: "የዚህ ስህተት ቁጥር",
};
