import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { generateWebhookSecret, signWebhook } from "../../lib/cloud/webhook-signature.ts";

const nowSeconds = () => Math.floor(Date.now() / 1000);
const message = (body: string | Uint8Array) => ({
  id: "evt_01JD",
  timestampSeconds: nowSeconds(),
  body,
});

describe("generateWebhookSecret", () => {
  test("is whsec_ and the base64 of 32 bytes, never the same twice", () => {
    const secrets = new Set(Array.from({ length: 100 }, generateWebhookSecret));
    expect(secrets.size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    }
  });
});

describe("signWebhook", () => {
  test("the standardwebhooks library accepts any JSON body, as text or as its bytes", () => {
    const secret = generateWebhookSecret();
    const receiver = new Webhook(secret);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const body = JSON.stringify(value);
        const asText = signWebhook(message(body), [secret]);
        const asBytes = signWebhook(message(new TextEncoder().encode(body)), [secret]);
        expect(receiver.verify(body, { ...asText })).toEqual(JSON.parse(body));
        expect(receiver.verify(body, { ...asBytes })).toEqual(JSON.parse(body));
      }),
    );
  });

  test("during a rotation both the new and the old secret verify, and no third one", () => {
    const [fresh, old, stranger] = [1, 2, 3].map(generateWebhookSecret) as [string, string, string];
    const headers = { ...signWebhook(message("{}"), [fresh, old]) };
    expect(headers["webhook-signature"]).toMatch(/^v1,\S{44} v1,\S{44}$/);
    expect(new Webhook(fresh).verify("{}", headers)).toEqual({});
    expect(new Webhook(old).verify("{}", headers)).toEqual({});
    expect(() => new Webhook(stranger).verify("{}", headers)).toThrow();
  });

  test("a changed body, id or time no longer verifies", () => {
    const secret = generateWebhookSecret();
    const receiver = new Webhook(secret);
    const headers = { ...signWebhook(message('{"a":1}'), [secret]) };
    const later = String(nowSeconds() + 1);
    expect(() => receiver.verify('{"a":2}', headers)).toThrow();
    expect(() => receiver.verify('{"a":1}', { ...headers, "webhook-id": "evt_2" })).toThrow();
    expect(() => receiver.verify('{"a":1}', { ...headers, "webhook-timestamp": later })).toThrow();
  });

  test("refuses to send unsigned, and to sign with what is not a secret of ours", () => {
    expect(() => signWebhook(message("{}"), [])).toThrow(RangeError);
    for (const bad of ["", "whsec_", "whsec_c2hvcnQ=", generateWebhookSecret().slice(6)]) {
      expect(() => signWebhook(message("{}"), [bad])).toThrow(RangeError);
    }
    expect(() => signWebhook({ ...message("{}"), id: "evt.1" }, [generateWebhookSecret()])).toThrow(
      RangeError,
    );
  });
});
