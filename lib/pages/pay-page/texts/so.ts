import type { Texts } from "./shape.ts";

/** Plain Somali, as mobile money menus in Ethiopia's Somali region speak. Product names stay as phones show them. */
export const so: Texts = {
  reviewed: false,
  units: null,
  situations: {
    waiting: ({ merchant }) => ({
      title: "Waxaan sugaynaa lacagtaada",
      text: `Lacagta ${merchant} ku bixi bangigaaga ama lacagta mobilka. Kadib geli lambarka lacag-bixinta.`,
    }),
    checking: ({ bank }) => ({
      title: "Lacag-bixintaada waa la hubinayaa",
      text: `Waxaan ka hubinaynaa ${bank ?? "bangiga"}. Badanaa waxay qaadataa dhowr ilbiriqsi. Boggani isaga ayaa is-cusboonaysiiya.`,
    }),
    bank_silent: ({ bank }) => ({
      title: "Weli kama hubin karno bangiga",
      text: `Lacag-bixintan hadda kama xaqiijin karno ${bank ?? "bangiga"}. Uma baahnid inaad mar kale bixiso. Annaga ayaa sii hubinayna; boggan waad xidhi kartaa.`,
    }),
    not_there_yet: ({ bank }) => ({
      title: "Lacag-bixintu weli ma muuqato",
      text: `${bank ?? "Bangigu"} weli ma muujinayo lacag-bixintan. Waxay qaadan kartaa hal daqiiqo. Annaga ayaa mar kale hubin doonna. Uma baahnid inaad mar kale bixiso.`,
    }),
    confirming: () => ({
      title: "Lacag-bixintaadii waa la helay",
      text: "Tallaabada ugu dambeysa waxay ka raagaysaa sidii caadiga ahayd. Uma baahnid inaad wax samayso ama mar kale bixiso.",
    }),
    verified: ({ merchant, confirmedBy }) => ({
      title: "Waa la bixiyay",
      text: {
        bank: `Bangigu wuu xaqiijiyay lacag-bixintaada, ${merchant} na wuu arki karaa.`,
        notice: `Fariinta bangigu u diray ${merchant} waxay muujinaysaa lacag-bixintaada. Uma baahnid inaad wax kale samayso.`,
        merchant: `${merchant} ayaa xaqiijiyay lacag-bixintaada.`,
      }[confirmedBy],
    }),
    review: ({ merchant, received, missing, late }) => ({
      title: "Lacag-bixintaada waa la eegayaa",
      text:
        late && received && missing
          ? `${received} ayaa soo gaadhay, ${missing} ayaa dhiman. ${merchant} ayaa go'aaminaya waxa xiga. Inta hadhay ha bixin ilaa aad weydiiso ${merchant}.`
          : `${merchant} ayaa eegaya lacag-bixintan. Uma baahnid inaad mar kale bixiso. Boggan waad xidhi kartaa oo mar dambe furi kartaa.`,
    }),
    suspended: ({ merchant }) => ({
      title: "Dukaankani hadda lacag ma aqbali karo",
      text: `Hadda ha bixin. Haddii aad hore u bixisay, hoos geli lambarka lacag-bixinta; waan hubin doonnaa. Wixii kale, weydii ${merchant}.`,
    }),
    expired: ({ merchant }) => ({
      title: "Wakhtiga lacag-bixintan wuu dhammaaday",
      text: `Hadda ha bixin. Haddii aad hore u bixisay, hoos geli lambarka lacag-bixinta. Lacag-bixin cusub, ku noqo ${merchant}.`,
    }),
    closed: ({ merchant }) => ({
      title: "Boggan lacag-bixinta waa xidhan yahay",
      text: `Hadda ha bixin. Lacag-bixin cusub, ku noqo ${merchant}. Haddii aad bixisay, caawimo weydii ${merchant}.`,
    }),
    canceled: ({ merchant }) => ({
      title: "Lacag-bixintan waa la joojiyay",
      text: `Hadda ha bixin. Haddii aad bixisay, caawimo weydii ${merchant}.`,
    }),
    rejected: ({ merchant }) => ({
      title: "Lacag-bixintan waa la diiday",
      text: `${merchant} ayaa eegay lacag-bixinta oo diiday. Sababta weydii ${merchant}.`,
    }),
    not_found: ({ bank, reference, choices }) => ({
      title: "Lacag-bixintan waan heli weynay",
      text: `${bank ?? "Bangigu"} ma hayo lacag-bixin leh ${reference ?? "lambarkan"}. Xaraf xaraf ula barbar dhig fariinta SMS-ka. ${choices ? "Haddii aad ku bixisay bangi kale ama lacagta mobilka, hoos ka dooro. " : ""}Haddii aad bixisay, mar kale ha bixin.`,
    }),
    not_completed: ({ bank }) => ({
      title: "Lacag-bixintu ma dhammaystirna",
      text: `${bank ?? "Bangigu"} wuxuu sheegayaa in lacag-bixintani fashilantay, weli socoto ama la celiyay. Ka eeg app-ka bangigaaga.`,
    }),
    receiver_mismatch: ({ merchant, accounts }) => ({
      title: "Lacagtani waxay gashay xisaab kale",
      text: `Rasiidku waa dhab, laakiin lacagtu ma gaadhin ${merchant}. ${accounts ? "La barbar dhig xisaabaha hoose. " : ""}Haddii ay khalad tahay, weydii bangigaaga.`,
    }),
    currency_mismatch: ({ amount }) => ({
      title: "Lacag-bixintani waa lacag kale",
      text: `Lacagta la bixinayo waa ${amount}. Geli lambarka lacag-bixin lacagtan ah.`,
    }),
    already_used: ({ merchant }) => ({
      title: "Lacag-bixintan hore ayaa loo isticmaalay",
      text: `Waxaa loo tiriyay dalab kale oo ${merchant} ah; lacag-bixin kasta hal mar ayaa la tiriyaa. Haddii aad lacag kale bixisay, geli lambarkeeda. Haddii kale weydii ${merchant}.`,
    }),
    too_old: ({ merchant }) => ({
      title: "Lacag-bixintan waa mid hore",
      text: `Waxaa la bixiyay kahor intaan boggan la furin. Haddii ay dalabkan u ahayd, mar kale ha bixin: boggan tus ${merchant}. Haddii aad lacag kale bixisay, geli lambarkeeda.`,
    }),
    partly_paid: ({ merchant, received, missing }) => ({
      title: `${missing ?? ""} ayaa dhiman`,
      text: `${received ?? ""} ayaa soo gaadhay. ${merchant} u dir ${missing ?? ""} ee dhiman, kadibna geli lambarka lacag-bixintaas.`,
    }),
    unreadable: ({ bank, merchant }) => ({
      title: "Rasiidka waan akhriyi weynay",
      text: `${bank ?? "Bangigu"} wuxuu soo diray rasiid aanaan akhriyi karin. Uma baahnid inaad mar kale bixiso. Hal mar kale isku day, ama weydii ${merchant}.`,
    }),
    not_a_reference: ({ several }) => ({
      title: several
        ? "Waxaad gelisay wax ka badan hal lambar"
        : "Kani ma aha lambarka lacag-bixinta",
      text: several
        ? "Mid mid u geli."
        : "Geli lambarka lacag-bixinta, ama ku dheji linkiga rasiidka ama fariinta SMS-ka oo dhan.",
    }),
    which_bank: () => ({
      title: "Waa bangigee ama adeeggee?",
      text: "Lambarka kama garan karno. Kaaga hoos ka dooro.",
    }),
    bank_not_accepted: ({ bank, merchant, accounts }) => ({
      title: "Bangigan halkan lagama aqbalo",
      text: `${bank ? `Lambarku waa kan ${bank}. ` : ""}${accounts ? `Haddii aad hore ugu bixisay ${merchant}, mar kale ha bixin: caawimo weydii. Haddii kale, mid ka mid ah siyaabaha hoose ku bixi oo geli lambarkaas.` : `Caawimo weydii ${merchant}.`}`,
    }),
    odd_date: ({ reference, referenceDay }) => ({
      title: "Lambarku ma sax baa?",
      text: `${reference ?? "Lambarkani"} wuxuu u muuqdaa mid ah ${referenceDay ?? "maalin kale"}. La barbar dhig fariinta SMS-ka. Haddii uu sax yahay, sii wad.`,
    }),
    account_digits_needed: () => ({
      title: "Wax yar oo dheeraad ah ayaan u baahanahay si aan rasiidka u helno",
      text: "Geli 5-ta tiro ee ugu dambeeya xisaabta aad ka bixisay, ama ku dheji linkiga rasiidka ama fariinta oo dhan.",
    }),
    bad_phone: () => ({
      title: "Kani ma aha lambar telefoon",
      text: "Geli lambarka telefoonka aad ka bixisay, ama ka tag isagoo madhan.",
    }),
    already_counted: () => ({
      title: "Lacag-bixintan hore ayaa loo tiriyay",
      text: "Dalabkan ayaan u tirinay. Haddii aad lacag kale bixisay, geli lambarkeeda.",
    }),
    still_checking: () => ({
      title: "Weli waxaan hubinaynaa lambarradaada",
      text: "Marka bangigu jawaabo waxaad geli kartaa lambar kale. Annaga ayaa sii hubinayna. Uma baahnid inaad mar kale bixiso.",
    }),
    rate_limited: ({ wait }) => ({
      title: "Marar badan ayaad isku dayday",
      text: `Sug ${wait}, kadib mar kale isku day. Lacagtaadu waa ammaan.`,
    }),
    exhausted: ({ merchant }) => ({
      title: "Marar badan ayaad isku dayday",
      text: `Boggani lambarro kale ma aqbalo. Haddii aad bixisay, rasiidkaaga tus ${merchant}. Uma baahnid inaad mar kale bixiso.`,
    }),
    try_again: () => ({
      title: "Wax baa khaldamay",
      text: "Dhibku annaga ayuu naga yimid. Wax yar kadib mar kale isku day. Uma baahnid inaad mar kale bixiso.",
    }),
  },
  payTo: (merchant) => `loogu talagalay ${merchant}`,
  payTitle: (amount, merchant) => `${amount} – ${merchant}`,
  timeLeft: "Wakhtiga haray",
  timeIsUp: "wuu dhammaaday",
  payHeading: "Dir lacagta",
  payWith: "Sidee ayaad u bixinaysaa?",
  accountNumber: "Lambarka xisaabta",
  phoneNumber: "Lambarka telefoonka",
  dial: (code) => `Garaac ${code}`,
  checkedByHand: (merchant) =>
    `Lacag-bixintan waxaa xaqiijinaya ${merchant}, markaa way raagi kartaa.`,
  accountName: "Magaca xisaabta",
  exactAmount: "Lacagta saxda ah",
  afterPaying: (label, example) =>
    `Marka aad bixiso, boggan ku soo noqo oo geli ${label}, tusaale ${example}.`,
  noReference: "Marka aad bixiso, boggan ku soo noqo oo geli lambarka rasiidkaaga.",
  switchedOff: (bank, merchant, hasOthers) =>
    `Hadda ma hubin karno lacagaha loo diro ${bank}, markaa sidan ha ku bixin. ${hasOthers ? "Si kale dooro" : `Si kale weydii ${merchant}`}. Haddii aad hore u bixisay, boggan geli lambarka lacag-bixinta.`,
  copy: "Koobi",
  copied: "La koobiyay",
  copyWhat: (what) => `Koobi: ${what}`,
  confirmHeading: "Xaqiiji lacag-bixintaada",
  confirmAgain: "Geli lambarka lacag-bixinta",
  accountsHeading: "Muuji xisaabaha lagu bixiyo",
  inputLabel: "Lambarka lacag-bixinta, linkiga rasiidka ama SMS",
  inputHint: (example) => `Tusaale ${example}. SMS-ka oo dhan waad ku dhejin kartaa.`,
  phoneLabel: "Telefoonka aad ka bixisay (haddii aad garanayso)",
  phoneHint: (example) => `Tusaale ${example}. Waxay naga caawinaysaa helitaanka rasiidka.`,
  whichBank: "Lambarku wuxuu ka yimid",
  scan: {
    camera: "Iskaan garee QR-ka rasiidka",
    picture: "QR-ka ka akhri sawir",
    none: "QR lama helin. Lambarka geli.",
    blocked: "Kamaradaada ma isticmaali karno. Lambarka geli.",
    stop: "Jooji iskaanka",
  },
  submit: "Hubi lacag-bixintayda",
  submitAnyway: "Lambarku waa sax, hubi",
  submitting: "Waa la hubinayaa…",
  checkNow: "Mar kale hubi",
  mistyped: "Lambarku ma khaldan yahay? Mid kale geli",
  anotherNumber: "Ma haysaa lambar kale? Geli",
  beingChecked: "waa la hubinayaa",
  reference: "Lambarka lacag-bixinta",
  paidOn: "Goorta la xaqiijiyay",
  expected: "Lacagta la bixinayo",
  missing: "Dhiman",
  received: "Soo gaadhay",
  receiptCode: "Koodhka rasiidka",
  receiptHint: "Qof kasta wuxuu rasiidkan ku hubin karaa koodhka ama iskaanka QR-ka.",
  receiptLink: "Fur rasiidka",
  print: "Kaydi ama daabac rasiidka",
  receiptQr: "QR furaya bogga lagu hubiyo rasiidkan",
  back: (merchant) => `Ku noqo ${merchant}`,
  cancel: "Jooji oo noqo",
  onPhone: "Ku sii wad telefoonkaaga",
  onPhoneHint:
    "Kan kamarada ku iskaan garee. App-ka bangiga iyo SMS-ku waxay ku jiraan telefoonkaaga.",
  onPhoneQr: "QR boggan ku furaya telefoonkaaga",
  safety:
    "Lacag-bixinta bangiga ayaan ka hubinaa. Weligeen ma weydiinno PIN-kaaga ama furahaaga sirta ah.",
  safetyByHand: "Weligeen ma weydiinno PIN-kaaga ama furahaaga sirta ah.",
  language: "Luqadda",
  testMode: "Habka tijaabada",
  testHint: "Halkan lacag kuma dhaqaaqdo. Ha bixin.",
  testReferences: "Lambarrada tijaabada",
  testOutcomes: {
    OK: "waa la xaqiijiyaa",
    PART: "badh, kadib inta kale",
    UNDER: "way yar tahay",
    OVER: "way badan tahay, waa la xaqiijiyaa",
    WRONG: "xisaab kale",
    OLD: "waa mid hore",
    NONE: "lama helo",
    SLOW: "way raagtaa, kadib waa la xaqiijiyaa",
    DOWN: "bangigu ma jawaabo",
  },
  genuineTitle: "Rasiidkani waa dhab",
  genuineText: (merchant) => `Bangigu wuu xaqiijiyay lacagta la siiyay ${merchant}.`,
  genuineByHand: (merchant) => `Lacag-bixintan waxaa xaqiijiyay ${merchant}, ee ma aha bangiga.`,
  genuineByNotice: (merchant) =>
    `Lacag-bixintan waxaa xaqiijiyay fariinta bangigu u diray ${merchant}. Rasiidka bangigu weli ma xaqiijin.`,
  genuineTest: { title: "Kani waa rasiid tijaabo ah", text: "Lacag lama bixin." },
  genuineCompare: "La barbar dhig warqadda ama shaashadda lagu tusay.",
  merchantLabel: "Waxaa la siiyay",
  amountLabel: "Lacagta",
  verifiedAt: "Goorta la xaqiijiyay",
  paired: {
    title: "Kani ma lacag-bixintaada baa?",
    arrived: (amount) => `Lacag dhan ${amount} ayaa timid.`,
    label: "4-ta xaraf ee ugu dambeeya lambarka lacag-bixinta",
    wrong: (left) => `Kuma habboona. Waxaad isku dayi kartaa ${left} jeer.`,
    submit: "Waa tayda",
    numberTitle: "Bixi adigoon qorin lambarka lacag-bixinta",
    numberLabel: "Lambarka telefoonka aad ka bixinayso",
    numberHint:
      "Ikhtiyaari. Haddii lacagtu lambarkan ka timaado, inta badan wax kale ma qori doontid.",
    save: "Kaydi",
    reason: "Sababta",
  },
  link: {
    payShop: (merchant) => `Lacag sii ${merchant}`,
    enterAmount: "Geli lacagta aad bixinayso",
    amountHint: (example) => `Tusaale ${example}`,
    pay: "U gudub lacag-bixinta",
    opening: "Waa la furayaa…",
    badAmount: (example) => ({
      title: "Hubi lacagta",
      text: `Geli lacag sida ${example}.`,
    }),
    closed: (merchant) => ({
      title: "Linkigan hadda lacag ma aqbali karo",
      text: `Hadda ha bixin. Link cusub weydii ${merchant}.`,
    }),
    unfinished: (amount) => ({
      title: "Lacag-bixin ayaad bilowday",
      text: `Haddii aad hore u dirtay ${amount}, ku noqo lacag-bixintaas oo halkaas geli lambarka lacag-bixinta.`,
    }),
    goBack: "Ku noqo lacag-bixintaas",
    payAnew: "Bilow lacag-bixin cusub",
    rateLimited: {
      title: "Lacag-bixinno badan ayaa la bilaabay",
      text: "Sug hal daqiiqo, kadib mar kale isku day.",
    },
  },
  card: {
    title: "Iskaan garee si aad u bixiso",
    steps: [
      "Koodhka ku iskaan garee kamarada telefoonkaaga.",
      "Ku bixi bangigaaga ama lacagta mobilka.",
      "Geli lambarka lacag-bixinta. Dukaanku wuu arkayaa lacag-bixintaada.",
    ],
    openAmount: "Adiga ayaa geliya lacagta",
    orType: "Ama fur",
    qr: "QR furaya bogga lacag-bixinta",
    print: "Daabac kaadhka",
  },
  lateNumber: (merchant) => ({
    title: "Lambarkii ugu dambeeyay ee aad gelisay ma hubin",
    text: `Kan hore ayaa loo bixiyay. Haddii aad laba jeer bixisay, labada caddaynba tus ${merchant} oo weydii in laguu celiyo lacagta labaad.`,
  }),
  unknownLink: {
    title: "Link noocaas ah ma jiro",
    text: "Ciwaanka xaraf xaraf u hubi, ama dukaanka weydii link cusub. Ha bixin.",
  },
  unknownReceipt: {
    title: "Rasiidkani ma jiro",
    text: "Ma jirto lacag-bixin leh koodhkan. Xaraf xaraf ula barbar dhig. Haddii weli la waayo, rasiidka ha aqbalin.",
  },
  unknownCheckout: {
    title: "Boggan lacag-bixinta ma jiro",
    text: "Linkigu waa dhiman yahay ama waa khaldan yahay. Mar kale ka fur meeshii aad ka heshay. Ha bixin.",
  },
  brokenPage: {
    title: "Wax baa khaldamay",
    text: "Wax yar kadib mar kale isku day. Uma baahnid inaad mar kale bixiso.",
  },
  requestId: "Lambarka khaladka",
};
