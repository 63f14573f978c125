import { GetCommand } from "../../lib/cloud/dynamodb.ts";
import type { Delivery } from "../../lib/domain/delivery.ts";
import type { EventRecord } from "../../lib/domain/event-record.ts";
import { getAttempt } from "../../lib/store/attempts.ts";
import { getClaim } from "../../lib/store/claims.ts";
import { getBalance } from "../../lib/store/credit-shards.ts";
import { deliveryKey } from "../../lib/store/deliveries.ts";
import { outboxPartition } from "../../lib/store/due-shards.ts";
import type { ItemKey } from "../../lib/store/get-items.ts";
import type { Item } from "../../lib/store/transact.ts";
import { eventsAbout } from "../support/events.ts";
import { accounts } from "../support/verification.ts";
import { MODELED_EVENTS, type ModelNames, REFERENCES, type Ref } from "./model-names.ts";

/** Reads the table under the model's names. */
export class ModelView {
  readonly #names: ModelNames;

  constructor(names: ModelNames) {
    this.#names = names;
  }

  /** The value of a variable, or of its part at a path such as `att/c1/r1`. */
  async look(path: string): Promise<unknown> {
    const [variable = "", first = "", second = ""] = path.split("/");
    switch (variable) {
      case "status":
        return (await this.#names.checkout(first)).status;
      case "att":
        return this.#attemptState(first, second);
      case "pays":
        return this.#paymentState(first, second);
      case "claims":
        return this.#claimOwner(first, second as Ref);
      case "balance":
        return (await getBalance(this.#names.table, this.#names.merchant(first).accountId))
          .available;
      case "captures":
        return this.#captures();
      case "events":
        return this.#events(() => Promise.resolve(true));
      case "outbox":
        return this.#events((event) => this.#isInOutbox(event));
      case "dlv": {
        const delivery = await this.#names.delivery([first, second]);
        const st = deliveryState(delivery);
        const due = st === "pending" && (await this.#isSwept(delivery));
        return { st, failures: delivery?.failures ?? 0, due };
      }
      default:
        throw new Error(`the replay does not know the variable ${variable}`);
    }
  }

  async #attemptState(c: string, r: string) {
    const id = this.#names.attempts.get(`${c}/${r}`);
    const checkout = await this.#names.checkout(c);
    const attempt = id === undefined ? null : await getAttempt(this.#names.table, checkout.id, id);
    if (attempt === null) return { ended: false, tries: 0 };
    return { ended: attempt.settledAt !== null, tries: attempt.tries };
  }

  async #paymentState(c: string, r: string): Promise<string> {
    const id = this.#names.attempts.get(`${c}/${r}`);
    const { payments } = await this.#names.checkout(c);
    return payments.find(({ attemptId }) => attemptId === id)?.state ?? "none";
  }

  async #claimOwner(a: string, r: Ref): Promise<string> {
    const scope = { accountId: this.#names.merchant(a).accountId, mode: "live" } as const;
    const id = await getClaim(this.#names.table, scope, `telebirr:${REFERENCES[r]}`);
    return this.#nameOf(id) ?? "none";
  }

  #nameOf(id: string | null): string | undefined {
    return [...this.#names.checkouts].find(([, known]) => known === id)?.[0];
  }

  async #captures(): Promise<unknown> {
    const names: unknown[] = [];
    for (const { accountId } of this.#names.merchants.values()) {
      const { entries } = await accounts(accountId);
      const captured = entries.filter(({ kind }) => kind === "capture");
      names.push(...captured.map(({ source }) => this.#nameOf(source)));
    }
    return names.sort();
  }

  async #events(keeps: (event: EventRecord) => Promise<boolean>): Promise<unknown> {
    const found: string[][] = [];
    for (const [name, id] of this.#names.checkouts) {
      for (const event of await eventsAbout(this.#names.table, id)) {
        const type = event.type.replace("checkout.", "");
        const isModeled = MODELED_EVENTS.includes(event.type);
        if (isModeled && (await keeps(event))) found.push([name, type]);
      }
    }
    return found.sort();
  }

  async #isInOutbox({ id }: EventRecord): Promise<boolean> {
    return (await this.#item({ pk: outboxPartition(id), sk: id })) !== undefined;
  }

  async #isSwept(delivery: Delivery | null): Promise<boolean> {
    return delivery !== null && (await this.#item(deliveryKey(delivery)))?.due_pk !== undefined;
  }

  async #item(Key: ItemKey): Promise<Item | undefined> {
    const { client, name: TableName } = this.#names.table;
    return (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
  }
}

function deliveryState(delivery: Delivery | null): string {
  if (delivery === null) return "none";
  return delivery.plan === "succeeded" || delivery.plan === "failed" ? delivery.plan : "pending";
}
