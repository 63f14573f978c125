import { createHmac, randomBytes } from "node:crypto";
import { runInNewContext } from "node:vm";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, it, vi } from "vitest";
import { verifyWebhook } from "../src/webhook.ts";

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
const secret = newSecret();
const body = JSON.stringify({ id: "evt_1", type: "checkout.verified", note: "ሰላም" });
const utf8 = Buffer.from(body);
const now = Date.now();

/** Signed by the official library. */
function signed(text = body, by: readonly string[] = [secret], at = now) {
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at / 1000)),
    "webhook-signature": by
      .map((one) => new Webhook(one).sign("evt_1", new Date(at), text))
      .join(" "),
  };
}
const problem = (code: string) => expect.objectContaining({ name: "WebhookSignatureError", code });

afterEach(() => vi.restoreAllMocks());

describe("verifyWebhook", () => {
  it.each([
    ["text", body],
    ["a Buffer", Buffer.from(body)],
    ["bytes", new TextEncoder().encode(body)],
    ["an ArrayBuffer", new TextEncoder().encode(body).buffer as ArrayBuffer],
    ["a part of a larger buffer", Buffer.from(`--${body}--`).subarray(2, -2)],
    // As in a test with Jest.
    ["bytes of another realm", runInNewContext("Uint8Array.from(bytes)", { bytes: [...utf8] })],
    [
      "a buffer of another realm",
      runInNewContext("Uint8Array.from(bytes).buffer", { bytes: [...utf8] }),
    ],
  ])("accepts what the official library signed, as %s", async (_, raw) => {
    await expect(verifyWebhook(raw, signed(), secret)).resolves.toEqual(JSON.parse(body));
  });

  it("reads headers of Node.js and of fetch, in any letter case", async () => {
    const headers = signed();
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    const lists = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value]]),
    );
    for (const given of [headers, new Headers(headers), upper, lists]) {
      await expect(verifyWebhook(body, given, secret)).resolves.toMatchObject({ id: "evt_1" });
    }
  });

  it("accepts either secret during a rotation, on both sides", async () => {
    const old = newSecret();
    await expect(verifyWebhook(body, signed(body, [old]), [secret, old])).resolves.toBeDefined();
    await expect(verifyWebhook(body, signed(body, [secret, old]), old)).resolves.toBeDefined();
  });

  it("refuses a changed body, id, time, secret and signature", async () => {
    const headers = signed();
    const cases: [string, object, string][] = [
      [`${body} `, headers, secret],
      [JSON.stringify(JSON.parse(body), null, 1), headers, secret],
      [body, { ...headers, "webhook-id": "evt_2" }, secret],
      [body, { ...headers, "webhook-timestamp": String(Math.floor(now / 1000) - 1) }, secret],
      [body, headers, newSecret()],
      [body, { ...headers, "webhook-signature": "v1,AAAA" }, secret],
      [body, { ...headers, "webhook-signature": "v1,*" }, secret],
      [body, { ...headers, "webhook-signature": headers["webhook-signature"].slice(3) }, secret],
      [
        body,
        { ...headers, "webhook-signature": headers["webhook-signature"].replace("v1", "v2") },
        secret,
      ],
    ];
    for (const [text, given, by] of cases) {
      const call = verifyWebhook(text, given as Record<string, string>, by, { now });
      await expect(call).rejects.toEqual(problem("signature"));
    }
  });

  it("hashes a body once for each secret, however many signatures a stranger sends", async () => {
    const { subtle } = globalThis.crypto;
    const spies = (["sign", "verify"] as const).map((name) => vi.spyOn(subtle, name));
    const forged = Array.from({ length: 300 }, () => `v1,${randomBytes(32).toString("base64")}`);
    const headers = { ...signed(), "webhook-signature": forged.join(" ") };
    await expect(verifyWebhook(body, headers, [secret, newSecret()])).rejects.toEqual(
      problem("signature"),
    );
    expect(spies.flatMap(({ mock }) => mock.calls)).toHaveLength(2);
  });

  it("refuses a signature by the undecoded secret", async () => {
    const raw = createHmac("sha256", secret).update(`evt_1.${Math.floor(now / 1000)}.${body}`);
    const headers = { ...signed(), "webhook-signature": `v1,${raw.digest("base64")}` };
    await expect(verifyWebhook(body, headers, secret)).rejects.toEqual(problem("signature"));
  });

  it.each([
    ["too old", -301_000],
    ["too new", 301_000],
  ])("refuses what is %s, and accepts it with a wider tolerance", async (_, shift) => {
    const headers = signed(body, [secret], now + shift);
    await expect(verifyWebhook(body, headers, secret, { now })).rejects.toEqual(
      problem("timestamp"),
    );
    await expect(
      verifyWebhook(body, headers, secret, { now, toleranceSeconds: 302 }),
    ).resolves.toBeDefined();
  });

  it.each(["soon", "", "1e9", "NaN", "0x10", " "])("refuses the time %j", async (time) => {
    const call = verifyWebhook(body, { ...signed(), "webhook-timestamp": time }, secret);
    await expect(call).rejects.toMatchObject({ name: "WebhookSignatureError" });
  });

  it("names the missing header", async () => {
    for (const name of Object.keys(signed())) {
      const { [name]: _, ...rest } = signed() as Record<string, string>;
      await expect(verifyWebhook(body, rest, secret)).rejects.toEqual(
        expect.objectContaining({ code: "missing_header", message: expect.stringContaining(name) }),
      );
    }
  });

  it("explains that a parsed body cannot be verified", async () => {
    const call = verifyWebhook(JSON.parse(body), signed(), secret);
    await expect(call).rejects.toEqual(
      expect.objectContaining({ code: "body", message: expect.stringContaining("raw body") }),
    );
  });

  const short = `whsec_${randomBytes(23).toString("base64")}`;
  it.each(["", "null", "secret", "whsec_", "whsec_***", short])(
    "refuses the secret %j",
    async (wrong) => {
      await expect(verifyWebhook(body, signed(), wrong)).rejects.toEqual(problem("secret"));
    },
  );

  it("names the secret as the mistake where its variable is not set", async () => {
    const unset = process.env.WEBHOOK_SECRET_THAT_IS_NOT_SET as string;
    await expect(verifyWebhook(body, signed(), unset)).rejects.toEqual(problem("secret"));
  });

  it("names an empty list of secrets as the mistake", async () => {
    await expect(verifyWebhook(body, signed(), [])).rejects.toEqual(problem("secret"));
  });
});
