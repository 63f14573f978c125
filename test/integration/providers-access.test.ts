import { createHash } from "node:crypto";
import http, { type RequestListener } from "node:http";
import https from "node:https";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PutSecretValueCommand, SecretsManagerClient } from "../../lib/cloud/aws-services.ts";
import { RelayMetrics, serveRelay } from "../../relay/relay.ts";
import { type BankShop, openBankShop } from "../support/running-stack.ts";
import { issueCertificate, TestServers } from "../support/test-servers.ts";

const SECRET = "shared with the relay, thirty-two characters";
/** As the banks' own: no public authority has signed it. */
const CERTIFICATE = issueCertificate({ commonName: "bank", dnsNames: ["localhost"] });
const PIN = createHash("sha256").update(CERTIFICATE.spki).digest("base64");
const OTHER_PIN = createHash("sha256").update("another key").digest("base64");
const PROVIDER_SECRETS = {
  dashen: { relaySecret: SECRET },
  boa: { ca: [CERTIFICATE.cert] },
  cbe: { headers: { "x-app-id": "from the secret", "x-app-version": "7" } },
};
const servers = new TestServers();
let shop: BankShop;
/** What went through the relay. */
const relayed: string[] = [];
let bankUrl: string;

/** The simulator's desks behind TLS. */
const bank: RequestListener = (request, response) => {
  http.get(shop.stack.url + request.url, { headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
};

beforeAll(async () => {
  bankUrl = `https://localhost:${await servers.listen(https.createServer(CERTIFICATE, bank))}`;
  const limits = { timeoutMs: 5_000, perMinute: 100, atOnce: 100, mostBytes: 3_000_000 };
  const relay = http.createServer();
  relay.on("connect", ({ url }) => relayed.push(String(url)));
  const config = { secret: SECRET, hosts: [new URL(bankUrl).host], ...limits };
  serveRelay(relay, config, new RelayMetrics(), () => shop.stack.now());
  const relayUrl = `http://127.0.0.1:${await servers.listen(relay)}`;
  // awash would answer without its relay, too.
  const overTls = ["dashen", "boa", "cbe_birr", "http", "telebirr"];
  shop = await openBankShop(
    {
      providers: {
        dashen: { enabled: true, relayUrl, pins: [PIN] },
        awash: { enabled: true, relayUrl },
        boa: { enabled: true, hasSecret: true },
        cbe_birr: { enabled: true, pins: [OTHER_PIN, PIN] },
        telebirr: { enabled: true, pins: [OTHER_PIN] },
        mpesa: { enabled: false },
        cbe: { enabled: true, hasSecret: true },
      },
    },
    Object.fromEntries(
      overTls.map((id) => [
        `PROVIDER_${id.toUpperCase()}_BASE_URL`,
        `${bankUrl}/_local/bank/${id}`,
      ]),
    ),
  );
  await putSecret(PROVIDER_SECRETS);
});
afterAll(async () => {
  await shop?.stack.close();
  servers.close();
});

async function putSecret(value: object): Promise<void> {
  const secret = shop.stack.deployment.secrets.find(({ name }) => /provider/i.test(name));
  const SecretString = JSON.stringify(value);
  await new SecretsManagerClient({ ...shop.stack.aws }).send(
    new PutSecretValueCommand({ SecretId: secret?.arn, SecretString }),
  );
}

async function pay(provider: "dashen" | "awash" | "boa" | "cbe_birr" | "http" | "telebirr") {
  const { reference, link } = await shop.transfer(provider);
  const input = provider === "boa" ? link : reference;
  const { body } = await shop.verify(await shop.checkout(), input, { provider });
  return { reference, outcome: body.outcome, waitingFor: body.attempt.waiting_for };
}

it("asks a bank through its relay, with the relay's secret", async () => {
  const { outcome } = await pay("dashen");
  expect(outcome).toBe("matched");
  expect(relayed).toEqual([new URL(bankUrl).host]);
});

it("asks nobody, neither relay nor bank, while the relay's secret is missing", async () => {
  relayed.length = 0;
  expect(await pay("awash")).toMatchObject({ outcome: "pending", waitingFor: "provider" });
  expect(relayed).toEqual([]);
  expect(await shop.requests("awash")).toEqual([]);
});

it("believes a certificate that the secret's authority has signed", async () => {
  expect(await pay("boa")).toMatchObject({ outcome: "matched" });
});

it("believes a certificate whose key is pinned", async () => {
  expect(await pay("cbe_birr")).toMatchObject({ outcome: "matched" });
});

it.each(["http", "telebirr"] as const)(
  "sends nothing over a connection that nothing vouches for: %s",
  async (provider) => {
    expect(await pay(provider)).toMatchObject({ outcome: "pending", waitingFor: "provider" });
    expect(await shop.requests(provider)).toEqual([]);
  },
);

it("sends a bank the headers that stand in the secret", async () => {
  const { link } = await shop.transfer("cbe");
  const { body } = await shop.verify(await shop.checkout(), link);
  expect(body).toMatchObject({ status: "verified" });
  const [request] = await shop.requests("cbe");
  expect(request.headers).toMatchObject({ "x-app-id": "from the secret", "x-app-version": "7" });
});

it("refuses references of a switched-off bank that no checkout offered, and shows no status of it", async () => {
  const { link } = await shop.transfer("mpesa");
  const answer = await shop.verify(await shop.checkout(), link, { provider: "mpesa" });
  expect(answer.status).toBe(400);
  expect(await shop.requests("mpesa")).toEqual([]);
  await expect(shop.status("mpesa")).rejects.toThrow();
});

it("raises the alarm of a bank whose secret is unusable until it is usable again", async () => {
  const opened = () =>
    shop.stack.logs.filter(({ line }) => /"BreakerOpened":1/.test(line) && /"dashen"/.test(line))
      .length;
  await putSecret({ ...PROVIDER_SECRETS, dashen: { relaySecret: "too short" } });
  await shop.advance(300);
  relayed.length = 0;
  expect(await pay("dashen")).toMatchObject({ outcome: "pending", waitingFor: "provider" });
  await shop.advance(60);
  expect(await shop.status("dashen")).toBe("down");
  // The alarm looks at five minutes each time.
  for (let minutes = 0; minutes < 30; minutes += 5) {
    const before = opened();
    await shop.advance(300);
    expect(opened()).toBeGreaterThan(before);
  }
  expect(relayed).toEqual([]);
  await putSecret(PROVIDER_SECRETS);
  await shop.advance(900);
  expect(await shop.status("dashen")).toBe("up");
  const before = opened();
  await shop.advance(300);
  expect(opened()).toBe(before);
});
