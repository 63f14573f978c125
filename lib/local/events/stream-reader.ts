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

export type StreamReader = {
  shards(): Promise<readonly string[]>;
  /** Records after a sequence number (null: from the oldest that is kept), at most `limit`. */
  read(shard: string, after: string | null, limit: number): Promise<readonly StreamRecord[]>;
};

export function createStreamReader(client: AwsJsonClient, streamArn: string): StreamReader {
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
  return {
    async shards() {
      const answer = await call("DescribeStream", { StreamArn: streamArn });
      return shards.parse(answer).StreamDescription.Shards.map((shard) => shard.ShardId);
    },
    async read(shard, after, limit) {
      const key = `${shard} ${after ?? ""}`;
      try {
        const from = iterators.get(key) ?? (await iterator(shard, after));
        iterators.clear();
        const answer = page.parse(await call("GetRecords", { ShardIterator: from, Limit: limit }));
        // Nothing new: the next iterator stands at the same place, and is cheaper than a new one.
        if (answer.Records.length === 0 && answer.NextShardIterator)
          iterators.set(key, answer.NextShardIterator);
        return answer.Records;
      } catch (error) {
        if (!(error instanceof AwsJsonError)) throw error;
        if (error.code === "ExpiredIteratorException") return this.read(shard, after, limit);
        // What was kept is gone (24 hours): go on with the oldest that is there.
        if (error.code === "TrimmedDataAccessException" && after !== null)
          return this.read(shard, null, limit);
        throw error;
      }
    },
  };
}
