import { createHmac, randomUUID } from "node:crypto";
import * as z from "zod";
import { FACTS } from "../../providers/facts.ts";
import { NOTICE_PROVIDERS, type NoticeProvider } from "../../providers/notices.ts";
import type { LocalRequest, LocalResponse, LocalRoutes } from "../local-route.ts";
import { customerLink, type LinkBases, PUBLIC_LINK_BASES } from "./draft-transfer.ts";
import {
  type AddisTime,
  addisTime,
  grouped,
  maskedAccount,
  maskedPhone,
  ungrouped,
  walletNumber,
} from "./receipt-text.ts";
import type { BankTransfer } from "./transfer.ts";

/** How a message leaves the phone. `held` waits for `flush/`. */
const DELIVERIES = ["now", "twice", "held", "never"] as const;

const pairing = z.strictObject({
  /** The address and secret of a notice source. */
  url: z.url(),
  secret: z.string().min(1),
  kind: z.enum(["sms_gateway", "sms_forwarder"]),
  /** What happens to the message about each new transfer. */
  delivery: z.enum(DELIVERIES).default("now"),
  /** The bank's layout by provider; the usual one by default. */
  layouts: z.partialRecord(z.enum(NOTICE_PROVIDERS as [NoticeProvider]), z.string()).default({}),
});
type Pairing = z.output<typeof pairing>;

const message = z.union([
  z.strictObject({
    provider: z.enum(NOTICE_PROVIDERS as [NoticeProvider]),
    reference: z.string(),
    layout: z.string().optional(),
    /** Changes the message before it is sent, e.g. for a forged amount. */
    replace: z.tuple([z.string(), z.string()]).optional(),
    delivery: z.enum(DELIVERIES).default("now"),
  }),
  z.strictObject({
    sender: z.string(),
    text: z.string(),
    delivery: z.enum(DELIVERIES).default("now"),
  }),
]);

interface Sms extends PhoneMessage {
  /** ms */
  readonly sentAt: number;
}

/** A message with what the service answered each time it was sent. */
interface Sent extends Sms {
  readonly answers: number[];
}

const FIRST_BALANCE_MINOR = 10_000_000;

/**
 * `/_local/phone/`: the merchant's phone. `PUT` pairs it with a notice source, `POST messages/` sends one message,
 * `POST flush/?order=reversed` sends what is held, `GET` shows what was sent.
 */
export class SimulatedPhone {
  readonly #now: () => number;
  readonly #transfers = new Map<string, BankTransfer>();
  readonly #bases: LinkBases;
  readonly #balances = new Map<string, number>();
  readonly #told = new Map<string, Sms>();
  readonly #sent: Sent[] = [];
  #held: Sms[] = [];
  #pairing: Pairing | null = null;

  constructor(options: {
    /** ms */
    readonly now: () => number;
    readonly linkBases?: Partial<LinkBases>;
  }) {
    this.#now = options.now;
    this.#bases = { ...PUBLIC_LINK_BASES, ...options.linkBases };
  }

  /** Called with each transfer that the bank has booked. */
  async booked(transfers: readonly BankTransfer[]): Promise<void> {
    for (const transfer of transfers) {
      this.#transfers.set(`${transfer.provider}:${transfer.reference}`, transfer);
      const sms = this.#smsOf(transfer);
      if (sms !== null && this.#pairing !== null) await this.#deliver(sms, this.#pairing.delivery);
    }
  }

  readonly routes: LocalRoutes = async (request): Promise<LocalResponse | null> => {
    const path = /^phone(?:\/(.*))?$/.exec(request.path);
    if (path === null) return null;
    const action = `${request.method} ${(path[1] ?? "").replace(/\/+$/, "")}`;
    if (action === "GET ") return this.#show();
    if (action === "PUT ") return this.#pair(request);
    if (action === "DELETE ") return this.#unpair();
    if (action === "POST messages") return this.#send(request);
    if (action === "POST flush") return this.#flush(request.query.get("order") === "reversed");
    return { status: 404, body: { detail: `No ${action.trim()} here.` } };
  };

  #show(): LocalResponse {
    const { url = null, kind = null, delivery = null } = this.#pairing ?? {};
    return {
      status: 200,
      body: {
        paired: url !== null,
        url,
        kind,
        delivery,
        held: this.#held.length,
        sent: this.#sent,
      },
    };
  }

