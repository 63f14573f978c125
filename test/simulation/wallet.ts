import {
  makeReference,
  PUBLIC_LINK_BASES,
  seededCharacters,
} from "../../lib/local/bank/draft-transfer.ts";
import { boaLayout } from "../../lib/local/bank/layouts/boa.ts";
import { telebirrLayout } from "../../lib/local/bank/layouts/telebirr.ts";
import { merchantSms, reversalSms } from "../../lib/local/bank/phone-messages.ts";
import { grouped, ungrouped } from "../../lib/local/bank/receipt-text.ts";
import type { Layout } from "../../lib/local/bank/sheet.ts";
import type { BankTransfer } from "../../lib/local/bank/transfer.ts";
import { type Answer, reply } from "./answer.ts";
import type { Prng } from "./prng.ts";
import { time } from "./virtual-time.ts";

/** How the wallet's page answers for a while. */
export const WALLET_MOODS = ["honest", "down", "changed page", "forgetful"] as const;
export type WalletMood = (typeof WALLET_MOODS)[number];

/** Up to this a paired phone's message counts while the page is down, minor units: between the shops' amounts. */
export const NOTICE_LIMIT = 15_000;

/** Customers by their phones; the first two look alike once masked. */
export const CUSTOMERS = [
  "251911220042",
  "251933220042",
  "251911220051",
  "251911220052",
  "251911220053",
] as const;
/** Nobody's customer: pays the same amount at the counter. */
export const STRANGER = "251944990099";

/** A shop's account with its phone. */
export interface Till {
  readonly name: string;
  readonly number: string;
  /** What the bank has told the phone, and the phone has not handed on. */
  readonly messages: Message[];
  balance: number;
}

export interface Message {
  readonly sender: string;
  readonly text: string;
  /** ms */
  readonly sentAt: number;
  /** Of the payment that it announces. */
  readonly reference?: string;
}

/** What really happened. */
export interface Transfer {
  readonly told: BankTransfer & { readonly provider: "telebirr" };
  readonly payer: string;
  readonly till: Till;
  /** Checkouts that there were, by their number in the simulation's list. */
  readonly checkoutsBefore: number;
}

/** What the sending bank shows of a transfer into the wallet: the same money under a number of its own. */
export interface Slip {
  readonly reference: string;
  /** What the customer enters: the number and the last digits of the account that paid. */
  readonly typed: string;
  /** ms */
  readonly paidAt: number;
  /** The wallet's number. */
  readonly booked: string;
}

const PAYING_ACCOUNT = "200300401";
/** Less than two receipts of one transfer may be apart; minutes. */
const SLOWEST_TRANSFER = 12;

/** A wallet whose receipts are a page, and which tells each receiver's phone. */
export class Wallet {
  mood: WalletMood = "honest";
  readonly transfers = new Map<string, Transfer>();
  /** Slips of the transfers that came from a bank, by their references. */
  readonly slips = new Map<string, Slip>();
  /** Since when the page shows a transfer as reversed, by its reference; ms. */
  readonly reversedAt = new Map<string, number>();
  readonly #reversed = new Set<string>();
  /** What happens once the receipt of a transfer has been shown, by its reference. */
  readonly #afterwards = new Map<string, () => void>();
  readonly #random: () => Prng;

  constructor(random: () => Prng) {
    this.#random = random;
  }

  /** Moves money and tells the receiver's phone. @param amount minor units */
  transfer(
    till: Till,
    payer: string,
    amount: number,
    { checkoutsBefore, reason }: { readonly checkoutsBefore: number; readonly reason?: string },
  ): Transfer {
    const random = this.#random();
    const characters = seededCharacters(String(this.transfers.size));
    const reference = makeReference("telebirr", time.now, characters);
    const told = {
      provider: "telebirr",
      reference,
      amountMinor: amount,
      feeMinor: 0,
      currency: "ETB",
      payer: { name: "Almeta Worqesh", account: payer },
      receiver: { name: till.name, account: till.number },
      receiverBank: null,
      paidAt: time.now,
      status: random.chance(0.05) ? "reversed" : "completed",
      reason: reason ?? "goods",
      masked: null,
      dateOnly: false,
      omit: [],
      variant: random.chance(0.7) ? "english" : "unmasked",
    } as unknown as Transfer["told"];
    const transfer = { told, payer, till, checkoutsBefore };
    this.transfers.set(reference, transfer);
    till.balance += amount;
    const message = merchantSms(told, PUBLIC_LINK_BASES, till.balance);
    till.messages.push({ ...message, sentAt: time.now, reference });
    return transfer;
  }

  /** Moves money from an account at a bank, which shows a receipt of its own. @param amount minor units */
  transferFromBank(till: Till, amount: number, checkoutsBefore: number): Slip {
    const random = this.#random();
    const { told } = this.transfer(till, STRANGER, amount, { checkoutsBefore });
    const sentAt = time.now - random.below(SLOWEST_TRANSFER) * 60_000;
    const characters = seededCharacters(`slip ${this.slips.size}`);
    const reference = makeReference("boa", sentAt, characters);
    const typed = `${reference}${PAYING_ACCOUNT.slice(-5)}`;
    const slip = { reference, typed, paidAt: sentAt, booked: told.reference };
    this.slips.set(reference, slip);
    return slip;
  }

