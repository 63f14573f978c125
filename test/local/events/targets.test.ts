import { expect, test } from "vitest";
import { createDeliver } from "../../../lib/local/events/bus.ts";

test("a function gets each event of a batch, also after one that it fails on", async () => {
  const invoked: string[] = [];
  const deliver = createDeliver(
    { queues: [], functions: [{ id: "Tally", name: "tally" }] } as never,
    {} as never,
    {
      invoke: async (_deployed: unknown, event: string) => {
        invoked.push(event);
        if (event !== "first") return { ok: true };
        return { ok: false, error: { errorType: "Error", errorMessage: "poison" } };
      },
    } as never,
    () => undefined,
  );
  const target = { arn: "arn:aws:lambda:eu-central-1:000000000000:function:tally" } as never;
  await expect(deliver(target, ["first", "second"])).rejects.toThrow("Tally: Error: poison");
  expect(invoked).toEqual(["first", "second"]);
});
