import type { LocalStack } from "../lib/local/compose-stack.ts";
import { startLocal } from "../lib/local/stack.ts";
import { call, logIn, withSigningKey } from "../test/support/api.ts";
import {
  ACCOUNTS,
  openPairedShop,
  type PairedShop,
  pairSimulatedPhone,
} from "../test/support/running-stack.ts";
import { type BenchOptions, type Figure, round } from "./figure.ts";

const CUSTOMERS = 200;
const PAYMENTS = { reduced: 150, full: 1_000 };
/** Open at the same time; the clock moves on for a minute between two of them. */
const WAVE = 25;
const EQUAL_PART = 0.3;
const STRAY_PART = 0.1;
const OUTAGE = { reduced: 40, full: 150 };
const LIMIT = 300_000;
const COMMON_AMOUNTS = [50_000, 75_000, 150_000];
const ANSWER_MS = 60_000;

/** A fixed sequence of numbers in [0, 1), so that each run asks for the same. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Paid {
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
}

/** P16: customers who type nothing, and payments during an outage, with a paired phone. */
export async function notices({ full, say }: BenchOptions): Promise<Figure> {
  const stack = await withSigningKey(
    await startLocal({ config: { signUpCredits: 100_000, otpPerPhonePerDay: 1_000 } }),
  );
  try {
    const shop = await openPairedShop(stack, "sms_forwarder", ["telebirr", "mpesa"]);
    await pairSimulatedPhone(stack, shop);
    const bench = new Bench(stack, shop);
    const count = full ? PAYMENTS.full : PAYMENTS.reduced;
    const usual = await bench.payWithoutTyping(count, say);
    const outage = await bench.payDuringOutage(full ? OUTAGE.full : OUTAGE.reduced, say);
    return {
      id: "P16",
      title: "bank notices: what verifies while nobody types, and during an outage",
      how: `${count} payments of ${CUSTOMERS} customers whose phones are known, ${WAVE} open at once, ${EQUAL_PART * 100} % of them with one of ${COMMON_AMOUNTS.length} amounts, and ${usual.strays} stray payments of amounts that are open; then the bank is down for an hour with notice_limit ${LIMIT / 100}, and every third customer is faster than the phone. On the local stack with a simulated phone.`,
      rows: [
        { what: "verified with nothing typed, %", count: round((100 * usual.verified) / count) },
        { what: "verified by a payment that was not its own", count: usual.wrong },
        { what: "outage: payments up to the limit", count: outage.below },
        { what: "… verified within 60 s of the submission", count: outage.inTime },
        { what: "… verified above the limit without a receipt", count: outage.above },
      ],
    };
  } finally {
    await stack.close();
  }
}

class Bench {
  readonly #stack: LocalStack;
  readonly #shop: PairedShop;
  readonly #next = sequence(16);
  readonly #phones: readonly string[];

  constructor(stack: LocalStack, shop: PairedShop) {
    this.#stack = stack;
    this.#shop = shop;
    this.#phones = Array.from({ length: CUSTOMERS }, () => {
      const digits = String(Math.floor(this.#next() * 10_000_000)).padStart(7, "0");
      return `25191${digits}`;
    });
  }

