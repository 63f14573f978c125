import { expect, test } from "vitest";
import * as z from "zod";
import { ERROR_GUIDE } from "../../lib/contract/problems.ts";
import { ROUTES } from "../../lib/contract/routes/table.ts";
import { SIZES } from "../../lib/pages/docs/basics.ts";
import { bodySize, bodyText, headerNames } from "../../lib/pipeline/middleware/body.ts";
import { proxyEvent } from "../support/function-calls.ts";

const [anyRoute] = ROUTES;

/** What the middleware leaves of a body. */
function pass(body: string, isBase64Encoded = false, headers: object = {}): string | null {
  if (anyRoute === undefined) throw new Error("there are no routes");
  const sent = { "content-type": "application/json", ...headers };
  const event = { ...proxyEvent(anyRoute, {}), body, isBase64Encoded, headers: sent };
  bodyText(z.object({})).before?.({ event } as never);
  return event.body;
}
const base64 = (...bytes: number[]) => Buffer.from(bytes).toString("base64");

test.each([
  ["U+FFFD itself", base64(0x22, 0xef, 0xbf, 0xbd, 0x22)],
  ["Amharic", Buffer.from('"ሰላም"').toString("base64")],
])("bytes of valid UTF-8 pass: %s", (_, body) => {
  expect(pass(body, true)).toBe(body);
});

test.each([
  ["a broken sequence", base64(0x22, 0xc3, 0x28, 0x22)],
  ["a sequence cut off", base64(0x22, 0xf0, 0x9f, 0x98)],
  ["a surrogate", base64(0x22, 0xed, 0xa0, 0x80, 0x22)],
])("bytes of invalid UTF-8 are refused: %s", (_, body) => {
  expect(() => pass(body, true)).toThrow("The body is not valid UTF-8.");
});

test("text with U+FFFD is refused, and the refusal names the escape that passes", () => {
  expect(() => pass('{"description":"\ufffd"}')).toThrow(
    "The body is not valid UTF-8, or contains U+FFFD, which must be escaped as \\ufffd.",
  );
  expect(pass('{"description":"\\ufffd"}')).toBe('{"description":"\\ufffd"}');
});

test("a compressed body is refused as that, with the encoding that is accepted", () => {
  const gzip = { "content-encoding": "gzip" };
  expect(() => pass("\u001f\ufffd", false, gzip)).toThrow(
    expect.objectContaining({
      ...{ code: "unsupported_media_type", message: "Send the body uncompressed." },
      extras: { headers: { "accept-encoding": "identity" } },
    }),
  );
  expect(pass("{}", false, { "content-encoding": "identity" })).toBe("{}");
});

const repeated = (multiValueHeaders: object) => {
  const route = ROUTES.find(({ operation }) => operation === "create-checkout");
  if (route === undefined) throw new Error("there is no such route");
  const event = { ...proxyEvent(route, {}), multiValueHeaders };
  return () => headerNames(route).before?.({ event } as never);
};

test.each([
  ["Authorization", ["Bearer pk_live_1", "Bearer pk_live_2"]],
  ["Content-Type", ["application/json", "text/plain"]],
  ["Idempotency-Key", ["order-1", "order-2"]],
  ["X-Signature", ["00", "11"]],
  ["X-Timestamp", ["1", "2"]],
])("two different values of %s are refused, however its name is written", (name, values) => {
  const [first, second] = values;
  const message = `${name}: is given more than once, with different values`;
  expect(repeated({ [name]: values })).toThrow(message);
  expect(repeated({ [name]: [first], [name.toLowerCase()]: [second] })).toThrow(message);
  expect(repeated({ [name]: [first, first] })).not.toThrow();
});

test("headers that add up may be given twice", () => {
  expect(repeated({ Accept: ["text/html", "application/json"] })).not.toThrow();
});

function refusalOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

test("the refusal of a large body names its operation's limit, and so do the texts about it", () => {
  const bytesOf = (text: string) => {
    const [count, unit] = text.split(" ");
    return Number(count) * (unit === "MiB" ? 1_048_576 : 1_024);
  };
  const named = ROUTES.filter(({ request }) => request.body !== undefined).map((route) => {
    const send = (bytes: number) => {
      const event = { ...proxyEvent(route, {}), body: "x".repeat(bytes), isBase64Encoded: false };
      return () => bodySize(route).before?.({ event } as never);
    };
    const limit = route.request.maxBodyBytes ?? 65_536;
    expect(send(limit)).not.toThrow();
    const refused = String(refusalOf(send(limit + 1)));
    const [, text = ""] = /The body is larger than (\d+ [KM]iB)\.$/.exec(refused) ?? [];
    expect(bytesOf(text)).toBe(limit);
    return text;
  });
  for (const text of [ERROR_GUIDE.payload_too_large, SIZES.markup]) {
    expect((text.match(/\d+ [KM]iB/g) ?? []).sort()).toEqual([...new Set(named)].sort());
  }
});
