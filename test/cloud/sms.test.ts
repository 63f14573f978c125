import type { SNSClient } from "@aws-sdk/client-sns";
import { describe, expect, it } from "vitest";
import { SMS_GATEWAYS, type SmsDeps } from "../../lib/cloud/sms.ts";
import type { SmsSenderSecret } from "../../lib/contract/secrets.ts";

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly redirect: string | undefined;
}

function setup(secret: SmsSenderSecret, answer: () => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const lines: string[] = [];
  const published: unknown[] = [];
  const deps: SmsDeps = {
    sns: () =>
      ({
        send: async (command: { input: unknown }) => published.push(command.input),
      }) as unknown as SNSClient,
    secret: async () => secret,
    fetch: async (url, init) => {
      sent.push({
        url: String(url),
        headers: new Headers(init?.headers),
        body: JSON.parse(String(init?.body)),
        redirect: init?.redirect,
      });
      return answer();
    },
    print: (line) => lines.push(line),
  };
  return { deps, sent, lines, published };
}

const ok = () => Response.json({ acknowledge: "success" });
const TO = "+251911000000";

describe("SMS senders", () => {
  it("sns publishes to the phone, as transactional", async () => {
    const { deps, published } = setup({}, ok);
    await SMS_GATEWAYS.sns(deps)(TO, "text");
    expect(published).toEqual([
      {
        PhoneNumber: TO,
        Message: "text",
        MessageAttributes: {
          "AWS.SNS.SMS.SMSType": { DataType: "String", StringValue: "Transactional" },
        },
      },
    ]);
  });

  it("afromessage sends with its token and follows no redirect", async () => {
    const { deps, sent } = setup({ afromessage: { token: "t0ken", sender: "Shop" } }, ok);
    await SMS_GATEWAYS.afromessage(deps)(TO, "text");
    expect(sent).toEqual([
      expect.objectContaining({
        url: "https://api.afromessage.com/api/send",
        body: { to: TO, message: "text", sender: "Shop" },
        redirect: "error",
      }),
    ]);
    expect(sent[0]?.headers.get("authorization")).toBe("Bearer t0ken");
  });

  it("afromessage throws when a 200 response refuses the message", async () => {
    const { deps } = setup({ afromessage: { token: "t0ken" } }, () =>
      Response.json({ acknowledge: "error" }),
    );
    await expect(SMS_GATEWAYS.afromessage(deps)(TO, "text")).rejects.toThrow("refused");
  });

  it("http posts to any gateway with its own headers", async () => {
    const http = { url: "https://sms.example/send?k=1", headers: { "x-key": "abc" } };
    const { deps, sent } = setup({ http }, () => new Response("fine"));
    await SMS_GATEWAYS.http(deps)(TO, "text");
    expect(sent[0]).toMatchObject({ url: http.url, body: { to: TO, text: "text" } });
    expect(sent[0]?.headers.get("x-key")).toBe("abc");
  });

  it.each(["afromessage", "http"] as const)(
    "%s says so when its secret is missing",
    async (name) => {
      const { deps, sent } = setup({}, ok);
      await expect(SMS_GATEWAYS[name](deps)(TO, "text")).rejects.toThrow("sms-sender");
      expect(sent).toEqual([]);
    },
  );

  it("console prints", async () => {
    const { deps, lines } = setup({}, ok);
    await SMS_GATEWAYS.console(deps)(TO, "text");
    expect(lines).toEqual([`SMS to ${TO}: text`]);
  });

  it.each([
    ["an error status", () => new Response("no", { status: 500 })],
    ["no answer", () => Promise.reject(new Error("connect https://sms.example/send?k=secret-k"))],
  ])("says nothing of phone, text or credential after %s", async (_, answer) => {
    const http = { url: "https://sms.example/send?k=secret-k", headers: {} };
    const { deps } = setup({ http }, answer);
    const error: unknown = await SMS_GATEWAYS.http(deps)(TO, "code 123456").catch((e) => e);
    expect(error).toMatchObject({ name: "SmsError" });
    const said = `${String(error)} ${(error as Error).stack} ${String((error as Error).cause)}`;
    for (const secret of [TO, "123456", "secret-k"]) expect(said).not.toContain(secret);
  });
});
