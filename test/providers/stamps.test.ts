import { describe, expect, test } from "vitest";
import { isWallet } from "../../lib/domain/provider.ts";
import type { ProviderResponse } from "../../lib/providers/adapter.ts";
import { READ_PROVIDERS, type ReadProvider } from "./conformance/specimens.ts";
import { NOW, SimulatedBank } from "./fixtures/simulated-bank.ts";

// Stamps of PDFs are tried beside the other PDFs of their banks.

const simulator = new SimulatedBank();
const HTML = ["telebirr", "awash", "dashen"] as const;
const JSON_BANKS = ["cbe", "boa", "wegagen", "amhara"] as const;

async function readWith(
  provider: ReadProvider,
  change: ((body: string) => string) | null,
  reason = "Coffee",
) {
  const { link } = await simulator.book({
    ...{ provider, amount: 150_000, receiver_name: "Selam Coffee Shop", reason },
    receiver_account: isWallet(provider) ? "251911000142" : "1000200300401",
    payer_account: isWallet(provider) ? "251911000100" : "1320999888777",
    paid_at: new Date(NOW - 3_600_000).toISOString(),
  });
  const found = simulator.recognize(link ?? "", READ_PROVIDERS);
  if (found.kind !== "lookup") throw new Error(`${link} is ${found.kind}`);
  const amounts = { amountMinor: 150_000, dueMinor: 150_000, currency: "ETB" };
  const expected = { ...amounts, createdAt: NOW, expiresAt: NOW };
  const context = { accounts: [], payerPhone: null, tries: 0, expected, now: NOW } as const;
  const changed = ({ body }: ProviderResponse) => ({
    // A PDF is no text.
    body: change ? new TextEncoder().encode(change(new TextDecoder().decode(body))) : body,
  });
  return simulator.read(found.lookup, context, changed);
}

const withBlock = (block: string) => (html: string) => html.replace(/<\/body>/i, `${block}</body>`);
/** Adds a field to the innermost object that has the transfer. */
const withField = (field: string) => (json: string) => {
  const answer = JSON.parse(json);
  const transfer = answer.body?.[0] ?? answer.data ?? answer;
  Object.assign(transfer, JSON.parse(`{${field}}`));
  return JSON.stringify(answer);
};

describe.each(HTML)("a page of %s", (provider) => {
  test("is unreadable with a stamp, and read with other text", async () => {
    const stamped = ["<h2>REVERSED</h2>", "<table><tr><td>x</td><td>Cancelled</td></tr></table>"];
    for (const stamp of stamped) {
      expect(await readWith(provider, withBlock(stamp))).toMatchObject({
        ...{ kind: "unreadable", why: "completed, and the contrary beside it" },
      });
    }
    // The payer has written the same.
    const both = await readWith(provider, withBlock("<h2>REVERSED</h2>"), "REVERSED");
    expect(both.kind).toBe("unreadable");
    const other = await readWith(provider, withBlock("<h2>Thank you</h2>"));
    expect(other).toMatchObject({ kind: "receipt", receipt: { status: "completed" } });
  });
});

test.each(READ_PROVIDERS)(
  "a payer's own words are no status of a receipt of %s",
  async (provider) => {
    for (const reason of ["Pending", "REFUNDED", "void"]) {
      const result = await readWith(provider, null, reason);
      expect(result, reason).toMatchObject({ kind: "receipt", receipt: { status: "completed" } });
    }
  },
);

describe.each(JSON_BANKS)("an answer of %s", (provider) => {
  test.each([
    '"transactionStatus": "REVERSED"',
    '"txnState": "failed"',
    '"isReversed": true',
    '"cancelled": true',
    '"isReversed": "true"',
    '"cancelled": "YES"',
    '"isPending": 1',
    '"transactionStatus": "On hold"',
    '"recordStatus": "REVE"',
  ])("is not a completed receipt with %s", async (field) => {
    const result = await readWith(provider, withField(field));
    // Abyssinia's status may have any of these names.
    const isRefused = result.kind === "receipt" && result.receipt.status !== "completed";
    expect(result.kind === "unreadable" || isRefused).toBe(true);
  });

  test("is read with flags that say nothing", async () => {
    for (const field of [
      '"isReversed": false',
      '"isReversed": "NO"',
      '"reversal": null',
      '"isPrinted": true',
    ]) {
      const result = await readWith(provider, withField(field));
      expect(result).toMatchObject({ kind: "receipt", receipt: { status: "completed" } });
    }
  });
});
