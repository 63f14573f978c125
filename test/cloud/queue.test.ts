import type { SendMessageBatchRequestEntry } from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, test } from "vitest";
import {
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from "../../lib/cloud/aws-services.ts";
import { sendMessage, sendMessages } from "../../lib/cloud/messaging.ts";
import { mockClient } from "../support/aws-mock.ts";

const URL = "https://sqs.example/1/delivery";
const sqs = mockClient(SQSClient);
const client = new SQSClient({ region: "eu-west-1" });

beforeEach(() => {
  sqs.reset();
});

const batches = () =>
  sqs
    .commandCalls(SendMessageBatchCommand)
    .map((call) => (call.args[0].input.Entries ?? []).map((entry) => entry.MessageBody));

/** SQS that takes every entry but those `refused` names, each as often as it says. */
function refusing(refused: Map<string, number>) {
  sqs.on(SendMessageBatchCommand).callsFake(({ Entries = [] }) => {
    const isRefused = ({ MessageBody = "" }: SendMessageBatchRequestEntry) => {
      const left = refused.get(MessageBody) ?? 0;
      refused.set(MessageBody, left - 1);
      return left > 0;
    };
    const [Successful, Failed]: Pick<SendMessageBatchRequestEntry, "Id">[][] = [[], []];
    for (const entry of Entries) (isRefused(entry) ? Failed : Successful)?.push({ Id: entry.Id });
    return { Successful, Failed };
  });
}

describe("sendMessage", () => {
  test("carries body, delay and the account's group", async () => {
    await sendMessage(client, URL, "{}", { delaySeconds: 900, groupId: "acc_1" });
    expect(sqs.commandCalls(SendMessageCommand)[0]?.args[0].input).toEqual({
      QueueUrl: URL,
      MessageBody: "{}",
      DelaySeconds: 900,
      MessageGroupId: "acc_1",
    });
  });

  test.each([901, 14_400, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "refuses a delay of %d s, although a stand-in for SQS might take it",
    async (delaySeconds) => {
      await expect(sendMessage(client, URL, "{}", { delaySeconds })).rejects.toThrow(/0 to 900/);
      const batch = [{ body: "a" }, { body: "b", delaySeconds }];
      await expect(sendMessages(client, URL, batch)).rejects.toThrow(/0 to 900/);
      expect(sqs.calls()).toHaveLength(0);
    },
  );

  test("an error of SQS reaches the caller", async () => {
    sqs.on(SendMessageCommand).rejects(new Error("down"));
    await expect(sendMessage(client, URL, "{}")).rejects.toThrow("down");
  });
});

describe("sendMessages", () => {
  test("sends batches of ten", async () => {
    refusing(new Map());
    const bodies = Array.from({ length: 23 }, (_, index) => `m${index}`);
    expect(
      await sendMessages(
        client,
        URL,
        bodies.map((body) => ({ body })),
      ),
    ).toEqual([]);
    expect(batches().map((batch) => batch.length)).toEqual([10, 10, 3]);
    expect(batches().flat()).toEqual(bodies);
  });

  test("keeps a batch under 1 MB", async () => {
    refusing(new Map());
    const body = "x".repeat(400_000);
    await sendMessages(client, URL, [{ body }, { body }, { body }]);
    expect(batches().map((batch) => batch.length)).toEqual([2, 1]);
  });

  test("sends again only what was refused", async () => {
    refusing(new Map([["b", 1]]));
    const failed = await sendMessages(client, URL, [{ body: "a" }, { body: "b" }, { body: "c" }]);
    expect(failed).toEqual([]);
    expect(batches()).toEqual([["a", "b", "c"], ["b"]]);
  });

  test("tells which could not be sent after three tries", async () => {
    refusing(new Map([["b", 99]]));
    const failed = await sendMessages(client, URL, [{ body: "a" }, { body: "b" }]);
    expect(failed).toEqual([1]);
    expect(batches()).toEqual([["a", "b"], ["b"], ["b"]]);
  });

  test("nothing to send is no call", async () => {
    expect(await sendMessages(client, URL, [])).toEqual([]);
    expect(sqs.calls()).toHaveLength(0);
  });
});
