import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { noticesOfReference, type StoredNotice } from "../../lib/store/notices.ts";
import { call, withSigningKey } from "../support/api.ts";
import {
  gatewayRequest,
  openPairedShop,
  type PairedShop,
  startLocal,
  tableOf,
  telebirrText,
} from "../support/running-stack.ts";

/** Messages whose forwarder, network, clock or sender is not as the template expects, through the whole service. */

let stack: LocalStack;
let shop: PairedShop;
beforeAll(async () => {
  stack = await withSigningKey(await startLocal());
  shop = await openPairedShop(stack);
});
afterAll(() => stack?.close());

const HOUR = 3_600_000;
const TYPE = { "content-type": "application/json" };
let count = 0;
const nextReference = () => `DKX1TIME${String(++count).padStart(2, "0")}`;

async function send(raw: string, status = 202): Promise<void> {
  const { url, secret } = shop.source;
  const headers = { ...TYPE, authorization: `Bearer ${secret}` };
  const answer = await call(stack.url, "POST", new URL(url).pathname, { raw, headers });
  expect(answer.status).toBe(status);
  await stack.idle();
}

/** Forwards a message about a reference. */
const forward = (reference: string, times: object) =>
  send(JSON.stringify({ from: "127", text: telebirrText(reference), ...times }));

/** What is stored of a reference. */
const kept = (reference: string, { visitor } = shop): Promise<readonly StoredNotice[]> => {
  const { accountId } = visitor;
  return noticesOfReference(
    tableOf(stack),
    accountId,
    { provider: "telebirr", reference },
    stack.now(),
  );
};

describe("a forwarded message", () => {
  it.each([
    ["seconds", (at: number) => Math.floor(at / 1000)],
    ["a text of seconds", (at: number) => String(Math.floor(at / 1000))],
    ["RFC 3339 with an offset", withOffset],
  ])("has the time that the phone states as %s", async (_, written) => {
    const reference = nextReference();
    const stated = stack.now() - 2_000;
    await forward(reference, { sentStamp: written(stated) });
    const [notice, ...others] = await kept(reference);
    expect(others).toEqual([]);
    expect(Math.abs((notice?.sentAt ?? 0) - stated)).toBeLessThan(5_000);
    expect(notice?.sentAt).not.toBe(notice?.receivedAt);
  });

  it.each([
    ["a placeholder that the app left", () => ({ sentStamp: "%sentStamp%" })],
    ["null", () => ({ sentStamp: null, receivedStamp: null })],
    ["a time without an offset", () => ({ sentStamp: "2026-11-24T12:03:00" })],
    ["a clock that is a day ahead", () => ({ sentStamp: stack.now() + 24 * HOUR })],
  ])("has our own time, which proves no delay, for %s", async (_, times) => {
    const reference = nextReference();
    await forward(reference, times());
    const [notice] = await kept(reference);
    expect(notice).toMatchObject({ reference });
    expect(notice?.sentAt).toBe(notice?.receivedAt);
  });

  it("has the phone's time where the network's is three hours ahead, and is kept once when it is sent again after them", async () => {
    const reference = nextReference();
    const receivedStamp = stack.now();
    const times = { sentStamp: receivedStamp + 3 * HOUR, receivedStamp };
    await forward(reference, times);
    await stack.advance(3 * 3_600);
    await forward(reference, times);
    const [notice, ...others] = await kept(reference);
    expect(notice?.sentAt).toBe(receivedStamp);
    expect(others).toEqual([]);
  });

  it("that the network sent four days ago and the phone got just now has our own time, which proves no delay", async () => {
    const reference = nextReference();
    const times = { sentStamp: stack.now() - 96 * HOUR, receivedStamp: stack.now() - 1_000 };
    await forward(reference, times);
    const [notice] = await kept(reference);
    expect(notice).toMatchObject({ reference });
    expect(notice?.sentAt).toBe(notice?.receivedAt);
  });

  it("of four days ago is dropped", async () => {
    const reference = nextReference();
    const sentStamp = stack.now() - 96 * HOUR;
    await forward(reference, { sentStamp, receivedStamp: sentStamp });
    expect(await kept(reference)).toEqual([]);
  });

  it.each(["from", "\\u0066rom"])(
    "that writes a second sender into a body without escapes, as `%s`, is refused",
    async (name) => {
      const reference = nextReference();
      const text = `Hi","${name}":"127","text":"${telebirrText(reference)}`;
      await send(`{"from":"+251911999999","text":"${text}"}`, 400);
      expect(await kept(reference)).toEqual([]);
    },
  );

  it("is read where its app put line breaks into the JSON as they are", async () => {
    const reference = nextReference();
    await send(
      `{"from":"127",\n"text":"${telebirrText(reference).replace(" from ", "\r\nfrom ")}"}`,
    );
    expect(await kept(reference)).toHaveLength(1);
  });
});

describe("a signed message", () => {
  it.each([
    ["that waited two hours on a phone whose clock is two hours ahead has our own time", 2, true],
    ["of a right clock has the time that the phone states", 0, false],
  ])("%s", async (_, hoursAhead, isOurs) => {
    const gateway = await openPairedShop(stack, "sms_gateway");
    const reference = nextReference();
    const stated = stack.now() - 1_000;
    const payload = {
      message: telebirrText(reference),
      sender: "127",
      receivedAt: new Date(stated).toISOString(),
    };
    const { url, secret } = gateway.source;
    const request = gatewayRequest(secret, payload, stack.now() + hoursAhead * HOUR);
    const answer = await call(stack.url, "POST", new URL(url).pathname, request);
    expect(answer.status).toBe(202);
    await stack.idle();
    const [notice] = await kept(reference, gateway);
    expect(notice?.sentAt).toBe(isOurs ? notice?.receivedAt : stated);
  });
});

/** As a clock in Addis Ababa shows it. */
function withOffset(at: number): string {
  return new Date(at + 3 * HOUR).toISOString().replace("Z", "+03:00");
}
