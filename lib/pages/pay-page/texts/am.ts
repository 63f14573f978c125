import type { Texts } from "./shape.ts";

/** Plain Amharic, polite forms. Product names stay as phones show them. */
export const am: Texts = {
  reviewed: false,
  units: null,
  situations: {
    waiting: ({ merchant }) => ({
      title: "ክፍያዎን በመጠበቅ ላይ",
      text: `በባንክዎ ወይም በሞባይል ገንዘብ ለ${merchant} ይክፈሉ። ከዚያ የግብይት ቁጥሩን ያስገቡ።`,
    }),
    checking: ({ bank }) => ({
      title: "ክፍያዎ እየተረጋገጠ ነው",
      text: `ከ${bank ?? "ባንኩ"} ጋር እያረጋገጥን ነው። ብዙ ጊዜ ጥቂት ሰከንዶች ይወስዳል። ይህ ገጽ ራሱ ይታደሳል።`,
    }),
    bank_silent: ({ bank }) => ({
      title: "ከባንኩ ገና ማረጋገጥ አልቻልንም",
      text: `ይህን ክፍያ አሁን ከ${bank ?? "ባንኩ"} ጋር ማረጋገጥ አልቻልንም። እንደገና መክፈል አያስፈልግዎትም። በራሳችን ማረጋገጣችንን እንቀጥላለን፤ ይህን ገጽ መዝጋት ይችላሉ።`,
    }),
    not_there_yet: ({ bank }) => ({
      title: "ክፍያው ገና አልታየም",
      text: `${bank ?? "ባንኩ"} ይህን ክፍያ ገና አያሳይም። አንድ ደቂቃ ሊወስድ ይችላል። በራሳችን እንደገና እናያለን። እንደገና መክፈል አያስፈልግዎትም።`,
    }),
    confirming: () => ({
      title: "ክፍያዎ ተገኝቷል",
      text: "የመጨረሻው እርምጃ ከወትሮው ትንሽ ይዘገያል። ምንም ማድረግ ወይም እንደገና መክፈል አያስፈልግዎትም።",
    }),
    verified: ({ merchant, confirmedBy }) => ({
      title: "ተከፍሏል",
      text: {
        bank: `ክፍያዎ በባንኩ ተረጋግጧል፤ ${merchant} ሊያየው ይችላል።`,
        notice: `ባንኩ ለ${merchant} የላከው መልእክት ክፍያዎን ያሳያል። ሌላ ምንም ማድረግ አያስፈልግዎትም።`,
        merchant: `${merchant} ክፍያዎን አረጋግጧል።`,
      }[confirmedBy],
    }),
    review: ({ merchant, received, missing, late }) => ({
      title: "ክፍያዎ በመታየት ላይ ነው",
      text:
        late && received && missing
          ? `${received} ደርሷል፤ ${missing} ይጎድላል። ቀጣዩን የሚወስነው ${merchant} ነው። ${merchant}ን ሳይጠይቁ ቀሪውን አይክፈሉ።`
          : `${merchant} ይህን ክፍያ እያየ ነው። እንደገና መክፈል አያስፈልግዎትም። ይህን ገጽ ዘግተው በኋላ መክፈት ይችላሉ።`,
    }),
    suspended: ({ merchant }) => ({
      title: "ይህ ሱቅ አሁን ክፍያ አይቀበልም",
      text: `እባክዎ አሁን አይክፈሉ። አስቀድመው ከፍለው ከሆነ የግብይት ቁጥሩን ከታች ያስገቡ፤ እናረጋግጠዋለን። ለሌላ ጥያቄ ${merchant}ን ይጠይቁ።`,
    }),
    expired: ({ merchant }) => ({
      title: "የዚህ ክፍያ ጊዜ አልፏል",
      text: `እባክዎ አሁን አይክፈሉ። አስቀድመው ከፍለው ከሆነ የግብይት ቁጥሩን ከታች ያስገቡ። ለአዲስ ክፍያ ወደ ${merchant} ይመለሱ።`,
    }),
    closed: ({ merchant }) => ({
      title: "ይህ የክፍያ ገጽ ተዘግቷል",
      text: `እባክዎ አሁን አይክፈሉ። ለአዲስ ክፍያ ወደ ${merchant} ይመለሱ። ከፍለው ከሆነ ከ${merchant} እርዳታ ይጠይቁ።`,
    }),
    canceled: ({ merchant }) => ({
      title: "ይህ ክፍያ ተሰርዟል",
      text: `እባክዎ አሁን አይክፈሉ። ከፍለው ከሆነ ከ${merchant} እርዳታ ይጠይቁ።`,
    }),
    rejected: ({ merchant }) => ({
      title: "ይህ ክፍያ ተቀባይነት አላገኘም",
      text: `${merchant} ክፍያውን አይቶ አልተቀበለውም። እባክዎ ምክንያቱን ከ${merchant} ይጠይቁ።`,
    }),
    not_found: ({ bank, reference, choices }) => ({
      title: "ይህን ክፍያ ማግኘት አልቻልንም",
      text: `${bank ?? "ባንኩ"} በ${reference ?? "ይህ ቁጥር"} የተመዘገበ ክፍያ የለውም። እባክዎ ከአጭር መልእክቱ (SMS) ጋር በየፊደሉ ያነጻጽሩ። ${choices ? "በሌላ ባንክ ወይም ዋሌት ከፍለው ከሆነ ከታች ይምረጡ። " : ""}ከፍለው ከሆነ እንደገና አይክፈሉ።`,
    }),
    not_completed: ({ bank }) => ({
      title: "ክፍያው አልተጠናቀቀም",
      text: `በ${bank ?? "ባንኩ"} መሠረት ይህ ክፍያ አልተሳካም፣ ገና በሂደት ላይ ነው ወይም ተመላሽ ሆኗል። እባክዎ የባንክዎን መተግበሪያ ይመልከቱ።`,
    }),
    receiver_mismatch: ({ merchant, accounts }) => ({
      title: "ይህ ክፍያ ወደ ሌላ ሂሳብ ሄዷል",
      text: `ደረሰኙ እውነተኛ ነው፤ ገንዘቡ ግን ወደ ${merchant} አልሄደም። ${accounts ? "እባክዎ ከታች ካለው የሂሳብ ቁጥር ጋር ያነጻጽሩ። " : ""}ስህተት ከሆነ ባንክዎን ይጠይቁ።`,
    }),
    currency_mismatch: ({ amount }) => ({
      title: "ይህ ክፍያ በሌላ የገንዘብ ዓይነት ነው",
      text: `የሚከፈለው መጠን ${amount} ነው። እባክዎ በዚህ የገንዘብ ዓይነት የከፈሉበትን ቁጥር ያስገቡ።`,
    }),
    already_used: ({ merchant }) => ({
      title: "ይህ ክፍያ ቀድሞ ጥቅም ላይ ውሏል",
      text: `ለሌላ የ${merchant} ትዕዛዝ ተቆጥሯል፤ እያንዳንዱ ክፍያ አንድ ጊዜ ብቻ ይቆጠራል። ሌላ ክፍያ ከፍለው ከሆነ የዚያን ቁጥር ያስገቡ። ካልሆነ ${merchant}ን ይጠይቁ።`,
    }),
    too_old: ({ merchant }) => ({
      title: "ይህ ክፍያ የቆየ ነው",
      text: `ይህ ገጽ ከመከፈቱ በፊት የተከፈለ ነው። ለዚህ ትዕዛዝ የከፈሉት ከሆነ እንደገና አይክፈሉ፤ ይህን ገጽ ለ${merchant} ያሳዩ። ሌላ ክፍያ ከፍለው ከሆነ የዚያን ቁጥር ያስገቡ።`,
    }),
    partly_paid: ({ merchant, received, missing }) => ({
      title: `${missing ?? ""} ይጎድላል`,
      text: `${received ?? ""} ደርሷል። የጎደለውን ${missing ?? ""} ለ${merchant} ይክፈሉና የዚያን ግብይት ቁጥር ያስገቡ።`,
    }),
    unreadable: ({ bank, merchant }) => ({
      title: "ደረሰኙን ማንበብ አልቻልንም",
      text: `ከ${bank ?? "ባንኩ"} የመጣውን ደረሰኝ ማንበብ አልቻልንም። እንደገና መክፈል አያስፈልግዎትም። እባክዎ አንድ ጊዜ እንደገና ይሞክሩ ወይም ${merchant}ን ይጠይቁ።`,
    }),
    not_a_reference: ({ several }) => ({
      title: several ? "እነዚህ ከአንድ በላይ የግብይት ቁጥሮች ናቸው" : "ይህ የግብይት ቁጥር አይደለም",
      text: several
        ? "አንድ በአንድ ያስገቡ።"
        : "የግብይት ቁጥሩን ያስገቡ፤ ወይም የደረሰኙን ሊንክ ወይም ሙሉውን አጭር መልእክት (SMS) ይለጥፉ።",
    }),
    which_bank: () => ({
      title: "የየትኛው ባንክ ወይም ዋሌት ነው?",
      text: "ከቁጥሩ ብቻ ማወቅ አልቻልንም። የእርስዎን ከታች ይምረጡ።",
    }),
    bank_not_accepted: ({ bank, merchant, accounts }) => ({
      title: "ይህ ባንክ እዚህ ተቀባይነት የለውም",
      text: `${bank ? `ቁጥሩ የ${bank} ነው። ` : ""}${accounts ? `አስቀድመው ለ${merchant} ከፍለው ከሆነ እንደገና አይክፈሉ፤ እርዳታ ይጠይቁ። ካልከፈሉ ከታች ካሉት መንገዶች በአንዱ ይክፈሉና የዚያን ቁጥር ያስገቡ።` : `ከ${merchant} እርዳታ ይጠይቁ።`}`,
    }),
    odd_date: ({ reference, referenceDay }) => ({
      title: "ቁጥሩ ትክክል ነው?",
      text: `${reference ?? "ይህ ቁጥር"} የ${referenceDay ?? "ሌላ ቀን"} ይመስላል። እባክዎ ከአጭር መልእክቱ (SMS) ጋር ያነጻጽሩ። ትክክል ከሆነ ይቀጥሉ።`,
    }),
    account_digits_needed: () => ({
      title: "ይህን ደረሰኝ ለማግኘት ተጨማሪ መረጃ ያስፈልጋል",
      text: "የከፈሉበትን ሂሳብ የመጨረሻ 5 አሃዞች ያስገቡ፤ ወይም የደረሰኙን ሊንክ ወይም ሙሉውን መልእክት ይለጥፉ።",
    }),
    bad_phone: () => ({
      title: "ይህ የስልክ ቁጥር አይደለም",
      text: "የከፈሉበትን የስልክ ቁጥር ያስገቡ፤ ወይም ባዶ ይተዉት።",
    }),
    already_counted: () => ({
      title: "ይህ ክፍያ ቀድሞ ተቆጥሯል",
      text: "ለዚህ ትዕዛዝ ቆጥረነዋል። ሌላ ክፍያ ከፍለው ከሆነ የዚያን ቁጥር ያስገቡ።",
    }),
    still_checking: () => ({
      title: "ያስገቧቸውን ቁጥሮች ገና እያረጋገጥን ነው",
      text: "ባንኩ መልስ ሲሰጥ ሌላ ቁጥር ማስገባት ይችላሉ። በራሳችን ማረጋገጣችንን እንቀጥላለን። እንደገና መክፈል አያስፈልግዎትም።",
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
      text: "ችግሩ በእኛ በኩል ነው። እባክዎ ትንሽ ቆይተው እንደገና ይሞክሩ። እንደገና መክፈል አያስፈልግዎትም።",
    }),
  },
  payTo: (merchant) => `ለ${merchant}`,
  payTitle: (amount, merchant) => `${amount} ለ${merchant}`,
  timeLeft: "የቀረው ጊዜ",
  timeIsUp: "አልፏል",
  payHeading: "ገንዘቡን ይላኩ",
  payWith: "በምን መክፈል ይፈልጋሉ?",
  accountNumber: "የሂሳብ ቁጥር",
  phoneNumber: "ስልክ ቁጥር",
  dial: (code) => `${code} ይደውሉ`,
  checkedByHand: (merchant) => `ይህን ክፍያ የሚያረጋግጠው ${merchant} ስለሆነ ሊዘገይ ይችላል።`,
  accountName: "የሂሳብ ስም",
  exactAmount: "የሚከፈለው መጠን",
  afterPaying: (label, example) => `ከከፈሉ በኋላ ወደዚህ ገጽ ተመልሰው ${label} ያስገቡ፤ ለምሳሌ ${example}።`,
  noReference: "ከከፈሉ በኋላ ወደዚህ ገጽ ተመልሰው የደረሰኝዎን ቁጥር ያስገቡ።",
  switchedOff: (bank, merchant, hasOthers) =>
    `በአሁኑ ሰዓት ወደ ${bank} የሚደረጉ ክፍያዎችን ማረጋገጥ አንችልም፤ በዚህ መንገድ አይክፈሉ። ${hasOthers ? "እባክዎ ሌላ መንገድ ይምረጡ" : `ሌላ መንገድ እንዲሰጥዎ ${merchant}ን ይጠይቁ`}። አስቀድመው ከፍለው ከሆነ በዚህ ገጽ ላይ የግብይት ቁጥሩን ያስገቡ።`,
  copy: "ይቅዱ",
  copied: "ተቀድቷል",
  copyWhat: (what) => `ይቅዱ፦ ${what}`,
  confirmHeading: "ክፍያዎን ያረጋግጡ",
  confirmAgain: "የግብይት ቁጥሩን ያስገቡ",
  accountsHeading: "የሚከፈልባቸውን ሂሳቦች ይመልከቱ",
  inputLabel: "የግብይት ቁጥር፣ የደረሰኝ ሊንክ ወይም አጭር መልእክት (SMS)",
  inputHint: (example) => `ለምሳሌ ${example}። ሙሉውን SMS መለጠፍ ይችላሉ።`,
  phoneLabel: "የከፈሉበት ስልክ (ካወቁት)",
  phoneHint: (example) => `ለምሳሌ ${example}። ደረሰኙን ለማግኘት ይረዳል።`,
  whichBank: "ቁጥሩ ከየት ነው?",
  scan: {
    camera: "የደረሰኙን QR ኮድ ይቃኙ",
    picture: "QR ኮዱን ከምስል ያንብቡ",
    none: "QR ኮድ አልተገኘም። እባክዎ ቁጥሩን ያስገቡ።",
    blocked: "ካሜራዎን መጠቀም አልቻልንም። እባክዎ ቁጥሩን ያስገቡ።",
    stop: "መቃኘት ያቁሙ",
  },
  submit: "ክፍያዬን ያረጋግጡ",
  submitAnyway: "ቁጥሩ ትክክል ነው፣ ያረጋግጡ",
  submitting: "በማረጋገጥ ላይ…",
  checkNow: "እንደገና ይመልከቱ",
  mistyped: "ቁጥሩ ተሳስቷል? ሌላ ያስገቡ",
  anotherNumber: "ሌላ የግብይት ቁጥር አለዎት? ያስገቡ",
  beingChecked: "በመታየት ላይ",
  reference: "የግብይት ቁጥር",
  paidOn: "የተረጋገጠበት ጊዜ",
  expected: "የሚከፈለው መጠን",
  missing: "የጎደለው",
  received: "የደረሰው",
  receiptCode: "የደረሰኝ ኮድ",
  receiptHint: "ማንም ሰው ይህን ደረሰኝ በኮዱ ወይም QR ኮዱን በመቃኘት ማረጋገጥ ይችላል።",
  receiptLink: "ደረሰኙን ይክፈቱ",
  print: "ደረሰኙን ያስቀምጡ ወይም ያትሙ",
  receiptQr: "ይህ ደረሰኝ የሚረጋገጥበትን ገጽ የሚከፍት QR ኮድ",
  back: (merchant) => `ወደ ${merchant} ይመለሱ`,
  cancel: "ይሰርዙና ይመለሱ",
  onPhone: "በስልክዎ ይቀጥሉ",
  onPhoneHint: "ይህን በካሜራዎ ይቃኙ። የባንክ መተግበሪያዎና SMS በስልክዎ ላይ ናቸው።",
  onPhoneQr: "ይህን ገጽ በስልክዎ የሚከፍት QR ኮድ",
  safety: "ክፍያውን ከባንኩ ጋር እናረጋግጣለን። ፒን ወይም የይለፍ ቃል በፍጹም አንጠይቅም።",
  safetyByHand: "ፒን ወይም የይለፍ ቃል በፍጹም አንጠይቅም።",
  language: "ቋንቋ",
  testMode: "የሙከራ ሁነታ",
  testHint: "እዚህ ገንዘብ አይንቀሳቀስም። አይክፈሉ።",
  testReferences: "ለመሞከር የሚሆኑ ቁጥሮች",
  testOutcomes: {
    OK: "ይረጋገጣል",
    PART: "ግማሹ፣ ከዚያ ቀሪው",
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
  genuineByNotice: (merchant) =>
    `ይህን ክፍያ ያረጋገጠው ባንኩ ለ${merchant} የላከው መልእክት ነው። የባንኩ ደረሰኝ ገና አላረጋገጠውም።`,
  genuineTest: { title: "ይህ የሙከራ ደረሰኝ ነው", text: "ምንም ገንዘብ አልተከፈለም።" },
  genuineCompare: "ይህን ካሳዩዎት ወረቀት ወይም ስክሪን ጋር ያነጻጽሩ።",
  merchantLabel: "የተከፈለው ለ",
  amountLabel: "መጠን",
  verifiedAt: "የተረጋገጠበት ጊዜ",
  paired: {
    title: "ይህ የእርስዎ ክፍያ ነው?",
    arrived: (amount) => `የ${amount} ክፍያ ደርሷል።`,
    label: "የግብይት ቁጥርዎ የመጨረሻ 4 ፊደላት ወይም አሃዞች",
    wrong: (left) => `አልተስማማም። ${left} ሙከራ ቀርቷል።`,
    submit: "የእኔ ነው",
    numberTitle: "የግብይት ቁጥር ሳይጽፉ ይክፈሉ",
    numberLabel: "የሚከፍሉበት ስልክ ቁጥር",
    numberHint: "ግዴታ አይደለም። ከዚህ ቁጥር ከከፈሉ አብዛኛውን ጊዜ ሌላ ምንም አይጽፉም።",
    save: "ያስቀምጡ",
    reason: "ምክንያት",
  },
  link: {
    payShop: (merchant) => `ለ${merchant} ይክፈሉ`,
    enterAmount: "የሚከፍሉትን መጠን ያስገቡ",
    amountHint: (example) => `ለምሳሌ ${example}`,
    pay: "ወደ ክፍያ ይቀጥሉ",
    opening: "በመክፈት ላይ…",
    badAmount: (example) => ({
      title: "መጠኑን ይመልከቱ",
      text: `ከዜሮ የሚበልጥ መጠን ያስገቡ፤ ለምሳሌ ${example}።`,
    }),
    closed: (merchant) => ({
      title: "ይህ ሊንክ አሁን ክፍያ አይቀበልም",
      text: `እባክዎ አሁን አይክፈሉ። ${merchant} አዲስ ሊንክ እንዲሰጥዎ ይጠይቁ።`,
    }),
    unfinished: (amount) => ({
      title: "የጀመሩት ክፍያ አለ",
      text: `${amount} አስቀድመው ልከው ከሆነ ወደጀመሩት ክፍያ ተመልሰው የግብይት ቁጥሩን እዚያ ያስገቡ።`,
    }),
    goBack: "ወደጀመሩት ክፍያ ይመለሱ",
    payAnew: "አዲስ ክፍያ ይጀምሩ",
    rateLimited: {
      title: "ብዙ ክፍያ ተከፍቷል",
      text: "እባክዎ አንድ ደቂቃ ቆይተው እንደገና ይሞክሩ።",
    },
  },
  card: {
    title: "ለመክፈል ይቃኙ",
    steps: ["ኮዱን በስልክዎ ካሜራ ይቃኙ።", "በባንክዎ ወይም በሞባይል ገንዘብ ይክፈሉ።", "የግብይት ቁጥሩን ያስገቡ። ሱቁ ክፍያዎን ያያል።"],
    openAmount: "መጠኑን እርስዎ ያስገባሉ",
    orType: "ወይም ይህን ይክፈቱ",
    qr: "የክፍያ ገጹን የሚከፍት QR ኮድ",
    print: "ካርዱን ያትሙ",
  },
  lateNumber: (merchant) => ({
    title: "በመጨረሻ የላኩትን ቁጥር አላጣራንም",
    text: `ክፍያው አስቀድሞ ተፈጽሟል። ሁለት ጊዜ ከከፈሉ ሁለቱንም ማረጋገጫዎች ለ${merchant} አሳይተው ሁለተኛው ክፍያ እንዲመለስልዎ ይጠይቁ።`,
  }),
  unknownLink: {
    title: "እንዲህ ያለ ሊንክ የለም",
    text: "አድራሻውን በየፊደሉ ያነጻጽሩ ወይም ሱቁን አዲስ ሊንክ ይጠይቁ። አይክፈሉ።",
  },
  unknownReceipt: {
    title: "እንዲህ ያለ ደረሰኝ የለም",
    text: "በዚህ ኮድ የተመዘገበ ክፍያ የለም። በየፊደሉ ያነጻጽሩ። አሁንም ካልተገኘ ደረሰኙን አይቀበሉ።",
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