  #pair(request: LocalRequest): LocalResponse {
    const parsed = pairing.safeParse(jsonOf(request));
    if (!parsed.success) return { status: 400, body: { detail: z.prettifyError(parsed.error) } };
    this.#pairing = parsed.data;
    return this.#show();
  }

  #unpair(): LocalResponse {
    this.#pairing = null;
    this.#held = [];
    return { status: 204 };
  }

  async #send(request: LocalRequest): Promise<LocalResponse> {
    const parsed = message.safeParse(jsonOf(request));
    if (!parsed.success) return { status: 400, body: { detail: z.prettifyError(parsed.error) } };
    if (this.#pairing === null) return { status: 409, body: { detail: "Pair the phone first." } };
    const { data } = parsed;
    if ("sender" in data) {
      const sms = { sender: data.sender, text: data.text, sentAt: this.#now() };
      return { status: 200, body: { answers: await this.#deliver(sms, data.delivery) } };
    }
    const transfer = this.#transfers.get(`${data.provider}:${data.reference}`);
    const own = transfer === undefined ? null : this.#smsOf(transfer, data.layout);
    if (own === null) return { status: 404, body: { detail: "There is no such transfer." } };
    const text = data.replace ? own.text.replace(...data.replace) : own.text;
    const answers = await this.#deliver({ ...own, text }, data.delivery);
    return { status: 200, body: { sender: own.sender, text, answers } };
  }

  async #flush(isReversed: boolean): Promise<LocalResponse> {
    const held = isReversed ? this.#held.reverse() : this.#held;
    this.#held = [];
    for (const sms of held) await this.#deliver(sms, "now");
    return this.#show();
  }

  /** The message of a transfer, whose balance is counted once; null where this bank's messages are not read. */
  #smsOf(transfer: BankTransfer, layout?: string): Sms | null {
    const { provider, receiverBank, status } = transfer;
    if (!isNoticed(transfer) || receiverBank !== null || status !== "completed") return null;
    const key = `${provider}:${transfer.reference}`;
    const known = this.#told.get(key);
    if (known !== undefined && layout === undefined) return known;
    const account = `${provider}:${transfer.receiver.account}`;
    const before = this.#balances.get(account) ?? FIRST_BALANCE_MINOR;
    const balance = known === undefined ? before + transfer.amountMinor : before;
    this.#balances.set(account, balance);
    const chosen = layout ?? this.#pairing?.layouts[transfer.provider];
    const name =
      chosen !== undefined && noticeLayouts(transfer.provider).includes(chosen)
        ? chosen
        : undefined;
    const sms = {
      ...merchantSms(transfer, this.#bases, balance, name),
      sentAt: Math.max(transfer.paidAt, this.#now() - 1_000),
    };
    this.#told.set(key, sms);
    return sms;
  }

  async #deliver(sms: Sms, delivery: (typeof DELIVERIES)[number]): Promise<readonly number[]> {
    if (delivery === "never" || this.#pairing === null) return [];
    if (delivery === "held") {
      this.#held.push(sms);
      return [];
    }
    const answers: number[] = [];
    for (let times = delivery === "twice" ? 2 : 1; times > 0; times -= 1) {
      answers.push(await post(this.#pairing, sms, this.#now()));
    }
    this.#sent.push({ ...sms, answers });
    return answers;
  }
}

function isNoticed(
  transfer: BankTransfer,
): transfer is BankTransfer & { readonly provider: NoticeProvider } {
  return NOTICE_PROVIDERS.some((id) => id === transfer.provider);
}

/** Sends a message as the paired app does. @returns the status; 0 where nothing answered */
async function post({ url, secret, kind }: Pairing, sms: Sms, now: number): Promise<number> {
  const body = JSON.stringify(kind === "sms_gateway" ? gatewayBody(sms) : forwarderBody(sms));
  const timestamp = String(Math.floor(now / 1000));
  const headers: Record<string, string> =
    kind === "sms_gateway"
      ? {
          "x-timestamp": timestamp,
          "x-signature": createHmac("sha256", secret)
            .update(body + timestamp)
            .digest("hex"),
        }
      : { authorization: `Bearer ${secret}` };
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    return answer.status;
  } catch {
    return 0;
  }
}

function gatewayBody({ sender, text, sentAt }: Sms) {
  return {
    deviceId: "simulated-phone",
    event: "sms:received",
    id: randomUUID(),
    payload: {
      messageId: "1",
      message: text,
      sender,
      simNumber: 1,
      receivedAt: new Date(sentAt).toISOString(),
    },
    webhookId: "simulated-webhook",
  };
}

function forwarderBody({ sender, text, sentAt }: Sms) {
  return { from: sender, text, sentStamp: sentAt, receivedStamp: sentAt + 500, sim: "SIM1" };
}

function jsonOf(request: LocalRequest): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(request.body));
  } catch {
    return undefined;
  }
}

/** A message as it arrives on the merchant's phone. */
interface PhoneMessage {
  readonly sender: string;
  readonly text: string;
}

