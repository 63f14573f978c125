import { QUEUES } from "../../lib/contract/functions.ts";
import type { Prng } from "./prng.ts";
import { time } from "./virtual-time.ts";

export interface Message {
  readonly id: string;
  readonly body: string;
  visibleAt: number;
  receives: number;
}

/** The queues as SQS promises them: at least once, in any order, seen again after the visibility time. */
export class Queues {
  readonly #messages = new Map<string, Message[]>(QUEUES.map(({ name }) => [name, []]));
  readonly dead: { readonly queue: string; readonly message: Message }[] = [];
  #number = 0;

  /** @param delaySeconds 0..900 */
  send(queue: string, body: string, delaySeconds = 0): string {
    this.#number += 1;
    const id = `message-${this.#number}`;
    const visibleAt = time.now + delaySeconds * 1000;
    this.#of(queue).push({ id, body, visibleAt, receives: 0 });
    return id;
  }

  /** Takes up to `count` visible messages in a random order and hides them. */
  receive(queue: string, count: number, random: Prng): readonly Message[] {
    const { visibilitySeconds, maxReceives } = settingsOf(queue);
    const messages = this.#of(queue);
    const visible = messages.filter(({ visibleAt }) => visibleAt <= time.now);
    const received: Message[] = [];
    while (received.length < count && visible.length > 0) {
      const [message] = visible.splice(random.below(visible.length), 1) as [Message];
      message.receives += 1;
      if (message.receives > maxReceives) {
        this.remove(queue, message.id);
        this.dead.push({ queue, message });
        continue;
      }
      message.visibleAt = time.now + visibilitySeconds * 1000;
      received.push(message);
    }
    return received;
  }

  remove(queue: string, id: string): void {
    const messages = this.#of(queue);
    const index = messages.findIndex((message) => message.id === id);
    if (index >= 0) messages.splice(index, 1);
  }

  /** The message is visible again at once. */
  giveBack(message: Message): void {
    message.visibleAt = time.now;
  }

  /** What an operator does with dead letters once the fault is gone. */
  redrive(): void {
    for (const { queue, message } of this.dead.splice(0)) this.send(queue, message.body);
  }

  /** Deletes everything in a queue. */
  purge(queue: string): void {
    this.#of(queue).length = 0;
  }

  /** Queues with a visible message. */
  get ready(): readonly string[] {
    return [...this.#messages]
      .filter(([, messages]) => messages.some(({ visibleAt }) => visibleAt <= time.now))
      .map(([queue]) => queue);
  }

  /** When the next message becomes visible; null without messages. */
  get nextAt(): number | null {
    const times = [...this.#messages.values()].flat().map(({ visibleAt }) => visibleAt);
    return times.length === 0 ? null : Math.min(...times);
  }

  #of(queue: string): Message[] {
    const messages = this.#messages.get(queue);
    if (messages === undefined) throw new Error(`There is no queue ${queue}.`);
    return messages;
  }
}

function settingsOf(queue: string) {
  const settings = QUEUES.find(({ name }) => name === queue);
  if (settings === undefined) throw new Error(`There is no queue ${queue}.`);
  return settings;
}
