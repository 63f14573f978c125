import {
  type Grant,
  grantOf,
  PERMISSIONS,
  type Permission,
  ROLES,
  type Role,
} from "../../contract/roles.ts";
import { type Html, html } from "../html.ts";
import { paragraphs, prose, terms } from "./prose.ts";

/** Follows what a role may do, where it may only do a part of it. */
const PARTS: Readonly<Record<`${Grant}`, string>> = {
  true: "",
  false: "",
  own_and_today: " (their own, and those of today)",
  test_only: " (in test mode only)",
  cashiers_only: " (cashiers only)",
};

/** What a role may do, from the table that the service itself uses. No role has `operate`: it is the service's own. */
function permitted(role: Role): string {
  const all = (Object.keys(PERMISSIONS) as Permission[]).map((name) => ({
    what: PERMISSIONS[name].what,
    grant: grantOf(role, name),
  }));
  const some = all.filter(({ grant }) => grant !== false);
  return `${some.map(({ what, grant }) => `${what}${PARTS[`${grant}`]}`).join(". ")}.`;
}

/** For shop owners: members and their roles, the counter, and messages. */
export const TEAM: Html = html`
<h2 id="team">Members</h2>
${terms([
  [
    "Invite",
    prose(
      "Open **Team** and choose **Invite someone**. The link works once, for 7 days. If you enter a phone number, we send the link there by SMS, and only a login with that number can accept. If you enter a Telegram user name, only that user can accept. An account has at most 50 members and 20 open invitations. You can withdraw an invitation until it is accepted.",
    ),
  ],
  [
    "Several accounts",
    prose(
      "A person can work in several accounts, with one role in each, and switches between them beside their name. People with only one account don't see the switch.",
    ),
  ],
  ["Some apps", prose("A member can be limited to some apps and then can't see the others.")],
  [
    "Change and remove",
    prose(
      "A new role or a removal takes effect immediately: access tokens for this account end within 60 seconds. Nobody can remove themselves; members leave on the page **Account**. The dialog that removes a member lists the API keys they created and can revoke them.",
    ),
  ],
  [
    "What stays",
    prose(
      "Members who are removed, leave, or lose rights may still have secrets that work. Rotate the API keys and [signing secrets](#platform-rotate-webhook-secret) they used, and the secrets of phones they paired. Webhook endpoints and receiving accounts they added stay. Check the endpoint URLs, which receive customer data, and the account numbers that customers see.",
    ),
  ],
  [
    "Ownership",
    prose(
      "An account always has an owner. An owner offers ownership, and the member accepts it with a fresh code. A member with both a phone and Telegram confirms with the one they did not sign in with.",
    ),
  ],
])}
<h2 id="roles">Roles</h2>
${terms(ROLES.map((role) => [html`<code>${role}</code>`, permitted(role)]))}
${paragraphs(
  "Roles that cannot change receiving accounts see their numbers masked. Owners can set an **approval limit**: above it, only an owner can approve or reject a payment. All owners get a message when a receiving account changes. The audit log shows the member and their role for every change.",
)}
<h2 id="cashiers">The counter</h2>
${paragraphs(
  "`/counter` is the page for a cashier with a phone. Type the amount and choose **Take payment**: the customer scans the QR code or pays to one of the accounts below it. The page turns green, with a sound and a vibration, when the payment is verified. Then share or print the receipt, and choose **Next customer**. Below the amount, cashiers see their payments of today.",
  "Install it from the browser's menu (**Add to home screen**). It keeps its files on the device, so it opens quickly over a slow connection, but it stores no payments or names. One tap turns a payment without a checkout into a sale: see [bank notices](#counter).",
)}
<h2 id="notifications">Notifications</h2>
${paragraphs(
  "Each member chooses on the page **Account** which messages they get and where: payments (each, or a summary at eight in the morning), payments that wait for a decision, webhook endpoints that fail or are disabled, low credits, changes to receiving accounts and phones and a suspension of the account, phones that forward no messages, differences in the books and reversed payments, and new sign-ins. Members get messages only about what their role can see.",
  "For Telegram, link a Telegram login and press **Start** once in the bot's chat. SMS are only for urgent messages: at most five a day for an account, besides those about receiving accounts, phones, suspensions and sign-ins, and never for each payment. Messages about receiving accounts and sign-ins come at any hour; all others can wait for the end of quiet hours.",
)}
<section lang="am">
<h2 id="team-amharic">በአማርኛ</h2>
${paragraphs(
  "**አባላት፦** “ቡድን” ይክፈቱ፣ ከዚያ “ሰው ይጋብዙ”። አገናኙ ለ7 ቀናት፣ አንድ ጊዜ ብቻ ይሠራል። ስልክ ቁጥር ከሰጡ አገናኙን በSMS እንልካለን፤ መቀበል የሚችለውም በዚያ ቁጥር የገባ ብቻ ነው።",
  "**የሥራ ድርሻዎች፦** ባለቤት፣ ሥራ አስኪያጅ፣ ገንቢ፣ ገንዘብ ተቀባይና ሒሳብ ሠራተኛ። መቀበያ ሒሳቦችን መቀየር የማይችሉ ቁጥሮቹን በከፊል ብቻ ያያሉ። መቀበያ ሒሳብ ሲቀየር ለሁሉም ባለቤቶች ይነገራል።",
  "**የሽያጭ መደብ፦** `/counter` ይክፈቱና መጠኑን ይጻፉ፤ ደንበኛው የQR ኮዱን ያንብብ ወይም ከታች ወዳሉት ሒሳቦች ይክፈል። ክፍያው ሲረጋገጥ ገጹ በድምፅና በንዝረት አረንጓዴ ይሆናል።",
  "**ማሳወቂያዎች፦** በ“መለያ” ገጽ ላይ ምን እንደሚነገርዎትና የት እንደሚላክ ይምረጡ። ለቴሌግራም በቦቱ ውይይት ላይ አንድ ጊዜ Start ይጫኑ።",
)}
</section>`;
