import type { Adapter, Lookup, ProviderResponse, Reading } from "./adapter.ts";
import { requireAmount, type ShownAmount } from "./amounts.ts";
import { requireTime } from "./dates.ts";
import { walletInstitution } from "./institutions.ts";
import { type JsonObject, jsonObject, optionalText, requireText } from "./json-body.ts";
import { LabelValues } from "./label-values.ts";
import { bareReference, type Recognition, smsReference } from "./pasted-text.ts";
import { pdfLabels, type ValueKind } from "./pdf-labels.ts";
import { type PdfLine, pdfLines } from "./pdf-lines.ts";
import { receiptOf } from "./receipt-of.ts";
import { walletReferenceDate } from "./reference-date.ts";
import { busyReading } from "./response-state.ts";
import { readSafely, Unreadable } from "./unreadable.ts";

const VERSION = "mpesa/1";
const SHAPE = /^[A-Z0-9]{10}$/;
const LINK =
  /^(?:https?:\/\/)?m-pesabusiness\.safaricom\.et\/(?:api\/)?receipt\/getReceipt\?trxNo=([A-Za-z0-9]{10})$/i;
/** "… Confirmed." is how its SMS opens, whether or not it names the wallet further on. */
const NAMES = /^[A-Z0-9]{10} confirmed\b|m-?pesa|safaricom|ኤም-? ?ፔሳ|ሳፋሪኮም/i;
const MOMENT = /\b[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\b/g;
const LABELS = new Map<string, ValueKind>([
  ["payer name", "name"],
  ["payer phone number", "account"],
  ["transaction id", "reference"],
  ["receipt no", "reference"],
  ["receiver name", "name"],
  ["receiver number", "account"],
  ["service fee", "amount"],
  ["+ 15% vat", "amount"],
  ["total", "amount"],
]);

/** M-Pesa Ethiopia: JSON that wraps a PDF, under a reference of ten characters. */
export const mpesa: Adapter = {
  id: "mpesa",
  parserVersion: VERSION,
  hosts: { receipts: { baseUrl: "https://m-pesabusiness.safaricom.et", timeoutMs: 20_000 } },
  recognise,
  requests: (lookup) => [
    {
      host: "receipts",
      path: `/api/receipt/getReceipt?trxNo=${encodeURIComponent(lookup.reference)}`,
    },
  ],
  read: (response, lookup) => readSafely(() => read(response, lookup)),
  canary: () => lookupOf("0Z00000000"),
};

function recognise(input: string): Recognition {
  const named = LINK.exec(input)?.[1]?.toUpperCase() ?? smsReference(input, NAMES, SHAPE);
  if (named !== null) return { lookup: lookupOf(named), certainty: "exact" };
  const bare = bareReference(input, SHAPE);
  return bare === null ? null : { lookup: lookupOf(bare), certainty: "shape" };
}

function lookupOf(reference: string): Lookup {
  const datedOn = walletReferenceDate(reference);
  return { provider: "mpesa", reference, variant: "receipt", parts: {}, datedOn };
}

async function read(response: ProviderResponse, lookup: Lookup): Promise<Reading> {
  const busy = busyReading(response);
  if (busy !== null) return busy;
  if (response.status !== 200) throw new Unreadable("unexpected status");
  const answer = jsonObject(response);
  const code = codeOf(answer);
  if (code !== "0") {
    if (optionalText(answer, "base64Data") !== null)
      throw new Unreadable("a refusal with a receipt");
    return { kind: "not_found" };
  }
  const lines = await pdfLines(pdfBytes(requireText(answer, "base64Data")));
  const page = new LabelValues();
  for (const { label, value } of pdfLabels(lines, { labels: LABELS })) page.add(label, value);
  const account = page.optional("receiver number");
  const paid = requireTime(onlyMoment(lines), ["yyyy-MM-dd HH:mm:ss"]);
  return receiptOf(response, VERSION, {
    provider: "mpesa",
    ...referencesOf(page, lookup),
    status: "completed",
    ...creditedAmount(page),
    receiver: {
      institution: walletInstitution("mpesa", account),
      name: page.optional("receiver name"),
      account,
    },
    payer: { name: page.optional("payer name"), account: page.optional("payer phone number") },
    paidAt: paid.at,
    dateOnly: paid.dateOnly,
  });
}

function codeOf(answer: JsonObject): string {
  const { responseCode } = answer;
  const code = typeof responseCode === "number" ? String(responseCode) : responseCode;
  if (typeof code !== "string" || !/^[A-Za-z0-9.-]{1,20}$/.test(code)) {
    throw new Unreadable("no response code");
  }
  return code;
}

function pdfBytes(base64: string): Uint8Array {
  const text = base64.replace(/\s/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new Unreadable("not base64");
  return Uint8Array.from(Buffer.from(text, "base64"));
}

/** The page prints one time, under a label we were not shown; two different ones are unreadable. */
function onlyMoment(lines: readonly PdfLine[]): string {
  const moments = new Set(lines.flatMap((line) => line.join(" ").match(MOMENT) ?? []));
  const [moment] = moments;
  if (moment === undefined || moments.size > 1) throw new Unreadable("date not understood");
  return moment;
}

function referencesOf(page: LabelValues, lookup: Lookup) {
  const reference = page.required("transaction id").toUpperCase();
  const receiptNumber = page.optional("receipt no")?.toUpperCase() ?? reference;
  if (reference !== lookup.reference && receiptNumber !== lookup.reference) {
    throw new Unreadable("another reference than the one asked");
  }
  if (!SHAPE.test(reference)) throw new Unreadable("reference not understood");
  const isOther = receiptNumber !== reference && SHAPE.test(receiptNumber);
  const other = { provider: "mpesa", reference: receiptNumber } as const;
  return { reference, aliases: isOther ? [other] : [] };
}

/**
 * The page shows the total only: what was credited is the total less fee and VAT. Should the total not
 * contain them, this reads too little, never too much.
 */
function creditedAmount(page: LabelValues): ShownAmount {
  const total = requireAmount(page.required("total"));
  const fee = requireAmount(page.required("service fee"));
  const vat = requireAmount(page.required("+ 15% vat"));
  const amountMinor = total.amountMinor - fee.amountMinor - vat.amountMinor;
  if (amountMinor < 0) throw new Unreadable("fees above the total");
  return { amountMinor, currency: total.currency };
}
