import type { Texts } from "./shape.ts";

/** Plain Tigrinya in the spelling of Tigray (ፀ), polite forms. Product names stay as phones show them. */
export const ti: Texts = {
  reviewed: false,
  units: null,
  situations: {
    waiting: ({ merchant }) => ({
      title: "ክፍሊትኩም ንፅበ ኣለና",
      text: `ብባንኪ ወይ ብሞባይል ገንዘብ ን${merchant} ክፈሉ። ድሕሪኡ ቁፅሪ ግብይት ኣእትዉ።`,
    }),
    checking: ({ bank }) => ({
      title: "ክፍሊትኩም ይረጋገፅ ኣሎ",
      text: `ምስ ${bank ?? "እቲ ባንኪ"} ነረጋግፅ ኣለና። መብዛሕትኡ ግዜ ቁሩብ ሰከንድታት ይወስድ። እዚ ገፅ ባዕሉ ይሕደስ።`,
    }),
    bank_silent: ({ bank }) => ({
      title: "ካብቲ ባንኪ ገና ከነረጋግፅ ኣይከኣልናን",
      text: `እዚ ክፍሊት ሕዚ ምስ ${bank ?? "እቲ ባንኪ"} ከነረጋግፅ ኣይከኣልናን። ዳግም ምኽፋል ኣየድልየኩምን። ባዕልና ምርግጋፅ ክንቅፅል ኢና፤ እዚ ገፅ ክትዓፅውዎ ትኽእሉ።`,
    }),
    not_there_yet: ({ bank }) => ({
      title: "እቲ ክፍሊት ገና ኣይተራእየን",
      text: `${bank ?? "እቲ ባንኪ"} እዚ ክፍሊት ገና ኣየርእይን። ሓደ ደቒቓ ክወስድ ይኽእል። ባዕልና ዳግም ክንርእዮ ኢና። ዳግም ምኽፋል ኣየድልየኩምን።`,
    }),
    confirming: () => ({
      title: "ክፍሊትኩም ተረኺቡ",
      text: "እቲ ናይ መወዳእታ ስጉምቲ ካብ ልሙድ ንላዕሊ ይድንጒ ኣሎ። ዝኾነ ነገር ምግባር ወይ ዳግም ምኽፋል ኣየድልየኩምን።",
    }),
    verified: ({ merchant, confirmedBy }) => ({
      title: "ተኸፊሉ",
      text: {
        bank: `እቲ ባንኪ ክፍሊትኩም ኣረጋጊፁ እዩ፤ ${merchant} ክርእዮ ይኽእል።`,
        notice: `እቲ ባንኪ ን${merchant} ዝለኣኾ መልእኽቲ ክፍሊትኩም የርኢ እዩ። ካልእ ዝኾነ ነገር ምግባር ኣየድልየኩምን።`,
        merchant: `${merchant} ክፍሊትኩም ኣረጋጊፁ እዩ።`,
      }[confirmedBy],
    }),
    review: ({ merchant, received, missing, late }) => ({
      title: "ክፍሊትኩም ይርአ ኣሎ",
      text:
        late && received && missing
          ? `${received} በፂሑ፤ ${missing} ጎዲሉ። ቀፃሊ ዝውስን ${merchant} እዩ። ን${merchant} ከይሓተትኩም ዝተረፈ ኣይትኽፈሉ።`
          : `${merchant} እዚ ክፍሊት ይርእዮ ኣሎ። ዳግም ምኽፋል ኣየድልየኩምን። እዚ ገፅ ዓፂኹም ድሓር ክትከፍትዎ ትኽእሉ።`,
    }),
    suspended: ({ merchant }) => ({
      title: "እዚ ድኳን ሕዚ ክፍሊት ኣይቅበልን",
      text: `ሕዚ ኣይትኽፈሉ። ቅድሚ ሕዚ ከፊልኩም እንተኾይንኩም ቁፅሪ ግብይት ኣብ ታሕቲ ኣእትዉ፤ ከነረጋግፆ ኢና። ንኻልእ ሕቶ ን${merchant} ሕተቱ።`,
    }),
    expired: ({ merchant }) => ({
      title: "ግዜ እዚ ክፍሊት ሓሊፉ",
      text: `ሕዚ ኣይትኽፈሉ። ቅድሚ ሕዚ ከፊልኩም እንተኾይንኩም ቁፅሪ ግብይት ኣብ ታሕቲ ኣእትዉ። ንሓድሽ ክፍሊት ናብ ${merchant} ተመለሱ።`,
    }),
    closed: ({ merchant }) => ({
      title: "እዚ ናይ ክፍሊት ገፅ ተዓፅዩ",
      text: `ሕዚ ኣይትኽፈሉ። ንሓድሽ ክፍሊት ናብ ${merchant} ተመለሱ። ከፊልኩም እንተኾይንኩም ካብ ${merchant} ሓገዝ ሕተቱ።`,
    }),
    canceled: ({ merchant }) => ({
      title: "እዚ ክፍሊት ተሰሪዙ",
      text: `ሕዚ ኣይትኽፈሉ። ከፊልኩም እንተኾይንኩም ካብ ${merchant} ሓገዝ ሕተቱ።`,
    }),
    rejected: ({ merchant }) => ({
      title: "እዚ ክፍሊት ተቐባልነት ኣይረኸበን",
      text: `${merchant} ነቲ ክፍሊት ርእዩ ኣይተቐበሎን። ምኽንያቱ ካብ ${merchant} ሕተቱ።`,
    }),
    not_found: ({ bank, reference, choices }) => ({
      title: "እዚ ክፍሊት ክንረኽቦ ኣይከኣልናን",
      text: `${bank ?? "እቲ ባንኪ"} ብ${reference ?? "እዚ ቁፅሪ"} ዝተመዝገበ ክፍሊት የብሉን። ምስቲ ሓፂር መልእኽቲ (SMS) ፊደል ብፊደል ኣነፃፅሩ። ${choices ? "ብካልእ ባንኪ ወይ ዋሌት ከፊልኩም እንተኾይንኩም ኣብ ታሕቲ ምረፁ። " : ""}ከፊልኩም እንተኾይንኩም ዳግም ኣይትኽፈሉ።`,
    }),
    not_completed: ({ bank }) => ({
      title: "እቲ ክፍሊት ኣይተዛዘመን",
      text: `ከም ሓበሬታ ${bank ?? "እቲ ባንኪ"} እዚ ክፍሊት ኣይተዓወተን፣ ገና ኣብ መስርሕ እዩ ወይ ተመሊሱ እዩ። ናይ ባንክኹም መተግበሪ ርአዩ።`,
    }),
    receiver_mismatch: ({ merchant, accounts }) => ({
      title: "እዚ ክፍሊት ናብ ካልእ ሕሳብ ከይዱ",
      text: `እቲ ቅብሊት ናይ ሓቂ እዩ፤ እቲ ገንዘብ ግና ናብ ${merchant} ኣይኸደን። ${accounts ? "ምስቲ ኣብ ታሕቲ ዘሎ ሕሳብ ኣነፃፅሩ። " : ""}ጌጋ እንተኾይኑ ንባንክኹም ሕተቱ።`,
    }),
    currency_mismatch: ({ amount }) => ({
      title: "እዚ ክፍሊት ብካልእ ዓይነት ገንዘብ እዩ",
      text: `ዝኽፈል መጠን ${amount} እዩ። በዚ ዓይነት ገንዘብ ዝኸፈልኩምሉ ቁፅሪ ኣእትዉ።`,
    }),
    already_used: ({ merchant }) => ({
      title: "እዚ ክፍሊት ድሮ ኣብ ጥቕሚ ውዒሉ",
      text: `ንኻልእ ትእዛዝ ${merchant} ተቖፂሩ እዩ፤ ነፍሲ ወከፍ ክፍሊት ሓደ ግዜ ጥራይ ይቑፀር። ካልእ ክፍሊት ከፊልኩም እንተኾይንኩም ናይኡ ቁፅሪ ኣእትዉ። እንተዘይኮነ ን${merchant} ሕተቱ።`,
    }),
    too_old: ({ merchant }) => ({
      title: "እዚ ክፍሊት ዝፀንሐ እዩ",
      text: `ቅድሚ እዚ ገፅ ምኽፋቱ ዝተኸፈለ እዩ። ንዚ ትእዛዝ ዝኸፈልኩምዎ እንተኾይኑ ዳግም ኣይትኽፈሉ፤ እዚ ገፅ ን${merchant} ኣርእዩ። ካልእ ክፍሊት ከፊልኩም እንተኾይንኩም ናይኡ ቁፅሪ ኣእትዉ።`,
    }),
    partly_paid: ({ merchant, received, missing }) => ({
      title: `${missing ?? ""} ጎዲሉ`,
      text: `${received ?? ""} በፂሑ። ነቲ ዝጎደለ ${missing ?? ""} ን${merchant} ክፈሉ እሞ ናይቲ ግብይት ቁፅሪ ኣእትዉ።`,
    }),
    unreadable: ({ bank, merchant }) => ({
      title: "እቲ ቅብሊት ከነንብቦ ኣይከኣልናን",
      text: `ካብ ${bank ?? "እቲ ባንኪ"} ዝመፀ ቅብሊት ከነንብቦ ኣይከኣልናን። ዳግም ምኽፋል ኣየድልየኩምን። ሓደ ግዜ ዳግም ፈትኑ ወይ ን${merchant} ሕተቱ።`,
    }),
    not_a_reference: ({ several }) => ({
      title: several ? "ልዕሊ ሓደ ቁፅሪ ግብይት ኣእቲኹም" : "እዚ ቁፅሪ ግብይት ኣይኮነን",
      text: several ? "ሓደ ብሓደ ኣእትዉ።" : "ቁፅሪ ግብይት ኣእትዉ፤ ወይ ናይ ቅብሊት ሊንክ ወይ ሙሉእ ሓፂር መልእኽቲ (SMS) ለጥፉ።",
    }),
    which_bank: () => ({
      title: "ናይ ኣየናይ ባንኪ ወይ ዋሌት እዩ?",
      text: "ካብቲ ቁፅሪ ጥራይ ክንፈልጥ ኣይከኣልናን። ናትኩም ኣብ ታሕቲ ምረፁ።",
    }),
    bank_not_accepted: ({ bank, merchant, accounts }) => ({
      title: "እዚ ባንኪ ኣብዚ ተቐባልነት የብሉን",
      text: `${bank ? `እቲ ቁፅሪ ናይ ${bank} እዩ። ` : ""}${accounts ? `ቅድሚ ሕዚ ን${merchant} ከፊልኩም እንተኾይንኩም ዳግም ኣይትኽፈሉ፤ ሓገዝ ሕተቱ። እንተዘይከፈልኩም ካብቶም ኣብ ታሕቲ ዘለዉ መንገድታት ብሓዲኡ ክፈሉ እሞ ቁፅሩ ኣእትዉ።` : `ካብ ${merchant} ሓገዝ ሕተቱ።`}`,
    }),
    odd_date: ({ reference, referenceDay }) => ({
      title: "እቲ ቁፅሪ ልክዕ ድዩ?",
      text: `${reference ?? "እዚ ቁፅሪ"} ናይ ${referenceDay ?? "ካልእ መዓልቲ"} ይመስል። ምስቲ ሓፂር መልእኽቲ (SMS) ኣነፃፅሩ። ልክዕ እንተኾይኑ ቀፅሉ።`,
    }),
    account_digits_needed: () => ({
      title: "እዚ ቅብሊት ንምርካብ ተወሳኺ ሓበሬታ የድሊ",
      text: "ናይ ዝኸፈልኩምሉ ሕሳብ ናይ መወዳእታ 5 ኣሃዛት ኣእትዉ፤ ወይ ናይ ቅብሊት ሊንክ ወይ ሙሉእ መልእኽቲ ለጥፉ።",
    }),
    bad_phone: () => ({
      title: "እዚ ቁፅሪ ስልኪ ኣይኮነን",
      text: "ዝኸፈልኩምሉ ቁፅሪ ስልኪ ኣእትዉ፤ ወይ ባዶ ሕደግዎ።",
    }),
    already_counted: () => ({
      title: "እዚ ክፍሊት ድሮ ተቖፂሩ እዩ",
      text: "ንዚ ትእዛዝ ቖፂርናዮ ኢና። ካልእ ክፍሊት ከፊልኩም እንተኾይንኩም ናይኡ ቁፅሪ ኣእትዉ።",
    }),
    still_checking: () => ({
      title: "ነቶም ዘእተኹምዎም ቁፅርታት ገና ነረጋግፅ ኣለና",
      text: "እቲ ባንኪ ምስ መለሰ ካልእ ቁፅሪ ከተእትዉ ትኽእሉ። ባዕልና ምርግጋፅ ክንቅፅል ኢና። ዳግም ምኽፋል ኣየድልየኩምን።",
    }),
    rate_limited: ({ wait }) => ({
      title: "ብዙሕ ግዜ ፈቲንኩም",
      text: `${wait} ፀኒሕኩም ዳግም ፈትኑ። ክፍሊትኩም ውሑስ እዩ።`,
    }),
    exhausted: ({ merchant }) => ({
      title: "ብዙሕ ግዜ ፈቲንኩም",
      text: `እዚ ገፅ ካብ ሕዚ ንዳሓር ቁፅሪ ኣይቅበልን። ከፊልኩም እንተኾይንኩም ቅብሊትኩም ን${merchant} ኣርእዩ። ዳግም ምኽፋል ኣየድልየኩምን።`,
    }),
    try_again: () => ({
      title: "ኣይሰለጠን",
      text: "እቲ ፀገም ናትና እዩ። ቁሩብ ፀኒሕኩም ዳግም ፈትኑ። ዳግም ምኽፋል ኣየድልየኩምን።",
    }),
  },
  payTo: (merchant) => `ን${merchant}`,
  payTitle: (amount, merchant) => `${amount} ን${merchant}`,
  timeLeft: "ዝተረፈ ግዜ",
  timeIsUp: "ሓሊፉ",
  payHeading: "እቲ ገንዘብ ስደዱ",
  payWith: "ብምንታይ ክትከፍሉ ትደልዩ?",
  accountNumber: "ቁፅሪ ሕሳብ",
  phoneNumber: "ቁፅሪ ስልኪ",
  dial: (code) => `${code} ደውሉ`,
  checkedByHand: (merchant) => `እዚ ክፍሊት ዘረጋግፅ ${merchant} ስለዝኾነ ክድንጒ ይኽእል።`,
  accountName: "ስም ሕሳብ",
  exactAmount: "ዝኽፈል መጠን",
  afterPaying: (label, example) => `ድሕሪ ምኽፋልኩም ናብዚ ገፅ ተመሊስኩም ${label} ኣእትዉ፤ ንኣብነት ${example}።`,
  noReference: "ድሕሪ ምኽፋልኩም ናብዚ ገፅ ተመሊስኩም ቁፅሪ ቅብሊትኩም ኣእትዉ።",
  switchedOff: (bank, merchant, hasOthers) =>
    `ሕዚ ናብ ${bank} ዝግበሩ ክፍሊታት ከነረጋግፅ ኣይንኽእልን፤ በዚ መንገዲ ኣይትኽፈሉ። ${hasOthers ? "ካልእ መንገዲ ምረፁ" : `ካልእ መንገዲ ንክህበኩም ን${merchant} ሕተቱ`}። ቅድሚ ሕዚ ከፊልኩም እንተኾይንኩም ቁፅሪ ግብይት ኣብዚ ገፅ ኣእትዉ።`,
  copy: "ቅድሑ",
  copied: "ተቐዲሑ",
  copyWhat: (what) => `ቅድሑ፦ ${what}`,
  confirmHeading: "ክፍሊትኩም ኣረጋግፁ",
  confirmAgain: "ቁፅሪ ግብይት ኣእትዉ",
  accountsHeading: "ዝኽፈለሎም ሕሳባት ርአዩ",
  inputLabel: "ቁፅሪ ግብይት፣ ናይ ቅብሊት ሊንክ ወይ ሓፂር መልእኽቲ (SMS)",
  inputHint: (example) => `ንኣብነት ${example}። ሙሉእ SMS ክትልጥፉ ትኽእሉ።`,
  phoneLabel: "ዝኸፈልኩምሉ ስልኪ (እንተፈሊጥኩምዎ)",
  phoneHint: (example) => `ንኣብነት ${example}። እቲ ቅብሊት ንምርካብ ይሕግዝ።`,
  whichBank: "እቲ ቁፅሪ ካበይ እዩ?",
  scan: {
    camera: "QR ኮድ ናይቲ ቅብሊት ስካን ግበሩ",
    picture: "QR ኮድ ካብ ስእሊ ኣንብቡ",
    none: "QR ኮድ ኣይተረኽበን። እቲ ቁፅሪ ኣእትዉ።",
    blocked: "ካሜራኹም ክንጥቀም ኣይከኣልናን። እቲ ቁፅሪ ኣእትዉ።",
    stop: "ስካን ምግባር ጠጠው ኣብሉ",
  },
  submit: "ክፍሊተይ ኣረጋግፁ",
  submitAnyway: "እቲ ቁፅሪ ልክዕ እዩ፣ ኣረጋግፁ",
  submitting: "ይረጋገፅ ኣሎ…",
  checkNow: "ዳግም ርአዩ",
  mistyped: "እቲ ቁፅሪ ተጋጊዩ? ካልእ ኣእትዉ",
  anotherNumber: "ካልእ ቁፅሪ ግብይት ኣለኩም? ኣእትዉ",
  beingChecked: "ይርአ ኣሎ",
  reference: "ቁፅሪ ግብይት",
  paidOn: "ዝተረጋገፀሉ ግዜ",
  expected: "ዝኽፈል መጠን",
  missing: "ዝጎደለ",
  received: "ዝበፅሐ",
  receiptCode: "ኮድ ቅብሊት",
  receiptHint: "ዝኾነ ሰብ ነዚ ቅብሊት ብኮዱ ወይ QR ኮዱ ስካን ብምግባር ከረጋግፆ ይኽእል።",
  receiptLink: "እቲ ቅብሊት ክፈቱ",
  print: "እቲ ቅብሊት ዓቅቡ ወይ ሕተሙ",
  receiptQr: "እዚ ቅብሊት ዝረጋገፀሉ ገፅ ዝኸፍት QR ኮድ",
  back: (merchant) => `ናብ ${merchant} ተመለሱ`,
  cancel: "ሰሪዝኩም ተመለሱ",
  onPhone: "ብስልክኹም ቀፅሉ",
  onPhoneHint: "ነዚ ብካሜራኹም ስካን ግበሩ። መተግበሪ ባንክኹምን SMSን ኣብ ስልክኹም እዮም ዘለዉ።",
  onPhoneQr: "እዚ ገፅ ኣብ ስልክኹም ዝኸፍት QR ኮድ",
  safety: "እቲ ክፍሊት ምስቲ ባንኪ ነረጋግፅ። ፒን ወይ መሕለፊ ቃል ፈፂምና ኣይንሓትትን።",
  safetyByHand: "ፒን ወይ መሕለፊ ቃል ፈፂምና ኣይንሓትትን።",
  language: "ቋንቋ",
  testMode: "ናይ ፈተነ ኩነታት",
  testHint: "ኣብዚ ገንዘብ ኣይንቀሳቐስን። ኣይትኽፈሉ።",
  testReferences: "ንምፍታን ዝኾኑ ቁፅርታት",
  testOutcomes: {
    OK: "ይረጋገፅ",
    PART: "ፍርቂ፣ ድሕሪኡ ዝተረፈ",
    UNDER: "ዝወሓደ ክፍሊት",
    OVER: "ዝበዝሐ ክፍሊት፣ ይረጋገፅ",
    WRONG: "ካልእ ሕሳብ",
    OLD: "ዝፀንሐ",
    NONE: "ኣይርከብን",
    SLOW: "ይድንጒ፣ ድሕሪኡ ይረጋገፅ",
    DOWN: "እቲ ባንኪ ኣይምልስን",
  },
  genuineTitle: "እዚ ቅብሊት ናይ ሓቂ እዩ",
  genuineText: (merchant) => `እቲ ባንኪ ን${merchant} ዝተገበረ ክፍሊት ኣረጋጊፁ እዩ።`,
  genuineByHand: (merchant) => `እዚ ክፍሊት ዘረጋገፀ ${merchant} እዩ፤ እቲ ባንኪ ኣይኮነን።`,
  genuineByNotice: (merchant) =>
    `ነዚ ክፍሊት ዘረጋገፀ እቲ ባንኪ ን${merchant} ዝለኣኾ መልእኽቲ እዩ። እቲ ናይ ባንኪ ቅብሊት ገና ኣየረጋገፆን።`,
  genuineTest: { title: "እዚ ናይ ፈተነ ቅብሊት እዩ", text: "ዝኾነ ገንዘብ ኣይተኸፈለን።" },
  genuineCompare: "ምስቲ ዘርኣዩኹም ወረቐት ወይ ስክሪን ኣነፃፅሩ።",
  merchantLabel: "ዝተኸፈለሉ",
  amountLabel: "መጠን",
  verifiedAt: "ዝተረጋገፀሉ ግዜ",
  paired: {
    title: "እዚ ክፍሊትኩም ድዩ?",
    arrived: (amount) => `ናይ ${amount} ክፍሊት በፂሑ።`,
    label: "ዳሕረዎት 4 ፊደላት ቁፅሪ ግብይትኩም",
    wrong: (left) => `ኣይተሰማምዐን። ${left} ፈተነ ተሪፉ።`,
    submit: "ናተይ እዩ",
    numberTitle: "ቁፅሪ ግብይት ከይፀሓፍኩም ክፈሉ",
    numberLabel: "ትኸፍሉሉ ቁፅሪ ስልኪ",
    numberHint: "ግዴታ ኣይኮነን። ካብዚ ቁፅሪ እንተኸፊልኩም ብዙሕ ግዜ ካልእ ኣይትፅሕፉን።",
    save: "ዓቅቡ",
    reason: "ምኽንያት",
  },
  link: {
    payShop: (merchant) => `ን${merchant} ክፈሉ`,
    enterAmount: "እትኸፍልዎ መጠን ኣእትዉ",
    amountHint: (example) => `ንኣብነት ${example}`,
    pay: "ናብ ክፍሊት ቀፅሉ",
    opening: "ይኽፈት ኣሎ…",
    badAmount: (example) => ({
      title: "እቲ መጠን ርአዩ",
      text: `ልዕሊ ዜሮ ዝኾነ መጠን ኣእትዉ፤ ንኣብነት ${example}።`,
    }),
    closed: (merchant) => ({
      title: "እዚ ሊንክ ሕዚ ክፍሊት ኣይቅበልን",
      text: `ሕዚ ኣይትኽፈሉ። ሓድሽ ሊንክ ካብ ${merchant} ሕተቱ።`,
    }),
    unfinished: (amount) => ({
      title: "ዝጀመርኩምዎ ክፍሊት ኣሎ",
      text: `${amount} ቅድሚ ሕዚ ሰዲድኩም እንተኾይንኩም ናብቲ ዝጀመርኩምዎ ክፍሊት ተመሊስኩም ቁፅሪ ግብይት ኣብኡ ኣእትዉ።`,
    }),
    goBack: "ናብቲ ዝጀመርኩምዎ ክፍሊት ተመለሱ",
    payAnew: "ሓድሽ ክፍሊት ጀምሩ",
    rateLimited: {
      title: "ብዙሕ ክፍሊት ተጀሚሩ",
      text: "ሓደ ደቒቓ ፀኒሕኩም ዳግም ፈትኑ።",
    },
  },
  card: {
    title: "ንምኽፋል ስካን ግበሩ",
    steps: [
      "እቲ ኮድ ብካሜራ ስልክኹም ስካን ግበሩ።",
      "ብባንኪ ወይ ብሞባይል ገንዘብ ክፈሉ።",
      "ቁፅሪ ግብይት ኣእትዉ። እቲ ድኳን ክፍሊትኩም ይርእዮ።",
    ],
    openAmount: "እቲ መጠን ንስኹም ተእትውዎ",
    orType: "ወይ ነዚ ክፈቱ",
    qr: "ናይ ክፍሊት ገፅ ዝኸፍት QR ኮድ",
    print: "እቲ ካርዲ ሕተሙ",
  },
  lateNumber: (merchant) => ({
    title: "ኣብ መወዳእታ ዘእተኹምዎ ቁፅሪ ኣይረኣናዮን",
    text: `እዚ ቅድሚ ሕዚ ተኸፊሉ እዩ። ክልተ ግዜ ከፊልኩም እንተኾይንኩም ክልቲኡ መረጋገፂ ን${merchant} ኣርእዩ እሞ እቲ ካልኣይ ክፍሊት ክምለሰልኩም ሕተቱ።`,
  }),
  unknownLink: {
    title: "ከምዚ ዝበለ ሊንክ የለን",
    text: "እቲ ኣድራሻ ፊደል ብፊደል ኣነፃፅሩ ወይ ነቲ ድኳን ሓድሽ ሊንክ ሕተቱ። ኣይትኽፈሉ።",
  },
  unknownReceipt: {
    title: "ከምዚ ዝበለ ቅብሊት የለን",
    text: "በዚ ኮድ ዝተመዝገበ ክፍሊት የለን። ፊደል ብፊደል ኣነፃፅሩ። ሕዚ እውን እንተዘይተረኺቡ ነቲ ቅብሊት ኣይትቐበሉ።",
  },
  unknownCheckout: {
    title: "ከምዚ ዝበለ ናይ ክፍሊት ገፅ የለን",
    text: "እቲ ሊንክ ጎደሎ ወይ ጌጋ እዩ። ካብ ዝረኸብኩምሉ ቦታ ዳግም ክፈትዎ። ኣይትኽፈሉ።",
  },
  brokenPage: {
    title: "ኣይሰለጠን",
    text: "ቁሩብ ፀኒሕኩም ዳግም ፈትኑ። ዳግም ምኽፋል ኣየድልየኩምን።",
  },
  requestId: "ቁፅሪ እዚ ጌጋ",
};