interface Told {
  readonly money: string;
  /** Without thousands separators. */
  readonly bare: string;
  readonly payer: string;
  readonly phone: string;
  readonly own: string;
  readonly reference: string;
  readonly link: string;
  readonly balance: string;
  readonly time: AddisTime;
  readonly shop: string;
}

type Layout = (told: Told) => string;

const slashed = ({ dd, mm, yyyy, clock24 }: AddisTime) => `${dd}/${mm}/${yyyy} ${clock24}`;
const dashed = ({ dd, mm, yyyy, clock24 }: AddisTime) => `${yyyy}-${mm}-${dd} ${clock24}`;
const short = ({ dd, mm, yy, clock24 }: AddisTime) => `${dd}/${mm}/${yy} ${clock24.slice(0, 5)}`;
const loose = ({ day, month, yy, shortClock12, ampm }: AddisTime) =>
  `${day}/${month}/${yy} at ${shortClock12} ${ampm}`;

/** What each bank sends to the receiver of money. The first layout is the usual one. */
const LAYOUTS: Readonly<Record<NoticeProvider, Readonly<Record<string, Layout>>>> = {
  telebirr: {
    wallet: (t) =>
      `Dear ${t.shop},\nYou have received ETB ${t.money} from ${t.payer}(${t.phone})  on ${slashed(t.time)}. Your transaction number is ${t.reference}. Your current E-Money Account balance is ETB ${t.balance}.\nThank you for using telebirr\nEthio telecom`,
    bank: (t) =>
      `Dear ${t.shop},\nYou have received  ETB ${t.money} by transaction number ${t.reference} on ${dashed(t.time)} from Commercial Bank of Ethiopia to your telebirr Account ${t.own} - ${t.shop}. Your current balance is ETB ${t.balance}.`,
    amharic: (t) =>
      `ውድ ${t.shop}፣ ${t.money} ብር ከ${t.payer}(${t.phone}) በ${slashed(t.time)} ተቀብለዋል። የግብይት ቁጥርዎ ${t.reference}። ቀሪ ሂሳብዎ ${t.balance} ብር ነው።`,
  },
  cbe: {
    numbered: (t) =>
      `Dear ${t.shop.split(" ")[0]} your Account ${t.own} has been Credited with ETB ${t.money} from ${t.payer}, on ${slashed(t.time).replace(" ", " at ")} with Ref No ${t.reference} Your Current Balance is ETB ${t.balance}. Thank you for Banking with CBE!`,
    payer: (t) =>
      `Dear ${t.shop}, your Account ${t.own} has been credited by ${t.payer} with ETB ${t.bare}. Your Current Balance is ETB ${t.balance}. Thank you for Banking with CBE! ${t.link}`,
    plain: (t) =>
      `Dear ${t.shop} your Account ${t.own} has been Credited with ETB ${t.money}. Your Current Balance is ETB ${t.balance}. Thank you for Banking with CBE! ${t.link}`,
    link: (t) =>
      `Dear ${t.shop}, You have received ETB ${t.money} from account 1*****0042 (${t.payer}) to your account ${t.own}. Receipt: ${t.link} Balance: ETB ${t.balance}`,
    amharicBalance: (t) =>
      `ክቡር ደንበኛችን የሒሳብ ቁጥርዎ ${t.own} በ ${t.money} ብር ገቢ ተደርጓል:: ቀሪ ሒሳብዎ ${t.balance} ብር ነው:: የግብይት ቁጥር ${t.reference}`,
    amharic: (t) =>
      `ውድ ${t.shop}፣ የሒሳብ ቁጥርዎ ${t.own} በ ${t.money} ብር ገቢ ተደርጓል። የግብይት ቁጥር ${t.reference}። ቀሪ ሒሳብዎ ${t.balance} ብር ነው።`,
  },
  boa: {
    credited: (t) =>
      `Dear ${t.shop}, your account ${t.own} was credited with ETB ${t.money} by ${t.payer}. Available Balance:  ETB ${t.balance}. Receipt: ${t.link} Feedback: 8397`,
    linked: (t) =>
      `Dear ${t.shop}, your account ${t.own} was credited with ETB ${t.money} by ${t.payer} . Available Balance: ETB ${t.balance}.\nReceipt: ${t.link}\nFeedback: https://cs.bankofabyssinia.com/cs/?trx=C${t.reference}\nLink your Fayda: https://cs.bankofabyssinia.com/fayda_connect \nFor help, call 8397 (24/7 Toll-Free).`,
    amharic: (t) =>
      `ውድ ${t.shop}፣ ሂሳብዎ ${t.own} በ ${t.money} ብር በ${t.payer} ገቢ ተደርጓል። ቀሪ ሂሳብ ${t.balance} ብር። ደረሰኝ፡ ${t.link}`,
  },
  awash: {
    credited: (t) =>
      `Dear ${t.shop}, ETB ${t.money} has been credited to your account from ${t.payer} on : ${dashed(t.time)} with Txn ID: ${t.reference}. Your balance now is ETB ${t.balance}. Receipt: ${t.link}`,
    amharic: (t) =>
      `ውድ ${t.shop}፣ ${t.money} ብር ከ${t.payer} በ${dashed(t.time)} ወደ ሂሳብዎ ገቢ ተደርጓል። የግብይት ቁጥር፡ ${t.reference}። ደረሰኝ፡ ${t.link}`,
  },
  dashen: {
    credited: (t) =>
      `Dear ${t.shop}, your account ${t.own} has been credited with ETB ${t.money} from ${t.payer} on on ${dashed(t.time).replace(" ", " at ")}. Your current balance is ETB ${t.balance}. Dashen Bank, always one step ahead!`,
    quoted: (t) =>
      `Dear Customer, your account '${t.own}' is credited with ETB ${t.money} on ${t.time.dd}/${t.time.mm}/${t.time.yyyy} at ${t.time.clock12} ${t.time.ampm}. Your current balance is ETB ${t.balance}. Dashen Bank, always one step ahead!`,
    amharic: (t) =>
      `ውድ ${t.shop}፣ ሂሳብዎ ${t.own} በ ${t.money} ብር ከ${t.payer} በ${dashed(t.time)} ገቢ ተደርጓል። ቀሪ ሂሳብዎ ${t.balance} ብር ነው።`,
  },
  cbe_birr: {
    received: (t) =>
      `Dear ${t.shop}, you received ${t.money}Br. from ${t.phone} - ${t.payer} on ${short(t.time)},Txn ID ${t.reference}. Your CBE Birr account balance is ${t.balance}Br. Receipt ${t.link}`,
    amharic: (t) =>
      `ውድ ${t.shop}፣ ${t.money} ብር ከ${t.phone} - ${t.payer} በ${short(t.time)} ተቀብለዋል። የግብይት ቁጥር፡ ${t.reference}። ደረሰኝ ${t.link}`,
  },
  mpesa: {
    received: (t) =>
      `Dear ${t.shop}, you have received ${t.money} Birr from ${t.payer}-${t.phone} on ${loose(t.time)}. Transaction number ${t.reference}. Your M-PESA balance is ${t.balance} Birr.`,
    amharic: (t) =>
      `ውድ ${t.shop}፣ ${t.money} ብር ከ${t.payer}-${t.phone} በ${loose(t.time).replace(" at", "")} ተቀብለዋል። የግብይት ቁጥር፡ ${t.reference}።`,
  },
};

