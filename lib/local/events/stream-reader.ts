// Reads a DynamoDB stream through the Streams API, in the raw form that Lambda passes on.
import * as z from "zod";
import { type AwsJsonClient, AwsJsonError } from "../engines/aws-json.ts";

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
