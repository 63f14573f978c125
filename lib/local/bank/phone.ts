import { createHmac, randomUUID } from "node:crypto";
import * as z from "zod";
import { NOTICE_PROVIDERS, type NoticeProvider } from "../../providers/notices.ts";
import type { LocalRequest, LocalResponse, LocalRoutes } from "../local-route.ts";
import { type LinkBases, PUBLIC_LINK_BASES } from "./draft-transfer.ts";
import {
  merchantSms,
  noticeLayouts,
  type PhoneMessage,
  REVERSALS,
  reversalSms,
} from "./phone-messages.ts";
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
    /** The message that the transfer was reversed, in this language. */
    reversed: z.enum(Object.keys(REVERSALS) as [keyof typeof REVERSALS]).optional(),
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

type Asked = Extract<z.output<typeof message>, { reference: string }>;

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
  readonly #reversed = new Set<string>();
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
    const own = transfer === undefined ? null : this.#asked(transfer, data);
    if (own === null) return { status: 404, body: { detail: "There is no such transfer." } };
    const text = data.replace ? own.text.replace(...data.replace) : own.text;
    const answers = await this.#deliver({ ...own, text }, data.delivery);
    return { status: 200, body: { sender: own.sender, text, answers } };
  }

  #asked(transfer: BankTransfer, { layout, reversed }: Pick<Asked, "layout" | "reversed">) {
    const told = this.#smsOf(transfer, layout);
    if (told === null || reversed === undefined || !isNoticed(transfer)) return told;
    const account = accountOf(transfer);
    const key = `${transfer.provider}:${transfer.reference}`;
    const before = this.#balances.get(account) ?? FIRST_BALANCE_MINOR;
    const balance = this.#reversed.has(key) ? before : before - transfer.amountMinor;
    this.#reversed.add(key);
    this.#balances.set(account, balance);
    return { ...reversalSms(transfer, this.#bases, balance, reversed), sentAt: this.#now() };
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
    const account = accountOf(transfer);
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

function accountOf({ provider, receiver }: BankTransfer): string {
  return `${provider}:${receiver.account}`;
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
