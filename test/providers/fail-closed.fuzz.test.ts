import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type {
  Adapter,
  Lookup,
  LookupResult,
  ProviderResponse,
} from "../../lib/providers/adapter.ts";
import { createHttp } from "../../lib/providers/http/adapter.ts";
import { httpProviderSchema } from "../../lib/providers/http/config.ts";
import { ADAPTERS } from "../../lib/providers/registry.ts";
import { answerOf, lookupIn } from "./fixtures/answers.ts";
import { labelsThenValues, pdfOf, twoColumns } from "./fixtures/pdf.ts";
import { telebirrPage } from "./fixtures/telebirr-page.ts";

const { telebirr, cbe, boa, dashen, awash, cbe_birr: cbeBirr, mpesa } = ADAPTERS;
const http = createHttp(
  httpProviderSchema.parse({
    baseUrl: "https://gateway.example",
    path: "/{reference}",
    reference: { minLength: 8, maxLength: 8, alphabet: "digits" },
    fields: { reference: "/r", amount: "/a", status: "/s", paidAt: "/p" },
    amountFormat: "decimal",
    dateFormat: "rfc3339",
    statuses: { completed: ["OK"] },
    notFound: [{ status: 404 }],
  }),
);
const SUBJECTS: [string, Adapter, Lookup][] = [
  ["telebirr", telebirr, lookupIn(telebirr, "DEK1AB2CD3")],
  ["cbe link", cbe, lookupIn(cbe, "v2-aB1_x-9z")],
  ["cbe pdf", cbe, lookupIn(cbe, "FT26140AB1C2")],
  ["boa", boa, lookupIn(boa, "FT26140AB1C2")],
  ["dashen", dashen, lookupIn(dashen, "123ABCD261400001")],
  ["awash", awash, lookupIn(awash, "-2ABC10D0EF-1G02H3")],
  ["cbe_birr", cbeBirr, lookupIn(cbeBirr, "DEK1AB2CD3")],
  ["mpesa", mpesa, lookupIn(mpesa, "DEK1AB2CD3")],
  ["http", http, lookupIn(http, "12345678")],
];
const FLOODS: Record<string, string> = {
  tags: "<div>".repeat(200_000),
  cells: "<table><tr><td>".repeat(60_000),
  closings: "</td>".repeat(200_000),
  angles: "<".repeat(1_000_000),
  attributes: '<a b="'.repeat(150_000),
  entities: "&amp;&#x".repeat(120_000),
  arrays: "[".repeat(1_000_000),
  objects: '{"a":'.repeat(180_000),
  spaces: `<html>${" ".repeat(1_000_000)}`,
  labels: "<p>Payer Name:</p>".repeat(15_000),
  streams: `%PDF-1.7\n${"stream\n".repeat(140_000)}%%EOF`,
};
const safe = (result: LookupResult) =>
  ["unreadable", "not_found", "unavailable"].includes(result.kind);

describe.each(SUBJECTS)("%s", (_name, adapter, lookup) => {
  test("makes a receipt of no random bytes, and never throws", async () => {
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .uint8Array({ maxLength: 200 })
        .map(
          (bytes) =>
            new Uint8Array([...Buffer.from("%PDF-1.4\n"), ...bytes, ...Buffer.from("\n%%EOF")]),
        ),
      fc.json().map((text) => new TextEncoder().encode(text)),
    );
    const status = fc.constantFrom(200, 200, 200, 204, 301, 400, 404, 500);
    const type = fc.constantFrom(
      "text/html",
      "application/json",
      "text/html; charset=utf-16le",
      "text/html; charset=nonsense",
      "application/pdf",
    );
    await fc.assert(
      fc.asyncProperty(body, status, type, async (bytes, code, kind) => {
        expect(safe(await adapter.read(answerOf(bytes, kind, code), lookup))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test.each(Object.keys(FLOODS))("survives a flood of %s", async (name) => {
    expect(safe(await adapter.read(answerOf(FLOODS[name] ?? ""), lookup))).toBe(true);
  });

  test("takes an outage for an outage", async () => {
    for (const status of [429, 502, 503]) {
      expect((await adapter.read(answerOf("<html>", "text/html", status), lookup)).kind).toBe(
        "unavailable",
      );
    }
  });
});

const ROWS = [
  ["Payer", "ALMAZ GIRMA"],
  ["Account", "1****3321"],
  ["Receiver", "SELAM COFFEE SHOP"],
  ["Account", "1****0401"],
  ["Payment Date & Time", "5/20/2026, 7:29:00 PM"],
  ["Reference No. (VAT Invoice No)", "FT26140AB1C2"],
  ["Transferred Amount", "20,000.00 ETB"],
  ["Total amount debited from customers account", "20,011.50 ETB"],
] as const;
const BOA = JSON.stringify({
  header: { status: "success" },
  body: [
    {
      "Transaction Reference": "FT26140AB1C2",
      "Transaction Date": "20/05/26 19:29",
      "Transferred Amount": "5,000.00 ETB",
      "Receiver's Name": "S",
    },
  ],
});
const whole: [string, Adapter, Lookup, () => Promise<ProviderResponse>][] = [
  [
    "telebirr page",
    telebirr,
    lookupIn(telebirr, "DEK1AB2CD3"),
    async () =>
      answerOf(
        telebirrPage({
          receiverName: "Commercial Bank of Ethiopia",
          bankLine: "1000200300401 A B",
        }),
      ),
  ],
  [
    "CBE PDF",
    cbe,
    lookupIn(cbe, "FT26140AB1C2"),
    async () => answerOf(await pdfOf(twoColumns(ROWS)), "application/pdf"),
  ],
  [
    "CBE PDF in blocks",
    cbe,
    lookupIn(cbe, "FT26140AB1C2"),
    async () => answerOf(await pdfOf(labelsThenValues(ROWS)), "application/pdf"),
  ],
  ["BoA slip", boa, lookupIn(boa, "FT26140AB1C2"), async () => answerOf(BOA, "application/json")],
];

describe.each(whole)("a damaged %s", (_name, adapter, lookup, make) => {
  test("that is cut off gives no receipt, or the same receipt", async () => {
    const response = await make();
    const full = await adapter.read(response, lookup);
    expect(full.kind).toBe("receipt");
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: response.body.length - 1 }), async (length) => {
        const cut = await adapter.read(
          { ...response, body: response.body.slice(0, length) },
          lookup,
        );
        expect(cut.kind === "receipt" ? facts(cut) : null).toEqual(
          cut.kind === "receipt" ? facts(full) : null,
        );
      }),
      { numRuns: 150 },
    );
  });

  test("with a bit flipped never throws", async () => {
    const response = await make();
    const place = fc.integer({ min: 0, max: response.body.length * 8 - 1 });
    await fc.assert(
      fc.asyncProperty(place, async (bit) => {
        const body = response.body.slice();
        body[bit >> 3] = (body[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect((await adapter.read({ ...response, body }, lookup)).kind).toBeTypeOf("string");
      }),
      { numRuns: 100 },
    );
  });
});

function facts(result: LookupResult): unknown {
  if (result.kind !== "receipt") return result;
  const { source: _source, ...rest } = result.receipt;
  return rest;
}
