import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankRoutes } from "../../lib/local/bank/simulator.ts";
import type { LocalRoutes } from "../../lib/local/local-route.ts";
import { transactionIdOf } from "../../lib/providers/awash/adapter.ts";
import {
  READ_PROVIDERS,
  type ReadProvider,
  SPECIMENS,
} from "../providers/conformance/specimens.ts";
import { type BankShop, openBankShop, PRICE, SHOP_ACCOUNTS } from "../support/running-stack.ts";
import { TestServers } from "../support/test-servers.ts";

// The stack with every `PROVIDER_{ID}_BASE_URL` at a server of its own, which answers in the banks' recorded
// layouts below `/{id}`.

const servers = new TestServers();
let shop: BankShop;
let bank: LocalRoutes;
const asked: string[] = [];

const openBank = (seed: string) =>
  bankRoutes({
    now: () => shop.stack.now(),
    storage: null,
    seed,
  });

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://bank.example");
  asked.push(url.pathname);
  const answer = await bank({
    method: request.method ?? "GET",
    path: `bank${url.pathname}`,
    query: url.searchParams,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: new Uint8Array(),
  });
  response.writeHead(answer?.status ?? 500, { ...answer?.headers });
  const { body } = answer ?? {};
  response.end(body instanceof Uint8Array || typeof body === "string" ? body : undefined);
}

beforeAll(async () => {
  const port = await servers.listen(http.createServer((...pair) => void serve(...pair)));
  shop = await openBankShop(
    {},
    Object.fromEntries(
      READ_PROVIDERS.map((id) => [
        `PROVIDER_${id.toUpperCase()}_BASE_URL`,
        `http://127.0.0.1:${port}/${id}`,
      ]),
    ),
  );
  bank = openBank("elsewhere");
});
afterAll(async () => {
  await shop?.stack.close();
  servers.close();
});

/** Differs by bank: an interbank receipt of the same amount could be of the same transfer. */
const priceAt = (provider: ReadProvider) => PRICE + 100 * READ_PROVIDERS.indexOf(provider);

/** Books a payment to the shop at the other server. */
async function book(provider: ReadProvider, fields: object = {}) {
  const account = SHOP_ACCOUNTS[provider];
  const transfer = {
    provider,
    amount: priceAt(provider),
    receiver_account: account.number,
    receiver_name: account.name,
    ...fields,
  };
  const answer = await bank({
    method: "POST",
    path: "bank/transfers/",
    query: new URLSearchParams(),
    headers: {},
    body: new TextEncoder().encode(JSON.stringify(transfer)),
  });
  if (!(answer?.body instanceof Uint8Array)) throw new Error("not booked");
  return JSON.parse(new TextDecoder().decode(answer.body)) as { reference: string; link: string };
}

async function verify(provider: ReadProvider, link: string) {
  const checkout = await shop.checkout({ amount: priceAt(provider) });
  const { body } = await shop.verify(checkout, link, { provider });
  return body;
}

describe.each(READ_PROVIDERS)("%s at another server", (provider) => {
  const specimens = SPECIMENS[provider];

  it("verifies a payment in the bank's recorded layout", async () => {
    asked.length = 0;
    const { reference, link } = await book(provider);
    const body = await verify(provider, link);
    expect(body).toMatchObject({ status: "verified", outcome: "matched" });
    // Awash's token encodes the number that the receipt prints.
    const printed = provider === "awash" ? transactionIdOf(reference) : reference;
    expect(body.checkout.payments[0].reference).toBe(printed);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every((path) => path.startsWith(`/${provider}/`))).toBe(true);
    expect(await shop.requests(provider)).toEqual([]);
  });

  it("refuses a payment that was reversed", async () => {
    const { reversed } = specimens;
    if ("impossible" in reversed) throw new Error(reversed.impossible);
    const [specimen] = reversed;
    const { link } = await book(provider, specimen?.transfer);
    const body = await verify(provider, link);
    // Without a status line, the bank has no receipt of it.
    const expected = specimen?.expect === "refuse" ? "not_completed" : "pending";
    expect(body).toMatchObject({ outcome: expected, checkout: { payments: [] } });
  });

  it("does not verify a payment to another institution", async () => {
    const elsewhere = specimens["another institution"];
    if ("impossible" in elsewhere) throw new Error(elsewhere.impossible);
    const [specimen] = elsewhere;
    const { link } = await book(provider, specimen?.transfer);
    const body = await verify(provider, link);
    const expected =
      specimen?.expect === "refuse" ? { outcome: "receiver_mismatch" } : { status: "review" };
    expect(body).toMatchObject({ ...expected, checkout: { verified_at: null } });
  });

  it("waits for a receipt that the bank does not find", async () => {
    const { link } = await book(provider);
    const known = bank;
    bank = openBank("empty");
    const body = await verify(provider, link);
    bank = known;
    expect(body).toMatchObject({ outcome: "pending", attempt: { waiting_for: "receipt" } });
  });
});
