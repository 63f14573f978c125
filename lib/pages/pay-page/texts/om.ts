import type { Texts } from "./shape.ts";

/** Plain Afaan Oromo, polite forms. Product names stay as phones show them. */
export const om: Texts = {
  reviewed: false,
  units: { second: "sekondii", minute: "daqiiqaa", hour: "sa'aatii", day: "guyyaa" },
  situations: {
    waiting: ({ merchant }) => ({
      title: "Kaffaltii keessan eegaa jirra",
      text: `Baankii yookaan waaleetii keessaniin ${merchant} dhaaf kaffalaa. Sana booda lakkoofsa kaffaltii galchaa.`,
    }),
    checking: ({ bank }) => ({
      title: "Kaffaltiin keessan mirkanaa'aa jira",
      text: `${bank ?? "Baankicha"} waliin mirkaneessaa jirra. Yeroo baay'ee sekondii muraasa fudhata. Fuulli kun ofumaan haaromfama.`,
    }),
    bank_silent: ({ bank }) => ({
      title: "Ammaaf baankicha irraa mirkaneessuu hin dandeenye",
      text: `Kaffaltii kana amma ${bank ?? "baankicha"} waliin mirkaneessuu hin dandeenye. Lammata kaffaluun hin barbaachisu. Ofumaan mirkaneessuu itti fufna; fuula kana cufuu dandeessu.`,
    }),
    not_there_yet: ({ bank }) => ({
      title: "Kaffaltiin hanga ammaatti hin mul'anne",
      text: `${bank ?? "Baankichi"} kaffaltii kana hanga ammaatti hin agarsiifne. Daqiiqaa tokko fudhachuu danda'a. Ofumaan irra deebinee ilaalla. Lammata kaffaluun hin barbaachisu.`,
    }),
    confirming: () => ({
      title: "Kaffaltiin keessan argameera",
      text: "Tarkaanfiin dhumaa yeroo barame caalaa turaa jira. Waan tokko gochuun yookaan lammata kaffaluun hin barbaachisu.",
    }),
    verified: ({ merchant, confirmedBy }) => ({
      title: "Kaffalameera",
      text: {
        bank: `Baankichi kaffaltii keessan mirkaneesseera; ${merchant} arguu danda'a.`,
        notice: `Ergaan baankichi ${merchant} dhaaf erge kaffaltii keessan agarsiisa. Waan biraa gochuun hin barbaachisu.`,
        merchant: `${merchant} kaffaltii keessan mirkaneesseera.`,
      }[confirmedBy],
    }),
    review: ({ merchant, received, missing, late }) => ({
      title: "Kaffaltiin keessan ilaalamaa jira",
      text:
        late && received && missing
          ? `${received} dhufeera, ${missing} hir'ata. Kan itti aanu ${merchant} murteessa. ${merchant} osoo hin gaafatin kan hafe hin kaffalinaa.`
          : `${merchant} kaffaltii kana ilaalaa jira. Lammata kaffaluun hin barbaachisu. Fuula kana cuftanii booda banuu dandeessu.`,
    }),
    suspended: ({ merchant }) => ({
      title: "Suuqni kun amma kaffaltii hin fudhatu",
      text: `Amma hin kaffalinaa. Duraan kaffaltanii yoo jiraattan, lakkoofsa kaffaltii armaan gaditti galchaa; ni mirkaneessina. Waan biraatiif ${merchant} gaafadhaa.`,
    }),
    expired: ({ merchant }) => ({
      title: "Yeroon kaffaltii kanaa darbeera",
      text: `Amma hin kaffalinaa. Duraan kaffaltanii yoo jiraattan, lakkoofsa kaffaltii armaan gaditti galchaa. Kaffaltii haaraaf gara ${merchant} deebi'aa.`,
    }),
    closed: ({ merchant }) => ({
      title: "Fuulli kaffaltii kun cufameera",
      text: `Amma hin kaffalinaa. Kaffaltii haaraaf gara ${merchant} deebi'aa. Kaffaltanii yoo jiraattan, ${merchant} gargaarsa gaafadhaa.`,
    }),
    canceled: ({ merchant }) => ({
      title: "Kaffaltiin kun haqameera",
      text: `Amma hin kaffalinaa. Kaffaltanii yoo jiraattan, ${merchant} gargaarsa gaafadhaa.`,
    }),
    rejected: ({ merchant }) => ({
      title: "Kaffaltiin kun fudhatama hin arganne",
      text: `${merchant} kaffaltii kana ilaalee hin fudhanne. Sababa isaa ${merchant} gaafadhaa.`,
    }),
    not_found: ({ bank, reference, choices }) => ({
      title: "Kaffaltii kana argachuu hin dandeenye",
      text: `${bank ?? "Baankichi"} kaffaltii ${reference ?? "lakkoofsa kana"} qabu hin qabu. Ergaa gabaabaa (SMS) keessan waliin qubee qubeedhaan wal bira qabaa. ${choices ? "Baankii yookaan waaleetii biraatiin yoo kaffaltan, armaan gaditti filadhaa. " : ""}Kaffaltanii yoo jiraattan, lammata hin kaffalinaa.`,
    }),
    not_completed: ({ bank }) => ({
      title: "Kaffaltichi hin xumuramne",
      text: `Akka ${bank ?? "baankichi"} jedhutti kaffaltiin kun hin milkoofne, hanga ammaatti adeemsa irra jira yookaan deebi'eera. Appii baankii keessanii ilaalaa.`,
    }),
    receiver_mismatch: ({ merchant, accounts }) => ({
      title: "Kaffaltiin kun gara herrega biraa deeme",
      text: `Nagaheen dhugaadha, garuu maallaqni ${merchant} hin geenye. ${accounts ? "Herregoota armaan gadii waliin wal bira qabaa. " : ""}Dogoggora yoo ta'e baankii keessan gaafadhaa.`,
    }),
    currency_mismatch: ({ amount }) => ({
      title: "Kaffaltiin kun gosa maallaqaa biraatiini",
      text: `Hangi kaffalamu ${amount} dha. Lakkoofsa kaffaltii gosa maallaqaa kanaan kaffaltanii galchaa.`,
    }),
    already_used: ({ merchant }) => ({
      title: "Kaffaltiin kun duraan hojii irra ooleera",
      text: `Ajaja ${merchant} biraatiif lakkaa'ameera; kaffaltiin tokko yeroo tokko qofa lakkaa'ama. Kaffaltii biraa kaffaltanii yoo jiraattan, lakkoofsa isaa galchaa. Yoo hin taane ${merchant} gaafadhaa.`,
    }),
    too_old: ({ merchant }) => ({
      title: "Kaffaltiin kun ture",
      text: `Fuulli kun banamuu dura kaffalame. Ajaja kanaaf yoo ta'e, lammata hin kaffalinaa; fuula kana ${merchant} itti agarsiisaa. Kaffaltii biraa kaffaltanii yoo jiraattan, lakkoofsa isaa galchaa.`,
    }),
    partly_paid: ({ merchant, received, missing }) => ({
      title: `${missing ?? ""} hir'ata`,
      text: `${received ?? ""} dhufeera. ${missing ?? ""} hir'ate ${merchant} dhaaf kaffalaatii lakkoofsa kaffaltii sanaa galchaa.`,
    }),
    unreadable: ({ bank, merchant }) => ({
      title: "Nagahee dubbisuu hin dandeenye",
      text: `Nagahee ${bank ?? "baankicha"} irraa dhufe dubbisuu hin dandeenye. Lammata kaffaluun hin barbaachisu. Ammas yeroo tokko yaalaa yookaan ${merchant} gaafadhaa.`,
    }),
    not_a_reference: ({ several }) => ({
      title: several ? "Lakkoofsa kaffaltii tokkoo ol galchitan" : "Kun lakkoofsa kaffaltii miti",
      text: several
        ? "Tokko tokkoon galchaa."
        : "Lakkoofsa kaffaltii, liinkii nagahee yookaan ergaa gabaabaa (SMS) guutuu galchaa.",
    }),
    which_bank: () => ({
      title: "Baankii yookaan waaleetii isa kami?",
      text: "Lakkoofsicha irraa beekuu hin dandeenye. Kan keessan armaan gaditti filadhaa.",
    }),
    bank_not_accepted: ({ bank, merchant, accounts }) => ({
      title: "Baankiin kun asitti fudhatama hin qabu",
      text: `${bank ? `Lakkoofsichi kan ${bank} ti. ` : ""}${accounts ? `Duraan ${merchant} dhaaf kaffaltanii yoo jiraattan, lammata hin kaffalinaa; gargaarsa gaafadhaa. Yoo hin kaffalin karaalee armaan gadii keessaa tokkoon kaffalaa, lakkoofsa isaas galchaa.` : `${merchant} gargaarsa gaafadhaa.`}`,
    }),
    odd_date: ({ reference, referenceDay }) => ({
      title: "Lakkoofsichi sirriidhaa?",
      text: `${reference ?? "Lakkoofsi kun"} kan ${referenceDay ?? "guyyaa biraa"} fakkaata. Ergaa gabaabaa (SMS) keessan waliin wal bira qabaa. Sirrii yoo ta'e itti fufaa.`,
    }),
    account_digits_needed: () => ({
      title: "Nagahee kana argachuuf odeeffannoo dabalataa barbaanna",
      text: "Lakkoofsa herregaa irraa kaffaltanii dijiitii 5 dhumaa galchaa; yookaan liinkii nagahee yookaan SMS guutuu galchaa.",
    }),
    bad_phone: () => ({
      title: "Kun lakkoofsa bilbilaa miti",
      text: "Lakkoofsa bilbilaa ittiin kaffaltan galchaa yookaan duwwaa dhiisaa.",
    }),
    already_counted: () => ({
      title: "Kaffaltiin kun duraan lakkaa'ameera",
      text: "Ajaja kanaaf lakkoofneerra. Kaffaltii biraa kaffaltanii yoo jiraattan, lakkoofsa isaa galchaa.",
    }),
    still_checking: () => ({
      title: "Lakkoofsota keessan ammallee mirkaneessaa jirra",
      text: "Baankichi yommuu deebisu lakkoofsa biraa galchuu dandeessu. Ofumaan mirkaneessuu itti fufna. Lammata kaffaluun hin barbaachisu.",
    }),
    rate_limited: ({ wait }) => ({
      title: "Yeroo baay'ee yaaltaniittu",
      text: `${wait} eegaatii irra deebi'aa yaalaa. Kaffaltiin keessan nagaadha.`,
    }),
    exhausted: ({ merchant }) => ({
      title: "Yeroo baay'ee yaaltaniittu",
      text: `Fuulli kun lakkoofsa dabalataa hin fudhatu. Kaffaltanii yoo jiraattan, nagahee keessan ${merchant} itti agarsiisaa. Lammata kaffaluun hin barbaachisu.`,
    }),
    try_again: () => ({
      title: "Hin milkoofne",
      text: "Rakkoon kan keenya. Xiqqoo turtanii irra deebi'aa yaalaa. Lammata kaffaluun hin barbaachisu.",
    }),
  },
  payTo: (merchant) => `${merchant} dhaaf`,
  payTitle: (amount, merchant) => `${amount}, ${merchant} dhaaf`,
  timeLeft: "Yeroo hafe",
  timeIsUp: "darbeera",
  payHeading: "Maallaqa ergaa",
  payWith: "Maaliin kaffaluu barbaaddu?",
  accountNumber: "Lakkoofsa herregaa",
  phoneNumber: "Lakkoofsa bilbilaa",
  dial: (code) => `${code} bilbilaa`,
  checkedByHand: (merchant) =>
    `Kaffaltii kana kan mirkaneessu ${merchant} waan ta'eef turuu danda'a.`,
  accountName: "Maqaa herregaa",
  exactAmount: "Hanga kaffalamu",
  afterPaying: (label, example) =>
    `Erga kaffaltanii booda gara fuula kanaa deebi'aatii ${label} galchaa; fakkeenyaaf ${example}.`,
  noReference:
    "Erga kaffaltanii booda gara fuula kanaa deebi'aatii lakkoofsa nagahee keessanii galchaa.",
  switchedOff: (bank, merchant, hasOthers) =>
    `Kaffaltii gara ${bank} amma mirkaneessuu hin dandeenyu; karaa kanaan hin kaffalinaa. ${hasOthers ? "Karaa biraa filadhaa" : `Karaa biraa ${merchant} gaafadhaa`}. Duraan kaffaltanii yoo jiraattan, lakkoofsa kaffaltii fuula kana irratti galchaa.`,
  copy: "Garagalchaa",
  copied: "Garagalfame",
  copyWhat: (what) => `Garagalchaa: ${what}`,
  confirmHeading: "Kaffaltii keessan mirkaneessaa",
  confirmAgain: "Lakkoofsa kaffaltii galchaa",
  accountsHeading: "Herregoota itti kaffalamu ilaalaa",
  inputLabel: "Lakkoofsa kaffaltii, liinkii nagahee yookaan SMS",
  inputHint: (example) => `Fakkeenyaaf ${example}. SMS guutuus galchuu dandeessu.`,
  phoneLabel: "Bilbila ittiin kaffaltan (yoo beektan)",
  phoneHint: (example) => `Fakkeenyaaf ${example}. Nagahee argachuuf gargaara.`,
  whichBank: "Lakkoofsichi eessa irraayi?",
  scan: {
    camera: "Koodii QR nagahee iskaan godhaa",
    picture: "Koodii QR suuraa irraa dubbisaa",
    none: "Koodiin QR hin argamne. Lakkoofsicha galchaa.",
    blocked: "Kaameraa keessan fayyadamuu hin dandeenye. Lakkoofsicha galchaa.",
    stop: "Iskaan gochuu dhaabaa",
  },
  submit: "Kaffaltii koo mirkaneessaa",
  submitAnyway: "Lakkoofsichi sirriidha, mirkaneessaa",
  submitting: "Mirkaneessaa jira…",
  checkNow: "Irra deebi'aa ilaalaa",
  mistyped: "Lakkoofsichi dogoggoraa? Kan biraa galchaa",
  anotherNumber: "Lakkoofsa kaffaltii biraa qabduu? Galchaa",
  beingChecked: "ilaalamaa jira",
  reference: "Lakkoofsa kaffaltii",
  paidOn: "Yeroo mirkanaa'e",
  expected: "Kan kaffalamu",
  missing: "Kan hir'ate",
  received: "Kan dhufe",
  receiptCode: "Koodii nagahee",
  receiptHint:
    "Namni kamiyyuu nagahee kana koodichaan yookaan koodii QR iskaan gochuun mirkaneessuu danda'a.",
  receiptLink: "Nagahee banaa",
  print: "Nagahee olkaa'aa yookaan maxxansaa",
  receiptQr: "Koodii QR fuula nagaheen kun itti mirkanaa'u banu",
  back: (merchant) => `Gara ${merchant} deebi'aa`,
  cancel: "Haqaatii deebi'aa",
  onPhone: "Bilbila keessaniin itti fufaa",
  onPhoneHint:
    "Kaameraa keessaniin iskaan godhaa. Appiin baankii fi SMS keessan bilbila keessan irra jiru.",
  onPhoneQr: "Koodii QR fuula kana bilbila keessan irratti banu",
  safety:
    "Kaffaltii baankicha waliin mirkaneessina. PIN yookaan jecha icciitii gonkumaa hin gaafannu.",
  safetyByHand: "PIN yookaan jecha icciitii gonkumaa hin gaafannu.",
  language: "Afaan",
  testMode: "Haala yaalii",
  testHint: "Asitti maallaqni hin socho'u. Hin kaffalinaa.",
  testReferences: "Lakkoofsota yaaliif",
  testOutcomes: {
    OK: "ni mirkanaa'a",
    PART: "walakkaa, sana booda kan hafe",
    UNDER: "xiqqaadha",
    OVER: "baay'eedha, ni mirkanaa'a",
    WRONG: "herrega biraa",
    OLD: "tureera",
    NONE: "hin argamu",
    SLOW: "ni tura, sana booda ni mirkanaa'a",
    DOWN: "baankichi deebii hin kennu",
  },
  genuineTitle: "Nagaheen kun dhugaadha",
  genuineText: (merchant) => `Baankichi kaffaltii ${merchant} dhaaf raawwatame mirkaneesseera.`,
  genuineByHand: (merchant) => `Kaffaltii kana kan mirkaneesse ${merchant} dha, baankii miti.`,
  genuineByNotice: (merchant) =>
    `Kaffaltii kana kan mirkaneesse ergaa baankichi ${merchant} dhaaf ergee dha. Nagaheen baankii ammallee isa hin mirkaneessine.`,
  genuineTest: { title: "Kun nagahee yaaliiti", text: "Maallaqni hin kaffalamne." },
  genuineCompare: "Waraqaa yookaan iskiriinii isinitti agarsiifame waliin wal bira qabaa.",
  merchantLabel: "Kan kaffalameef",
  amountLabel: "Hanga",
  verifiedAt: "Yeroo mirkanaa'e",
  paired: {
    title: "Kun kaffaltii keessanii?",
    arrived: (amount) => `Kaffaltiin ${amount} dhufeera.`,
    label: "Arfiiwwan 4 dhumaa lakkoofsa kaffaltii keessanii",
    wrong: (left) => `Wal hin simu. Yeroo ${left} irra deebitanii yaaluu dandeessu.`,
    submit: "Kan kooti",
    numberTitle: "Lakkoofsa kaffaltii osoo hin barreessin kaffalaa",
    numberLabel: "Lakkoofsa bilbilaa ittiin kaffaltan",
    numberHint:
      "Dirqama miti. Kaffaltiin lakkoofsa kana irraa yoo dhufe, yeroo baay'ee waan biraa hin barreessitan.",
    save: "Kuusaa",
    reason: "Sababa",
  },
  link: {
    payShop: (merchant) => `${merchant} dhaaf kaffalaa`,
    enterAmount: "Hanga kaffaltan galchaa",
    amountHint: (example) => `Fakkeenyaaf ${example}`,
    pay: "Gara kaffaltii itti fufaa",
    opening: "Banamaa jira…",
    badAmount: (example) => ({
      title: "Hanga isaa ilaalaa",
      text: `Hanga akka ${example} galchaa.`,
    }),
    closed: (merchant) => ({
      title: "Liinkiin kun amma kaffaltii hin fudhatu",
      text: `Amma hin kaffalinaa. Liinkii haaraa ${merchant} gaafadhaa.`,
    }),
    unfinished: (amount) => ({
      title: "Kaffaltii jalqabdan qabdu",
      text: `${amount} duraan ergitanii yoo jiraattan, gara kaffaltii jalqabdanii deebi'aatii lakkoofsa kaffaltii achitti galchaa.`,
    }),
    goBack: "Gara kaffaltii jalqabdanii deebi'aa",
    payAnew: "Kaffaltii haaraa jalqabaa",
    rateLimited: {
      title: "Kaffaltiin baay'een jalqabame",
      text: "Daqiiqaa tokko eegaatii irra deebi'aa yaalaa.",
    },
  },
  card: {
    title: "Kaffaluuf iskaan godhaa",
    steps: [
      "Koodicha kaameraa bilbila keessaniin iskaan godhaa.",
      "Baankii yookaan waaleetii keessaniin kaffalaa.",
      "Lakkoofsa kaffaltii galchaa. Suuqichi kaffaltii keessan ni arga.",
    ],
    openAmount: "Hanga isaa isintu galcha",
    orType: "Yookaan kana banaa",
    qr: "Koodii QR fuula kaffaltii banu",
    print: "Kaardicha maxxansaa",
  },
  lateNumber: (merchant) => ({
    title: "Lakkoofsa dhumarratti galchitan hin ilaalle",
    text: `Kun duraanuu kaffalameera. Yeroo lama kaffaltanii yoo jiraattan, ragaa lamaan ${merchant} itti agarsiisaatii kaffaltiin lammaffaan akka isiniif deebi'u gaafadhaa.`,
  }),
  unknownLink: {
    title: "Liinkiin akkasii hin jiru",
    text: "Teessoo isaa qubee qubeedhaan ilaalaa yookaan suuqicha liinkii haaraa gaafadhaa. Hin kaffalinaa.",
  },
  unknownReceipt: {
    title: "Nagaheen akkasii hin jiru",
    text: "Kaffaltiin koodii kana qabu hin jiru. Qubee qubeedhaan wal bira qabaa. Ammas yoo hin argamne nagahee kana hin fudhatinaa.",
  },
  unknownCheckout: {
    title: "Fuulli kaffaltii akkasii hin jiru",
    text: "Liinkichi guutuu miti yookaan dogoggora. Bakka argattanii irra deebi'aa banaa. Hin kaffalinaa.",
  },
  brokenPage: {
    title: "Hin milkoofne",
    text: "Xiqqoo turtanii irra deebi'aa yaalaa. Lammata kaffaluun hin barbaachisu.",
  },
  requestId: "Lakkoofsa dogoggoraa",
};