  async payWithoutTyping(count: number, say: BenchOptions["say"]) {
    let [verified, wrong, strays] = [0, 0, 0];
    for (let done = 0; done < count; done += WAVE) {
      const wave = await this.#openWave(Math.min(WAVE, count - done));
      const paid: Paid[] = [];
      for (const one of wave.toSorted(() => this.#next() - 0.5)) {
        paid.push({ ...one, reference: await this.#transfer(one.amount, one.phone) });
        if (this.#next() < STRAY_PART) {
          const stranger = `25193${String(Math.floor(this.#next() * 10_000_000)).padStart(7, "0")}`;
          await this.#transfer(one.amount, stranger);
          strays += 1;
        }
      }
      await this.#stack.idle(120_000);
      for (const one of paid) {
        const { status, payments } = await this.#read(one.id);
        if (status !== "verified") continue;
        if (payments[0]?.reference === one.reference) verified += 1;
        else wrong += 1;
      }
      say(`P16: ${done + wave.length} paid, ${verified} verified, ${wrong} wrongly`);
      await this.#stack.advance(61);
    }
    return { verified, wrong, strays };
  }

  /** A receipt has proven the chain of balances before. */
  async payDuringOutage(count: number, say: BenchOptions["say"]) {
    const visitor = await logIn(this.#stack, this.#shop.visitor.phone);
    await visitor.send("PATCH", `apps/${this.#shop.appId}/`, { body: { notice_limit: LIMIT } });
    const [first] = await this.#openWave(1, "telebirr");
    if (first) await this.#transfer(first.amount, first.phone);
    await this.#stack.idle();
    await this.#bankIs("down");
    let [below, inTime, above] = [0, 0, 0];
    for (let index = 0; index < count; index += 1) {
      const isLarge = index % 10 === 9;
      const amount = isLarge ? LIMIT + 100 + index : 20_000 + index * 13;
      const id = await this.#create(amount);
      const isEarly = index % 3 === 2;
      await pairSimulatedPhone(this.#stack, this.#shop, { delivery: isEarly ? "held" : "now" });
      const reference = await this.#transfer(amount, this.#phones[index % CUSTOMERS] ?? "");
      const submittedAt = this.#stack.now();
      await this.#server("POST", `checkouts/${id}/verify/`, {
        input: reference,
        provider: "telebirr",
      });
      await call(this.#stack.url, "POST", "/_local/phone/flush/", { body: {} });
      await this.#stack.idle(60_000);
      const { status } = await this.#read(id);
      if (isLarge) above += Number(status === "verified");
      else {
        below += 1;
        inTime += Number(status === "verified" && this.#stack.now() - submittedAt <= ANSWER_MS);
      }
      if (index % 10 === 0) say(`P16: outage, ${index + 1} of ${count}`);
      // An hour in all, and fewer messages a minute than the limit.
      await this.#stack.advance(Math.ceil(3_600 / count));
    }
    await this.#bankIs("up");
    return { below, inTime, above };
  }

  async #openWave(size: number, provider?: "telebirr") {
    return Promise.all(
      Array.from({ length: size }, async () => {
        const phone = this.#phones[Math.floor(this.#next() * CUSTOMERS)] ?? "";
        const isEqual = this.#next() < EQUAL_PART;
        const common = COMMON_AMOUNTS[Math.floor(this.#next() * COMMON_AMOUNTS.length)] ?? 0;
        const amount = isEqual ? common : 10_000 + Math.floor(this.#next() * 400_000);
        return { id: await this.#create(amount, phone), phone, amount, provider };
      }),
    );
  }

  async #create(amount: number, phone?: string): Promise<string> {
    const body = { amount, ...(phone && { customer: { phone: `+${phone}` } }) };
    return (await this.#server("POST", "checkouts/", body)).id;
  }

  async #transfer(amount: number, payer: string): Promise<string> {
    const { body } = await call(this.#stack.url, "POST", "/_local/bank/transfers/", {
      body: {
        provider: "telebirr",
        amount,
        payer_account: payer,
        receiver_account: ACCOUNTS.telebirr,
        receiver_name: "Selam Coffee Shop",
      },
    });
    return body.reference;
  }

  async #read(id: string): Promise<{ status: string; payments: { reference: string }[] }> {
    return this.#server("GET", `checkouts/${id}/`);
  }

  #bankIs(mode: string) {
    return call(this.#stack.url, "PUT", "/_local/bank/telebirr/mode/", { body: { mode } });
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers are held against the contract elsewhere
  async #server(method: string, path: string, body?: object): Promise<any> {
    const answer = await call(this.#stack.url, method, `/api/v1/${path}`, {
      key: this.#shop.key,
      ...(body && { body }),
    });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}
