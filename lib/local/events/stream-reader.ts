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

export type StreamReader = {
  shards(): Promise<readonly string[]>;
  /** Records after a sequence number (null: from the oldest that is kept), at most `limit`. */
  read(shard: string, after: string | null, limit: number): Promise<readonly StreamRecord[]>;
};

export function createStreamReader(client: AwsJsonClient, streamArn: string): StreamReader {
  let known: { readonly shards: readonly string[]; readonly until: number } = {
    shards: [],
    until: 0,
  };
  const iterators = new Map<string, string>();
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
  const records = async (shard: string, after: string | null, limit: number) => {
    const key = `${shard} ${after ?? ""}`;
    const from = iterators.get(key) ?? (await iterator(shard, after));
    iterators.delete(key);
    const answer = page.parse(await call("GetRecords", { ShardIterator: from, Limit: limit }));
    // Saves asking for an iterator at the same place.
    const last = answer.Records.at(-1)?.dynamodb.SequenceNumber ?? after;
    if (answer.NextShardIterator) iterators.set(`${shard} ${last ?? ""}`, answer.NextShardIterator);
    return answer.Records;
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
      try {
        return await records(shard, after, limit);
      } catch (error) {
        if (!(error instanceof AwsJsonError)) throw error;
        if (error.code === "ExpiredIteratorException") return this.read(shard, after, limit);
        // The record is gone after 24 hours: continue with the oldest that is left.
        if (error.code === "TrimmedDataAccessException" && after !== null)
          return this.read(shard, null, limit);
        throw error;
      }
    },
  };
}
