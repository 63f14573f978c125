import type { Texts } from "./shape.ts";

/** Reusable links and their counter card. */
export const LINK_TEXTS_AM: Pick<Texts, "link" | "card"> = {
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
};
