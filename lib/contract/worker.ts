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
  | { readonly kind: "schedule"; readonly rate: `rate(${number} ${string})` };

/** One background function. Infra and the local stack build it from this entry alone. */
export interface Worker {
  /** kebab-case and the name of its file: `functions/workers/{name}.ts`. */
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
