import { readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";
import type { DeployedSource } from "../assembly/rules.ts";
import { optionalWrites } from "../data-folder.ts";
import { type AwsJsonClient, AwsJsonError } from "../engines/aws-json.ts";
import type { LambdaRuntime } from "../lambda/runtime.ts";
import type { Activity } from "../log-sink.ts";
import { matchesPattern } from "./bus.ts";
import type { Source } from "./queue-source.ts";

// Table stream → function, as Lambda's poller does it: in order and filtered. A failed batch is retried (in
// halves if the mapping says so); after the last retry it is reported to the failure queue.

/** Real milliseconds before a failed batch is retried: doubled each time up to the longest. */
const FIRST_PAUSE_MILLISECONDS = 50;
const LONGEST_PAUSE_MILLISECONDS = 2_000;
/** The stream is also read this often, in case a write was not announced. */
const IDLE_POLL_MILLISECONDS = 1_000;
/**
 * While other work runs, a function gets what was written in so many real milliseconds as one batch. Lambda asks a
 * shard four times a second.
 */
const PACE_MILLISECONDS = 100;

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
  let startedAt = Number.NEGATIVE_INFINITY;
  let wakePause: () => void = () => {};

  const poke = () => {
    again = true;
    if (running || closed) return;
    running = true;
    const early = startedAt + PACE_MILLISECONDS - performance.now();
    if (early > 0) activity.defer(start, early);
    else start();
  };
  const start = () => {
    if (closed) return;
    const end = activity.begin();
    startedAt = performance.now();
    again = false;
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
    for (const shard of await reader.shards()) {
      while (!closed && (await advance(shard)));
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

// Reads a DynamoDB stream through the Streams API, in the raw form that Lambda passes on.

const record = z.looseObject({
  eventID: z.string(),
  eventName: z.string(),
  dynamodb: z.looseObject({
    SequenceNumber: z.string(),
    ApproximateCreationDateTime: z.union([z.string(), z.number()]).optional(),
  }),
});
export type StreamRecord = z.infer<typeof record>;

const shards = z.looseObject({
  StreamDescription: z.looseObject({
    Shards: z.array(z.looseObject({ ShardId: z.string() })).default([]),
  }),
});
const page = z.looseObject({
  Records: z.array(record).default([]),
  NextShardIterator: z.string().nullish(),
});

/** The embedded engine always has one shard; Amazon's starts a new one every four hours. */
const SHARDS_KEPT_MILLISECONDS = 5_000;

/** So many of the latest records are kept: the functions that read a stream are rarely further apart. */
const TAIL_RECORDS = 200;

export type StreamPage = {
  readonly records: readonly StreamRecord[];
  /** False when these were the last records at the time of the call. */
  readonly hasMore: boolean;
};
/** Several functions may use one reader, each at its own position: a record is usually fetched once for all. */
export type StreamReader = {
  shards(): Promise<readonly string[]>;
  /** Records after a sequence number (null: from the oldest that is kept), at most `limit`. */
  read(shard: string, after: string | null, limit: number): Promise<StreamPage>;
};
type Fetch = {
  readonly after: string | null;
  readonly limit: number;
  readonly records: Promise<readonly StreamRecord[]>;
};
/** The latest records of a shard that were fetched. */
type Tail = { start: string | null; records: readonly StreamRecord[]; fetching: Fetch | null };

export function createStreamReader(client: AwsJsonClient, streamArn: string): StreamReader {
  let known: { readonly shards: readonly string[]; readonly until: number } = {
    shards: [],
    until: 0,
  };
  const iterators = new Map<string, string>();
  const tails = new Map<string, Tail>();
  const call = (operation: string, input: object) =>
    client.call(`DynamoDBStreams_20120810.${operation}`, input);
  const iterator = async (shard: string, after: string | null): Promise<string> => {
    const position =
      after === null
        ? { ShardIteratorType: "TRIM_HORIZON" }
        : { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: after };
    const answer = await call("GetShardIterator", {
      StreamArn: streamArn,
      ShardId: shard,
      ...position,
    });
    return z.string().parse(answer.ShardIterator);
  };
  const fetchRecords = async (shard: string, after: string | null, limit: number) => {
    const key = `${shard} ${after ?? ""}`;
    const from = iterators.get(key) ?? (await iterator(shard, after));
    iterators.delete(key);
    const answer = page.parse(await call("GetRecords", { ShardIterator: from, Limit: limit }));
    // Saves asking for an iterator at the same place.
    const last = answer.Records.at(-1)?.dynamodb.SequenceNumber ?? after;
    if (answer.NextShardIterator) iterators.set(`${shard} ${last ?? ""}`, answer.NextShardIterator);
    return answer.Records;
  };
  const fetchOrStartAnew = async (
    shard: string,
    after: string | null,
    limit: number,
  ): Promise<readonly StreamRecord[]> => {
    try {
      return await fetchRecords(shard, after, limit);
    } catch (error) {
      if (!(error instanceof AwsJsonError)) throw error;
      if (error.code === "ExpiredIteratorException") return fetchOrStartAnew(shard, after, limit);
      // The record is gone after 24 hours: continue with the oldest that is left.
      if (error.code === "TrimmedDataAccessException" && after !== null)
        return fetchOrStartAnew(shard, null, limit);
      throw error;
    }
  };
  return {
    async shards() {
      if (performance.now() < known.until) return known.shards;
      const answer = await call("DescribeStream", { StreamArn: streamArn });
      const found = shards.parse(answer).StreamDescription.Shards.map((shard) => shard.ShardId);
      known = { shards: found, until: performance.now() + SHARDS_KEPT_MILLISECONDS };
      return found;
    },
    async read(shard, after, limit) {
      const tail = tails.get(shard) ?? { start: after, records: [], fetching: null };
      tails.set(shard, tail);
      const kept = recordsAfter(tail, after).slice(0, limit);
      if (kept.length > 0) return { records: kept, hasMore: true };
      const { fetching } = tail;
      if (fetching !== null && fetching.after === after && fetching.limit === limit) {
        // A record may have been written after it began.
        return { records: await fetching.records, hasMore: true };
      }
      const began: Fetch = { after, limit, records: fetchOrStartAnew(shard, after, limit) };
      tail.fetching = began;
      try {
        const records = await began.records;
        if (after === endOf(tail)) extend(tail, records);
        return { records, hasMore: records.length === limit };
      } finally {
        if (tail.fetching === began) tail.fetching = null;
      }
    },
  };
}

function endOf({ start, records }: Tail): string | null {
  return records.at(-1)?.dynamodb.SequenceNumber ?? start;
}

function recordsAfter({ start, records }: Tail, after: string | null): readonly StreamRecord[] {
  if (after === start) return records;
  const index = records.findLastIndex(({ dynamodb }) => dynamodb.SequenceNumber === after);
  return index < 0 ? [] : records.slice(index + 1);
}

function extend(tail: Tail, fetched: readonly StreamRecord[]): void {
  const all = [...tail.records, ...fetched];
  const dropped = all.at(-TAIL_RECORDS - 1);
  if (dropped !== undefined) tail.start = dropped.dynamodb.SequenceNumber;
  tail.records = all.slice(-TAIL_RECORDS);
}

// Keeps how far each stream has been read, across restarts. Written after a batch is done: a kill before that, or a
// write that fails, repeats the batch, as Lambda may.

export type Checkpoints = {
  get(id: string): string | null;
  set(id: string, value: string | null): void;
};

const schema = z.record(z.string(), z.string());

export function createCheckpoints(file: string | null): Checkpoints {
  const values = new Map(Object.entries(file === null ? {} : load(file)));
  const keep = optionalWrites("How far streams and schedules are");
  return {
    get: (id) => values.get(id) ?? null,
    set(id, value) {
      if (value === null) values.delete(id);
      else values.set(id, value);
      if (file === null) return;
      keep(() => {
        writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(values)));
        renameSync(`${file}.new`, file);
      });
    },
  };
}

function load(file: string): Record<string, string> {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return {};
  }
}
