import { type Html, html } from "../html.ts";
import { paragraphs, prose, terms } from "./prose.ts";

/** For shop owners, in English and Amharic: what a bank's message on the shop's phone can and cannot prove. */
export const BANK_NOTICES: Html = html`
<h2 id="what-it-does">What it does for you</h2>
${paragraphs(
  "Your bank sends an SMS to your shop's phone for every payment. If you forward these messages to us, two things get better. Most customers have nothing to type: we find the receipt from the message, and the receipt confirms the payment. And you can keep selling, up to a limit you set, while a bank's receipt page is down.",
)}
<h2 id="proof">What a message proves</h2>
${terms([
  [
    "A message points to a receipt",
    "It tells us which receipt to look up. The bank's receipt decides, just as if the customer had typed the number.",
  ],
  [
    "It verifies nothing alone",
    "Anyone can send an SMS with a false sender name. A message alone never verifies a payment, unless you allow it (below).",
  ],
  [
    "It must name the payer or the order",
    "We verify a payment without the customer only if exactly one open checkout matches: the payer's phone is the customer's (at least four digits are visible), the payer wrote the checkout's code as the reason, or the app asks for distinct amounts. If two checkouts match, a payment has no checkout, or only two digits are visible, nothing happens, and the customer enters the number. When a message comes late, checkouts that have expired or gone to review since the payment can match too, but are never verified this way. Anyone can type anyone's phone number on a pay page, so such a number counts only if every other open checkout of the amount has a different one.",
  ],
  [
    "The short code",
    "If the customer's bank or wallet accepts a reason and prints it on the receipt (telebirr, CBE, Awash, CBE Birr, M-Pesa), the pay page shows a line “Reason” with six letters and digits and a button to copy them. A customer who pastes the code as the reason has nothing to type afterward. Writing it is never required, and each checkout has its own code.",
  ],
  [
    html`<span id="distinct-amounts">Distinct amounts</span>`,
    prose(
      "With **Ask for distinct amounts** in the app's tab **Bank messages**, a new live checkout asks for 1 to 99 santim more than you requested, so that no other open checkout asks for the same amount and the amount alone identifies it. The checkout's `amount` is then the higher one: store it with your order.",
    ),
  ],
  [
    "It helps you decide",
    "In a review, you see the message beside the payment. If its amount differs from the receipt's, the payment goes to review.",
  ],
  [
    "It can report a reversal",
    "If a message says that a payment was reversed and names the transaction number of one of your checkouts, you get an entry in Errors and a notification, and the checkout's page in the dashboard shows it at the payment. The payment itself does not change, because the message can be forged: check your bank account before you act.",
  ],
])}
<h2 id="outage">When the bank's page is down</h2>
${paragraphs(
  "Set **Accept without a receipt up to** in the app's tab **Bank messages** (`notice_limit`, at most ETB 5,000). Up to that amount, a message counts as the receipt if the phone forwarded it within five minutes, the customer entered the same number, the amount, account, payer and time match, and the bank's balance follows from the previous message. The payment then has `evidence: notice`. When the bank responds again, we check the payment against the receipt. If the receipt confirms it, the payment has `evidence: receipt`; if not, you get an urgent entry in **Errors**.",
  "Until then the public receipt page says: “The bank's message to your shop confirms this payment. The bank's receipt has not confirmed it yet.” So anyone who checks the receipt knows how strong the proof is.",
  "The limit is your risk: someone who holds the phone, or knows your balance and number, could forge a message during an outage. Choose an amount that you could lose.",
)}
<h2 id="counter">Payments without a checkout</h2>
${paragraphs(
  "Some customers just send the money and show you their phone. The counter lists such payments under **Payments without a sale**: today's payments that the shop's phone told us about and that belong to no checkout. Choose **Make it a sale**: we create a checkout for that amount and look up the bank's receipt. The receipt decides, as always, and a verified sale costs one credit. If the receipt does not confirm the payment, we cancel the sale, and it costs nothing.",
  "A payment becomes only one sale, even if two cashiers choose it at the same time. Messages without a transaction number (Dashen) are not listed.",
)}
<h2 id="pair">Pair a phone</h2>
<ol>${[
  "Open your app in the dashboard, then **Bank messages**, and choose **Pair a phone**.",
  "**SMS Gateway for Android** (capcom6, open source): start its local server, set the signing key in Settings → Webhooks to ours, or give us the app's, and run the command that the dashboard shows, once for `sms:received` and once for `system:ping`.",
  "**Incoming SMS to URL forwarder** (open source), Tasker or MacroDroid: add a rule for each sender of your bank, with the address, the headers and the JSON template from the dashboard. Keep 10 retries.",
  "**iOS Shortcuts**: create an automation for messages from your bank, with **Get contents of URL**, method POST, the same headers, and a JSON body with the fields `from` and `text`.",
  "The status changes to **Healthy** when the phone itself forwards its first bank message, or the ping of SMS Gateway. **Send a sample message** only shows how we read one: it comes from us, not from the phone.",
].map((step) => html`<li>${prose(step)}</li>`)}</ol>
${paragraphs(
  "Times (`sentStamp`, `receivedStamp`) are milliseconds or seconds since 1970, or RFC 3339 with an offset. If both are missing or in the future, or only `sentStamp` is older than 72 hours, we use the time at which we receive the message. In that case, the message never counts as a receipt unless its text names a time.",
  "If a phone is lost or stolen, remove it: its address stops working immediately, and its messages prove no more payments. If someone else may know a secret, choose **Rotate secret** and end the old one immediately.",
  "A phone without a network keeps its messages and sends them later; we accept them for 72 hours. The clock of a phone with SMS Gateway may be wrong by as much, but a clock that is behind makes payments look old at banks whose messages name no time: let the phone set its time automatically. If a phone is silent for 24 hours on working days, **Errors** shows it.",
)}
<h2 id="privacy">Private messages</h2>
${paragraphs(
  "We read a message only if it comes from a bank's own sender id. Everything else is dropped unread. We also drop the bank's codes and advertising. We store nothing of these messages, not even that they arrived. Of the last message about outgoing money, we keep only the bank, the time and a keyed hash of the balance. Of a message about a reversal, we keep only the entry in **Errors**. For 30 days, we keep a payment's bank, amount, payer's name and masked number, your masked account number, the transaction number and the time. We never store balances, only a keyed hash of the last one. We keep a bank message that we can't read for 7 days, without the digits of balances.",
)}
<h2 id="banks">Banks</h2>
${paragraphs(
  "We read messages from telebirr, CBE, Bank of Abyssinia, Awash, Dashen, CBE Birr and M-Pesa, in English and Amharic. Dashen's messages have no number, so they only help in reviews.",
)}
<section lang="am">
<h2 id="amharic">በአማርኛ</h2>
${paragraphs(
  "**ምን ይጠቅማል?** ባንክዎ ለእያንዳንዱ ክፍያ ወደ ሱቁ ስልክ SMS ይልካል። እነዚህን መልእክቶች ያስተላልፉልን፦ አብዛኛዎቹ ደንበኞች ምንም መጻፍ አያስፈልጋቸውም፤ የባንኩ ገጽ ሲቋረጥም እርስዎ በወሰኑት መጠን ክፍያ ይቀጥላል።",
  "**መልእክት ምን ያረጋግጣል?** መልእክቱ የትኛውን ደረሰኝ እንደምንመለከት ይነግረናል፤ የሚወስነው ደረሰኙ ነው። በሐሰት ስም SMS መላክ ቀላል ስለሆነ መልእክት ብቻውን ክፍያ አያረጋግጥም።",
  "**ምንም ሳይጻፍ የሚረጋገጠው መቼ ነው?** አንድ ክፍት ክፍያ ብቻ ሲስማማ፦ የከፋዩ ስልክ የደንበኛው ሲሆን (ቢያንስ አራት አሃዞች ሲታዩ)፣ ከፋዩ የክፍያውን ኮድ እንደ ምክንያት ሲጽፍ፣ ወይም መተግበሪያው የተለያዩ መጠኖችን ሲጠይቅ። በክፍያ ገጹ ላይ ማንም ሰው የማንንም ስልክ ቁጥር መጻፍ ይችላል፤ ስለዚህ እዚያ የተጻፈ ቁጥር የሚቆጠረው የዚያ መጠን ሌሎች ክፍት ክፍያዎች ሁሉ ሌላ ቁጥር ሲኖራቸው ብቻ ነው። ጥርጣሬ ካለ ምንም አይደረግም፤ ደንበኛው ቁጥሩን ያስገባል።",
  "**የባንኩ ገጽ ሲቋረጥ፦** በ“የባንክ መልእክቶች” ውስጥ መጠን ይወስኑ (ቢበዛ 5,000 ብር)። እስከዚያ ድረስ መልእክቱ እንደ ደረሰኝ ይቆጠራል፤ ባንኩ ሲመለስ ከደረሰኙ ጋር እናመሳክራለን። ካልተስማማ አስቸኳይ ማስታወቂያ ያገኛሉ። መጠኑ የእርስዎ ኃላፊነት ነው፦ ሊያጡት የሚችሉትን መጠን ይምረጡ።",
  "**አጭሩ ኮድ፦** ባንኩ ወይም ዋሌቱ ምክንያት ለመጻፍ የሚፈቅድና በደረሰኙ ላይ የሚያትመው ከሆነ (ቴሌብር፣ ንግድ ባንክ (CBE)፣ አዋሽ፣ ሲቢኢ ብር፣ ኤም-ፔሳ) የክፍያ ገጹ “ምክንያት” በሚል ስድስት ፊደላትና አሃዞች ከመቅጃ አዝራር ጋር ያሳያል። ኮዱን እንደ ምክንያት የሚጽፍ ደንበኛ ከከፈለ በኋላ ምንም መጻፍ አያስፈልገውም። መጻፉ ግዴታ አይደለም፤ እያንዳንዱ ክፍያ የራሱ ኮድ አለው።",
  "**የተለያዩ መጠኖች፦** በ“የባንክ መልእክቶች” ውስጥ “የተለያዩ መጠኖችን ይጠይቁ” ሲመረጥ አዲስ እውነተኛ ክፍያ እርስዎ ካስገቡት መጠን በላይ ከ1 እስከ 99 ሳንቲም ጨምሮ ይጠይቃል፤ ስለዚህ ሌላ ክፍት ክፍያ ያንኑ መጠን አይጠይቅም፣ መጠኑም ብቻውን ክፍያውን ይለያል። የክፍያው `amount` ከፍ ያለው መጠን ነው፦ ከትዕዛዝዎ ጋር ያስቀምጡት።",
  "**ደረሰኙ ገና ሳይታይ፦** ባንኩ እስኪመለስ ድረስ ክፍያው `evidence: notice` ይላል። በዚህ ጊዜ የደረሰኝ ማረጋገጫ ገጹ “ይህን ክፍያ ያረጋገጠው ባንኩ ለሱቅዎ የላከው መልእክት ነው። የባንኩ ደረሰኝ ገና አላረጋገጠውም።” ይላል።",
  "**ክፍያ ተመላሽ ሲደረግ፦** የባንኩ መልእክት ከክፍያዎችዎ የአንዱን የግብይት ቁጥር ጠቅሶ ተመላሽ መደረጉን ከገለጸ፣ በ“ችግሮች” ውስጥ ይታያል፤ ማስታወቂያም ይደርስዎታል። መልእክት ሊጭበረበር ስለሚችል ክፍያው ራሱ አይለወጥም፤ ከማንኛውም እርምጃ በፊት የባንክ ሂሳብዎን ይመልከቱ።",
  "**በመሸጫ ቦታ፦** አንዳንድ ደንበኞች የክፍያ ገጽ ሳይከፈት ገንዘቡን ይልካሉ። የሱቁ ስልክ የነገረን የዛሬ ክፍያዎች “ሽያጭ የሌላቸው ክፍያዎች” በሚለው ሥር ይታያሉ። “ሽያጭ ያድርጉት” ይምረጡ፦ የባንኩን ደረሰኝ እንመለከታለን፤ የሚወስነው ደረሰኙ ነው። የተረጋገጠ ሽያጭ አንድ ክሬዲት ይወስዳል፤ ካልተረጋገጠ ምንም አይወስድም። አንድ ክፍያ አንድ ሽያጭ ብቻ ይሆናል። ቁጥር የሌላቸው መልእክቶች (ዳሸን) አይታዩም።",
  "**ስልክ ለማገናኘት፦** መተግበሪያዎን ይክፈቱ፣ “የባንክ መልእክቶች”፣ ከዚያ “ስልክ ያገናኙ”። አድራሻውን፣ ሚስጥሩንና ደረጃዎቹን እዚያ ያገኛሉ። ሁኔታው “ይሠራል” የሚሆነው ስልኩ ራሱ የመጀመሪያውን የባንክ መልእክት ሲያስተላልፍ ነው፤ የሙከራ መልእክት የሚመጣው ከእኛ እንጂ ከስልኩ አይደለም።",
  "**ስልክ ከጠፋ፦** ያስወግዱት፦ አድራሻው ወዲያውኑ ያበቃል፤ መልእክቶቹም ከዚያ በኋላ ምንም አያረጋግጡም። ሌላ ሰው ሚስጥሩን ሊያውቅ ከቻለ “ሚስጥሩን ይቀይሩ” ይምረጡና የድሮውን ወዲያውኑ ያቋርጡ።",
  "**ሰዓት፦** `sentStamp` እና `receivedStamp` ከ1970 ጀምሮ የተቆጠሩ ሚሊሰከንዶች ወይም ሰከንዶች፣ ወይም RFC 3339 ናቸው። ሁለቱም ከሌሉ ወይም ወደፊት ከሆኑ፣ ወይም `sentStamp` ብቻ ከ72 ሰዓት በላይ ካለፈበት፣ መልእክቱ የደረሰንን ሰዓት እንወስዳለን፤ በጽሑፉ ውስጥ ሰዓት ከሌለ መልእክቱ እንደ ደረሰኝ አይቆጠርም።",
  "**የግል መልእክቶች፦** ከባንክ ያልመጣ መልእክት ሳይነበብ ይጣላል፤ ስለ እርሱ ምንም አይቀመጥም። ቀሪ ሂሳብ በፍጹም አይቀመጥም።",
)}
</section>`;