  /** The transfer that a receipt is about. */
  transferOf(provider: string, reference: string): Transfer | undefined {
    if (provider === "telebirr") return this.transfers.get(reference);
    return provider === "boa"
      ? this.transfers.get(this.slips.get(reference)?.booked ?? "")
      : undefined;
  }

  /** Reverses a transfer. Mostly the page shows it, and the receiver's phone gets a message. */
  reverse(transfer: Transfer): void {
    const { told, till } = transfer;
    if (told.status !== "completed" || this.#reversed.has(told.reference)) return;
    const random = this.#random();
    this.#reversed.add(told.reference);
    till.balance -= told.amountMinor;
    if (random.chance(0.8)) {
      const language = random.pick(["english", "amharic"] as const);
      const message = reversalSms(told, PUBLIC_LINK_BASES, till.balance, language);
      till.messages.push({ ...message, sentAt: time.now });
    }
    if (random.chance(0.3)) return;
    const after = { ...told, status: "reversed" } as Transfer["told"];
    this.transfers.set(told.reference, { ...transfer, told: after });
    this.reversedAt.set(told.reference, time.now);
  }

  /** Resolves once the receipt of a transfer has been seen. */
  onceShown({ told }: Transfer): Promise<void> {
    return new Promise((resolve) => this.#afterwards.set(told.reference, resolve));
  }

  /** Money that leaves the account; the bank tells that, too. @param amount minor units */
  spend(till: Till, amount: number): void {
    till.balance -= amount;
    const text = `Dear ${till.name}, You have transferred ETB ${grouped(amount)} to a supplier. Your current E-Money Account balance is ETB ${grouped(till.balance)}.`;
    till.messages.push({ sender: "127", text, sentAt: time.now });
  }

  /** The answer to one GET. @param path `/receipt/{reference}` */
  answer(path: string): Answer {
    const reference = path.split("/").at(-1) ?? "";
    const random = this.#random();
    switch (this.mood) {
      case "down":
        return random.chance(0.5) ? reply(0, "") : reply(503, "");
      case "changed page":
        return page("<html><body>Welcome</body></html>");
      case "forgetful":
        return random.chance(0.5) ? NOT_FOUND : this.#honest(reference);
      default:
        return this.#honest(reference);
    }
  }

  /** The sending bank's answer to one GET. It shows no status. @param path ends with what customers enter */
  slipAnswer(path: string): Answer {
    const typed = path.split("=").at(-1) ?? "";
    const slip = [...this.slips.values()].find((one) => one.typed === typed);
    const transfer = this.transfers.get(slip?.booked ?? "");
    if (slip === undefined || transfer === undefined) return json(boaLayout.notFound("unmasked"));
    const { reference, paidAt } = slip;
    const payer = { ...transfer.told.payer, account: PAYING_ACCOUNT };
    const receiverBank = { id: "telebirr", name: "telebirr" } as const;
    const told = { ...transfer.told, reference, paidAt, payer, receiverBank };
    const relabel = (label: string) => label;
    return json(boaLayout.render({ transfer: told, variant: "unmasked", relabel }));
  }

  #honest(reference: string): Answer {
    const transfer = this.transfers.get(reference);
    if (transfer === undefined) return NOT_FOUND;
    const { told } = transfer;
    const relabel = (label: string) => label;
    const sheet = { transfer: told, variant: told.variant, relabel };
    const { body } = telebirrLayout.render(sheet) as { readonly body: Uint8Array };
    this.#afterwards.get(reference)?.();
    return page(new TextDecoder().decode(body));
  }
}

function json(answer: ReturnType<Layout["render"]>): Answer {
  const { body } = answer as { readonly body: Uint8Array };
  return reply(200, new TextDecoder().decode(body));
}

function page(html: string): Answer {
  return { ...reply(200, html), headers: { "content-type": "text/html;charset=UTF-8" } };
}

const NOT_FOUND = page("This request is not correct");

/** A message as whoever does not know the balance invents it. */
export function forged(reference: string, payer: string, amount: number, balance: number): Message {
  const day = new Date(time.now + 3 * 3_600_000).toISOString();
  const when = `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)} ${day.slice(11, 19)}`;
  const mask = `${payer.slice(0, 4)}****${payer.slice(-4)}`;
  const text = `Dear Shop,\nYou have received ETB ${ungrouped(amount)} from Almeta Worqesh(${mask})  on ${when}. Your transaction number is ${reference}. Your current E-Money Account balance is ETB ${grouped(balance)}.`;
  return { sender: "127", text, sentAt: time.now };
}

/** Whether a page that shows `payer`, masked or not, may show `phone`. */
export function mayBe(phone: string | null, { payer, told }: Transfer): boolean {
  const digits = phone?.replace(/\D/g, "") ?? "";
  if (told.variant === "unmasked") return digits === payer;
  return (
    digits.length === payer.length &&
    digits.startsWith(payer.slice(0, 4)) &&
    digits.endsWith(payer.slice(-4))
  );
}
