import type { Access, QueueName } from "./access.ts";

/** What starts a worker. */
export type WorkerSource =
  | {
      readonly kind: "queue";
      readonly queue: QueueName;
      readonly batchSize: number;
      /** Lambda `ScalingConfig.MaximumConcurrency`, 2..1000. */
      readonly maxConcurrency: number;
    }
  | {
      readonly kind: "stream";
      readonly batchSize: number;
      /** Event filter patterns (any may match), in the form that Lambda event filtering takes. */
      readonly filters: readonly object[];
    }
  | { readonly kind: "schedule"; readonly rate: `rate(${number} ${string})` }
  /** CodeDeploy tells that a release of this stage began, ended or stopped (best effort, now and then twice). */
  | { readonly kind: "releases" };

/** One background function. Infra and the local stack build it from this entry alone. */
export interface Worker {
  /** kebab-case. Its function is this name in camelCase, in `functions/workers/`. */
  readonly name: string;
  readonly source: WorkerSource;
  readonly access: Access;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly summary: string;
}

/** A queue with its dead-letter queue (`{name}-dead`). */
export interface Queue {
  readonly name: QueueName;
  /** At least six times the time-out of the function that reads it. */
  readonly visibilitySeconds: number;
  /** Receives before a message is put aside. */
  readonly maxReceives: number;
}

/** Bus → queue: which event kinds go to the queue. */
export interface BusRule {
  readonly name: string;
  readonly queue: QueueName;
  /** More of the EventBridge pattern than the source, which is always ours. */
  readonly pattern?: Readonly<Record<string, unknown>>;
}

/**
 * The memory of a Lambda function also sets its share of a processor: a whole one at 1769 MB. P12 of the
 * bench measured it: no function uses more than 170 MB; a request's own work costs the same at 256, 512 and
 * 1024 MB and takes half the time at each doubling; above 1024 MB it costs more and is hardly faster.
 */

/** Requests and the authorizer: a payer or a merchant's server waits for the answer. */
export const REQUEST_MEGABYTES = 1024;

/** Requests that mostly wait for a bank themselves, which costs as much as the memory held meanwhile. */
export const BANK_REQUEST_MEGABYTES = 512;

/** Workers run in the background and wait for banks and merchants' servers. */
export const WORKER_MEGABYTES = 512;

/** A worker that almost always just checks a stream record and ends: it uses 100 MB and almost no time. */
export const WATCHER_MEGABYTES = 256;

/** `source` of everything that we put on the bus, and the one that its rules listen to. */
export const EVENT_SOURCE = "checkout-verification";
