import type { NotificationFacts } from "../../contract/messages.ts";
import type { NotificationType } from "../../contract/notification-kinds.ts";
import { formatMoney } from "../../domain/money.ts";
import type { UserLanguage } from "../../domain/user.ts";

/** Short enough for an SMS with a link behind it. `{amount}`, `{count}` and `{name}` come from the facts. */
const TEXTS: Readonly<Record<NotificationType, Readonly<Record<UserLanguage, string>>>> = {
  "checkout.verified": { en: "Paid: {amount}.", am: "ተከፍሏል፦ {amount}።" },
  "payments.daily": {
    en: "Yesterday's verified payments: {count}, {amount} in total.",
    am: "ትናንት የተረጋገጡ ክፍያዎች፦ {count}፣ በድምሩ {amount}።",
  },
  "checkout.review": {
    en: "A checkout of {amount} is waiting for you to approve or reject it.",
    am: "የ{amount} ክፍያ እንዲያጸድቁት ወይም ውድቅ እንዲያደርጉት ይጠብቃል።",
  },
  "credits.low": {
    en: "Your credits are running low. Buy more so that payments don't have to wait.",
    am: "ክሬዲትዎ እያለቀ ነው። ክፍያዎች እንዳይጠብቁ ተጨማሪ ይግዙ።",
  },
  "credits.exhausted": {
    en: "Your credits are used up. We refuse new checkouts, and matched payments wait until you buy more.",
    am: "ክሬዲትዎ አልቋል። እስኪገዙ ድረስ አዲስ ክፍያ መፍጠር አይቻልም፣ የተገኙ ክፍያዎችም ይጠብቃሉ።",
  },
  "webhook.disabled": {
    en: "A webhook endpoint was disabled and no longer receives events. Fix your server, then enable it.",
    am: "የዌብሁክ አድራሻ ተሰናክሏል፣ ክስተቶች አይደርሱትም። ሰርቨርዎን ያስተካክሉና ያንቁት።",
  },
  "webhook.failing": {
    en: "A webhook endpoint rejected every attempt to deliver an event. Check your server.",
    am: "የዌብሁክ አድራሻ አንድን ክስተት በሁሉም ሙከራዎች አልተቀበለም። ሰርቨርዎን ይፈትሹ።",
  },
  "receiving_account.changed": {
    en: "A receiving account of your shop is being added, changed or removed. If this was not you, check it now.",
    am: "የሱቅዎ መቀበያ ሒሳብ እየተጨመረ፣ እየተቀየረ ወይም እየተሰረዘ ነው። እርስዎ ካልሆኑ አሁኑኑ ይፈትሹ።",
  },
  "notice_source.changed": {
    en: "A phone that forwards bank messages, or the limit for them, is being changed. If this was not you, check it now.",
    am: "የባንክ መልእክት የሚያስተላልፍ ስልክ ወይም የመልእክቶቹ ገደብ እየተቀየረ ነው። እርስዎ ካልሆኑ አሁኑኑ ይፈትሹ።",
  },
  "account.suspended": {
    en: "The operator has suspended your account: it can take no new payments. The dashboard says why.",
    am: "የአገልግሎቱ አስተዳዳሪ መለያዎን አግዷል፤ አዲስ ክፍያ መቀበል አይችሉም። ምክንያቱ በዳሽቦርዱ ላይ አለ።",
  },
  "account.resumed": {
    en: "Your account is no longer suspended and takes payments again.",
    am: "የመለያዎ እገዳ ተነስቷል፤ እንደገና ክፍያ መቀበል ይችላሉ።",
  },
  "notice_source.silent": {
    en: "The phone “{name}” has sent no bank messages for 24 hours. Check that it is on.",
    am: "“{name}” ስልክ ለ24 ሰዓት የባንክ መልእክት አልላከም። መብራቱን ያረጋግጡ።",
  },
  "session.started": {
    en: "Someone signed in to your account. If this was not you, sign that device out.",
    am: "ወደ መለያዎ ተገብቷል። እርስዎ ካልሆኑ ያንን መሣሪያ ያስወጡ።",
  },
  "books.difference": {
    en: "Your bank's statement and the verified payments differ.",
    am: "የባንክዎ መግለጫና የተረጋገጡት ክፍያዎች ይለያያሉ።",
  },
  "payment.reversed": {
    en: "A message from your bank says that a payment was reversed. Check your bank account before you act.",
    am: "ከባንክዎ የመጣ መልእክት አንድ ክፍያ ተመላሽ መደረጉን ይገልጻል። ከማንኛውም እርምጃ በፊት የባንክ ሂሳብዎን ይመልከቱ።",
  },
  test: {
    en: "This is a test. Your notifications arrive here.",
    am: "ይህ ሙከራ ነው። ማሳወቂያዎችዎ እዚህ ይደርሳሉ።",
  },
};

const PAUSED: Readonly<Record<UserLanguage, string>> = {
  en: "For more this hour, see the dashboard.",
  am: "በዚህ ሰዓት ውስጥ የሚመጡ ሌሎች በዳሽቦርዱ ላይ ብቻ ይታያሉ።",
};

const LONGEST_NAME = 30;

/** The text of a notification with its link. `isLast`: the hour's limit is reached. */
export function notificationText(
  facts: NotificationFacts,
  language: UserLanguage,
  dashboardUrl: string,
  isLast = false,
): string {
  const { count, name = "", more = [] } = facts;
  const money = [facts, ...more]
    .flatMap(({ amount, currency }) =>
      amount === undefined || currency === undefined
        ? []
        : [formatMoney(amount, currency, language).replaceAll("\u00a0", " ")],
    )
    .join(" + ");
  const text = TEXTS[facts.type][language]
    .replace("{amount}", () => money)
    .replace("{count}", () => String(count ?? 0))
    .replace("{name}", () => [...name].slice(0, LONGEST_NAME).join(""));
  const paused = isLast ? `${PAUSED[language]} ` : "";
  return `${text} ${paused}${dashboardUrl}${facts.path}`;
}
