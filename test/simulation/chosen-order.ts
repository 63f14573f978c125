import { AsyncLocalStorage } from "node:async_hooks";
import { type MockInstance, vi } from "vitest";
import { DocumentClient, TransactWriteCommand } from "../../lib/cloud/dynamodb.ts";
import { meanwhile } from "../support/function-calls.ts";
import type { Prng } from "./prng.ts";

type Send = (command: unknown) => Promise<unknown>;

const READS = new Set(["GetCommand", "QueryCommand", "BatchGetCommand"]);

/** A process died between two of its calls. */
export class Died extends Error {}

/**
 * Interleaves processes at their calls to the table: one call at a time, of a process that the seeded generator picks.
 * Before or after any call the process may die instead.
 */
export class Turns {
  readonly #random: Prng;
  readonly #processes = new AsyncLocalStorage<{ mayDie: boolean }>();
  readonly #waiting: (() => void)[] = [];
  readonly #send: Send;
  readonly spy: MockInstance;
  /** Processes that are neither waiting nor over. */
  #running = 0;
  #settled: () => void = () => {};
  #hasWritten = true;
  deathRate = 0;

  /** @param replace makes several calls of one, each with its own turn; undefined for any other call */
  constructor(
    client: DocumentClient,
    random: Prng,
    replace: (command: unknown, send: Send) => Promise<unknown> | undefined,
  ) {
    this.#random = random;
    this.#send = client.send.bind(client) as Send;
    const inTurn: Send = (command) => this.#call(command);
    this.spy = vi.spyOn(client, "send").mockImplementation(((command: unknown) => {
      if (this.#processes.getStore() === undefined) return this.#send(command);
      return replace(command, inTurn) ?? inTurn(command);
    }) as never);
  }

  /** Starts a process, after a random number of turns of the others up to `latest`. */
  async process<T>(mayDie: boolean, latest: number, work: () => Promise<T>): Promise<T | Died> {
    this.#running += 1;
    try {
      for (let left = this.#random.below(latest); left > 0; left--) await this.#turn();
      return await this.#processes.run({ mayDie }, work);
    } catch (error) {
      if (error instanceof Died) return error;
      throw error;
    } finally {
      this.#stop();
    }
  }

  /** Gives turns until every process is over. `after` runs at first and after each write, while all processes wait. */
  async run(after: () => Promise<void>): Promise<void> {
    for (;;) {
      await this.#untilAllWait();
      if (this.#hasWritten) await after();
      this.#hasWritten = false;
      if (this.#waiting.length === 0) return;
      const [next] = this.#waiting.splice(this.#random.below(this.#waiting.length), 1);
      this.#running += 1;
      next?.();
    }
  }

  async #call(command: unknown): Promise<unknown> {
    await this.#turn();
    this.#maybeDie();
    this.#hasWritten ||= !READS.has((command as object).constructor.name);
    const answer = await this.#send(command);
    this.#maybeDie();
    return answer;
  }

  #turn(): Promise<void> {
    return new Promise<void>((go) => {
      this.#waiting.push(go);
      this.#stop();
    });
  }

  #maybeDie(): void {
    if (this.#processes.getStore()?.mayDie && this.#random.chance(this.deathRate)) throw new Died();
  }

  #stop(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#settled();
  }

  async #untilAllWait(): Promise<void> {
    while (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#settled = resolve;
      });
    }
  }
}

/** Lets something happen after everything was read and before the next transaction is sent. */
export function beforeTheCommit(happens: () => Promise<unknown>): void {
  const { send } = DocumentClient.prototype;
  let armed = true;
  vi.spyOn(DocumentClient.prototype, "send").mockImplementation(async function (
    this: DocumentClient,
    ...call: unknown[]
  ) {
    if (armed && call[0] instanceof TransactWriteCommand) {
      armed = false;
      await meanwhile(happens);
    }
    return Reflect.apply(send, this, call);
  });
}
