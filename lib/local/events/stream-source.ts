// Table stream → function, as Lambda's poller does it: in order and filtered. A failed batch is retried (in
// halves if the mapping says so); after the last retry it is reported to the failure queue.
import type { Activity } from "../activity.ts";
import type { DeployedSource } from "../assembly/sources.ts";
import type { LambdaRuntime } from "../lambda/runtime.ts";
import type { Checkpoints } from "./checkpoints.ts";
import { matchesPattern } from "./pattern.ts";
import type { Source } from "./queue-source.ts";
import type { StreamReader, StreamRecord } from "./stream-reader.ts";

/** Real milliseconds before a failed batch is retried: doubled each time up to the longest. */
const FIRST_PAUSE_MILLISECONDS = 50;
const LONGEST_PAUSE_MILLISECONDS = 2_000;
/** The stream is also read this often, in case a write was not announced. */
const IDLE_POLL_MILLISECONDS = 1_000;

export function createStreamSource(options: {
  readonly source: DeployedSource;
  readonly reader: StreamReader;
  readonly runtime: LambdaRuntime;
  readonly activity: Activity;
  readonly checkpoints: Checkpoints;
  readonly region: string;
  readonly now: () => number;
  /** Takes the report of a batch after its last retry, as JSON text. */
  readonly giveUp: (queueArn: string, message: string) => Promise<void>;
}): Source {
  const { source, reader, runtime, activity, checkpoints, now } = options;
  let closed = false;
  let running = false;
  let again = false;
  let wakePause: () => void = () => {};

  const poke = () => {
    again = true;
    if (running || closed) return;
    running = true;
    const end = activity.begin();
    void drain()
      .catch((error: unknown) => {
        if (!closed) console.error(`${source.id} cannot read its stream:`, error);
      })
      .finally(() => {
        running = false;
        if (again) poke();
        end();
      });
  };
  const timer = setInterval(poke, IDLE_POLL_MILLISECONDS);
  timer.unref();

  const drain = async () => {
    while (again && !closed) {
      again = false;
      for (const shard of await reader.shards()) {
        while (!closed && (await advance(shard)));
      }
    }
  };

  /** False when the shard has no more records: a later write pokes again. */
  const advance = async (shard: string): Promise<boolean> => {
    const key = `${source.id} ${shard}`;
    const { records, hasMore } = await reader.read(shard, checkpoints.get(key), source.batchSize);
    const last = records.at(-1);
    if (last === undefined) return hasMore;
    const wanted = records.filter((record) => isWanted(source.filters, record));
    if (wanted.length > 0) await work(wanted, shard);
    if (!closed) checkpoints.set(key, last.dynamodb.SequenceNumber);
    return hasMore;
  };

  const work = async (records: readonly StreamRecord[], shard: string): Promise<void> => {
    let rest = records;
    for (let retry = 0; !closed; retry += 1) {
      const event = JSON.stringify({ Records: rest.map(toEventRecord) });
      if ((await runtime.invoke(source.function, event)).ok) return;
      if (isGivenUp(retry)) {
        await report(rest, shard, retry + 1);
        return;
      }
      if (source.bisectOnError && rest.length > 1) {
        const middle = Math.ceil(rest.length / 2);
        await work(rest.slice(0, middle), shard);
        rest = rest.slice(middle);
        retry = -1;
        continue;
      }
      await pause(Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** retry, LONGEST_PAUSE_MILLISECONDS));
    }
  };

  const isGivenUp = (retry: number) => source.maxRetries >= 0 && retry >= source.maxRetries;

  const report = async (records: readonly StreamRecord[], shard: string, tries: number) => {
    const numbers = records.map((record) => record.dynamodb.SequenceNumber);
    console.error(`${source.id} gave up ${records.length} records after ${tries} tries`);
    if (source.onFailureArn === null) return;
    const message = {
      requestContext: {
        functionArn: source.function.arn,
        condition: "RetryAttemptsExhausted",
        approximateInvokeCount: tries,
      },
      version: "1.0",
      timestamp: new Date(now()).toISOString(),
      DDBStreamBatchInfo: {
        shardId: shard,
        startSequenceNumber: numbers[0],
        endSequenceNumber: numbers.at(-1),
        batchSize: records.length,
        streamArn: source.sourceArn,
      },
    };
    await options.giveUp(source.onFailureArn, JSON.stringify(message));
  };

  const toEventRecord = (record: StreamRecord) => ({
    ...record,
    eventVersion: "1.1",
    eventSource: "aws:dynamodb",
    awsRegion: options.region,
    eventSourceARN: source.sourceArn,
    dynamodb: { ...record.dynamodb, ApproximateCreationDateTime: Math.floor(now() / 1000) },
  });

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      wakePause = resolve;
      setTimeout(resolve, milliseconds).unref();
    });

  return {
    poke,
    close() {
      closed = true;
      clearInterval(timer);
      wakePause();
    },
  };
}

function isWanted(filters: readonly unknown[], record: StreamRecord): boolean {
  return filters.length === 0 || filters.some((filter) => matchesPattern(filter, record));
}
