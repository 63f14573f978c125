import type { PutEventsRequestEntry } from "@aws-sdk/client-eventbridge";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { EventBridgeClient, PutEventsCommand } from "../../lib/cloud/aws-services.ts";
import { publishEvents } from "../../lib/cloud/messaging.ts";
import { mockClient } from "../support/aws-mock.ts";

const bridge = mockClient(EventBridgeClient);
const client = new EventBridgeClient({ region: "eu-west-1" });

beforeEach(() => {
  bridge.reset();
});

const events = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `evt_${index}`,
    source: "checkout-verification",
    detailType: "checkout.verified",
    detail: JSON.stringify({ id: `evt_${index}` }),
  }));

const idOf = (entry: PutEventsRequestEntry): string => JSON.parse(entry.Detail ?? "{}").id;

const calls = () =>
  bridge
    .commandCalls(PutEventsCommand)
    .map((call) => (call.args[0].input.Entries ?? []).map((entry) => idOf(entry)));

/** A bus that accepts each entry unless `isRefused` says no; counts what it accepted. */
function busThat(isRefused: (id: string, call: number) => boolean): Map<string, number> {
  const accepted = new Map<string, number>();
  let call = 0;
  bridge.on(PutEventsCommand).callsFake(({ Entries = [] }) => {
    call += 1;
    return {
      Entries: Entries.map((entry: PutEventsRequestEntry) => {
        const id = idOf(entry);
        if (isRefused(id, call)) return { ErrorCode: "InternalFailure" };
        accepted.set(id, (accepted.get(id) ?? 0) + 1);
        return { EventId: `bus-${id}` };
      }),
    };
  });
  return accepted;
}

describe("publishEvents", () => {
  test("names the bus, the source and the kind", async () => {
    busThat(() => false);
    await publishEvents(client, "events", events(1));
    expect(bridge.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries).toEqual([
      {
        EventBusName: "events",
        Source: "checkout-verification",
        DetailType: "checkout.verified",
        Detail: '{"id":"evt_0"}',
      },
    ]);
  });

  test("when 1 of 10 fails, only that one is sent again", async () => {
    const accepted = busThat((id, call) => id === "evt_3" && call === 1);
    const result = await publishEvents(client, "events", events(10));
    expect(result).toEqual({ sentIds: events(10).map((event) => event.id), error: null });
    expect(calls().slice(1)).toEqual([["evt_3"]]);
    expect([...accepted.values()]).toEqual(Array(10).fill(1));
  });

  test("one that fails for ever is given up after three tries, and named by its absence", async () => {
    busThat((id) => id === "evt_3");
    const result = await publishEvents(client, "events", events(10));
    expect(result.sentIds).toHaveLength(9);
    expect(result.sentIds).not.toContain("evt_3");
    expect(result.error).toBe("InternalFailure");
    expect(calls()).toHaveLength(3);
  });

  test("a call that fails whole is tried again, and does not stop the other chunks", async () => {
    let call = 0;
    bridge.on(PutEventsCommand).callsFake(({ Entries = [] }) => {
      call += 1;
      if (call <= 3) throw Object.assign(new Error("no"), { name: "ThrottlingException" });
      return { Entries: Entries.map(() => ({ EventId: "x" })) };
    });
    const result = await publishEvents(client, "events", events(15));
    expect(result.sentIds).toEqual(
      events(15)
        .slice(10)
        .map((event) => event.id),
    );
    expect(result.error).toBe("ThrottlingException");
  });

  test("an entry about which the bus says nothing was not accepted", async () => {
    bridge.on(PutEventsCommand).resolves({});
    expect(await publishEvents(client, "events", events(2))).toEqual({
      sentIds: [],
      error: "NoAnswer",
    });
  });

  test("keeps a call under 256 KB", async () => {
    busThat(() => false);
    const big = events(3).map((event) => ({
      ...event,
      detail: JSON.stringify({ id: event.id, text: "x".repeat(100_000) }),
    }));
    await publishEvents(client, "events", big);
    expect(calls()).toEqual([["evt_0", "evt_1"], ["evt_2"]]);
  });

  test("whatever fails, it reports exactly what was accepted, and nothing is accepted twice", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(35), fc.infiniteStream(fc.boolean()), async (count, refusals) => {
        bridge.reset();
        const accepted = busThat(() => refusals.next().value === true);
        const { sentIds, error } = await publishEvents(client, "events", events(count));
        expect(new Set(sentIds)).toEqual(new Set(accepted.keys()));
        expect([...accepted.values()].every((times) => times === 1)).toBe(true);
        expect(error === null).toBe(sentIds.length === count);
        expect(calls().every((call) => call.length <= 10)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
