import type { Context, SQSEvent } from "aws-lambda";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { deliverWebhook, relayEvents } from "../../lib/contract/workers/webhooks.ts";
import { queueWorker, streamWorker } from "../../lib/pipeline/worker.ts";
import { setFunctionEnvironment } from "../support/function-calls.ts";

setFunctionEnvironment({ tableName: "unused", dynamoDbEndpoint: "http://127.0.0.1:1" });

/** A worker that records the messages it handled and throws on the one named `bad`. */
function worker() {
  const done: string[] = [];
  const handler = queueWorker(
    deliverWebhook,
    z.strictObject({ name: z.string() }),
    async ({ name }) => {
      await new Promise(setImmediate);
      if (name === "bad") throw new Error("poison");
      done.push(name);
    },
  );
  const take = (...bodies: readonly string[]) => {
    const Records = bodies.map((body, index) => ({ messageId: `m${index}`, body }));
    return handler({ Records } as unknown as SQSEvent, {} as Context);
  };
  return { done, take };
}

const message = (name: string) => JSON.stringify({ name });

describe("a batch of messages", () => {
  test.each([
    ["that makes its worker throw", message("bad")],
    ["that is not JSON", "{"],
    ["that does not match its schema", '{"nome":"x"}'],
  ])("returns only the message %s and handles the others", async (_, poison) => {
    const { done, take } = worker();
    const answer = await take(message("first"), poison, message("last"));
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: "m1" }] });
    expect(done).toEqual(["first", "last"]);
  });

  test("returns every failed message, and none when all succeed", async () => {
    const { done, take } = worker();
    expect(await take(message("bad"), message("good"), message("bad"))).toEqual({
      batchItemFailures: [{ itemIdentifier: "m0" }, { itemIdentifier: "m2" }],
    });
    expect(await take(message("better"))).toEqual({ batchItemFailures: [] });
    expect(done).toEqual(["good", "better"]);
  });
});

describe("a batch of stream records", () => {
  const take = (handle: () => Promise<void>) =>
    streamWorker(relayEvents, handle)({ Records: [] } as never, {} as Context);

  test("fails as a whole, so that Lambda cuts it until the bad record is alone", async () => {
    const failing = take(() => Promise.reject(new Error("key pk_live_secret")));
    // Lambda logs what is thrown.
    await expect(failing).rejects.toThrow(/^work failed$/);
  });

  test("is done when its handler is", async () => {
    await expect(take(() => Promise.resolve())).resolves.toBeUndefined();
  });
});