/** Names of the layouts of a bank, the usual one first. */
export function noticeLayouts(provider: NoticeProvider): readonly string[] {
  return Object.keys(LAYOUTS[provider]);
}

/**
 * The message about a transfer on the receiver's phone.
 *
 * @param balanceMinor of the receiver's account, with this transfer in it
 * @param layout one of `noticeLayouts`; the usual one by default
 */
export function merchantSms(
  transfer: BankTransfer & { readonly provider: NoticeProvider },
  bases: LinkBases,
  balanceMinor: number,
  layout?: string,
): PhoneMessage {
  const { provider, payer, receiver, reference } = transfer;
  const name = layout ?? noticeLayouts(provider)[0] ?? "";
  const write = LAYOUTS[provider][name];
  if (write === undefined) throw new RangeError(`no layout ${name} at ${provider}`);
  const linkForm = name === "link" ? "json" : name === "payer" ? "branch" : "pdf";
  const own = {
    ...transfer,
    smsSide: "credit",
    suffixOf: provider === "boa" ? "payer" : "receiver",
  };
  const link = customerLink({ ...own, linkForm } as BankTransfer, bases);
  const phone = walletNumber(payer.account);
  const text = write({
    money: grouped(transfer.amountMinor),
    bare: ungrouped(transfer.amountMinor),
    payer: payer.name,
    phone: provider === "cbe_birr" ? phone : maskedPhone(phone),
    own: shownOwn(provider, receiver.account),
    reference: provider === "awash" ? awashId(reference) : reference,
    link: link,
    balance: grouped(balanceMinor),
    time: addisTime(transfer.paidAt),
    shop: receiver.name,
  });
  return { sender: FACTS[provider].senderIds?.[0] ?? "", text };
}

function shownOwn(provider: NoticeProvider, account: string): string {
  return provider === "telebirr" ? walletNumber(account) : maskedAccount(account);
}

/** Messages print the number that the token of the receipt encodes. */
function awashId(token: string): string {
  const half = token.replace(/^-/, "").split("-")[0] ?? "";
  return [...half]
    .reduce((id, digit) => id * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
    .toString()
    .padStart(15, "0");
}
