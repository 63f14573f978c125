import type { Receiver } from "../../domain/receipt.ts";
import type { Adapter, Lookup, LookupResult, ProviderResponse } from "../adapter.ts";
import { lookupOf, requestTo } from "../input/links.ts";
import { recognizer } from "../input/recognizer.ts";
import { isInternalType, namedInstitution, walletInstitution } from "../institutions.ts";
import { type JsonObject, jsonObject, optionalText, requireText } from "../reading/json-body.ts";
import { amountAt, LabelValues, timeAt } from "../reading/labels.ts";
import { withoutPayersText, writtenReason } from "../reading/payers-text.ts";
import { pdfLabels, pdfLines, type ValueKind } from "../reading/pdf-labels.ts";
import {
  receiptOf,
  receiptStatus,
  requireOk,
  requireRequested,
  STATUS_LABELS,
  shownStatus,
} from "../reading/receipt-of.ts";
import { safely, Unreadable } from "../reading/unreadable.ts";
import { mpesaFacts } from "./facts.ts";

const VERSION = "mpesa/2";
const RECEIPT_NUMBER = /^[A-Z0-9]{8,16}$/;
const ACCOUNTS = ["receiver account number", "receiver account/business number"] as const;
const LABELS = new Map<string, ValueKind>([
  ["sender name", "name"],
  ["sender phone number", "account"],
  ["sender number", "account"],
  ["receiver name", "name"],
  ["receiver phone number", "account"],
  ["receiver account number", "account"],
  ["receiver account/business number", "account"],
  ["bank name", "name"],
  ["transaction id", "reference"],
  ["payment method", "text"],
  ["transaction type", "text"],
  ["payment reason", "text"],
  ["receipt no", "reference"],
  ["payment date", "date"],
  ["settled amount", "amount"],
  ["service fee", "amount"],
  ["+ 15% vat", "amount"],
  ["total", "amount"],
  ...STATUS_LABELS.map((label): [string, ValueKind] => [label, "text"]),
]);

export const mpesa: Adapter = {
  id: "mpesa",
  parserVersion: VERSION,
  hosts: mpesaFacts.hosts,
  recognize: recognizer(mpesaFacts, (parts) => lookupOf(mpesaFacts, parts)),
  requests: ({ reference }) => [requestTo(mpesaFacts, "receipts", { reference })],
  read: safely(read),
  canary: () => lookupOf(mpesaFacts, mpesaFacts.canary ?? {}),
};

async function read(
  response: ProviderResponse,
  lookup: Lookup,
  ownTypes?: readonly string[],
): Promise<LookupResult> {
  requireOk(response);
  const answer = jsonObject(response);
  if (codeOf(answer) !== "0") {
    if (optionalText(answer, "base64Data") !== null) {
      throw new Unreadable("responseCode: a refusal that carries a receipt");
    }
    return { kind: "not_found" };
  }
  const lines = await pdfLines(pdfBytes(requireText(answer, "base64Data")));
  const page = new LabelValues();
  for (const { label, value } of pdfLabels(lines, { labels: LABELS })) page.add(label, value);
  const reference = requireRequested(page.required("transaction id"), lookup);
  const paid = timeAt(page, ["yyyy-MM-dd HH:mm:ss"], "payment date");
  return receiptOf(response, VERSION, {
    provider: "mpesa",
    reference,
    aliases: receiptNumberOf(page, reference),
    status: receiptStatus(mpesaFacts, shownStatus(page), withoutPayersText(lines.flat(), page)),
    ...amountAt(page, "settled amount"),
    receiver: receiverOf(page, ownTypes),
    payer: {
      name: page.optional("sender name"),
      account: page.optional("sender phone number", "sender number"),
    },
    paidAt: paid.at,
    reason: writtenReason(page, "payment reason"),
    dateOnly: paid.dateOnly,
  });
}

function codeOf(answer: JsonObject): string {
  const { responseCode } = answer;
  const code = typeof responseCode === "number" ? String(responseCode) : responseCode;
  if (typeof code !== "string" || !/^[A-Za-z0-9.-]{1,20}$/.test(code)) {
    throw new Unreadable("no responseCode");
  }
  return code;
}

function pdfBytes(base64: string): Uint8Array {
  const text = base64.replace(/\s/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new Unreadable("base64Data: not base64");
  return Uint8Array.from(Buffer.from(text, "base64"));
}

/** The receipt number names the same transfer, so it is claimed with the transaction id. */
function receiptNumberOf(page: LabelValues, reference: string) {
  const number = page.required("receipt no").toUpperCase();
  if (!RECEIPT_NUMBER.test(number)) throw new Unreadable("receipt no: not a reference");
  return number === reference ? [] : [{ provider: "mpesa" as const, reference: number }];
}

function receiverOf(page: LabelValues, ownTypes?: readonly string[]): Receiver {
  const name = page.optional("receiver name");
  const phone = page.optional("receiver phone number");
  const account = page.optional(...ACCOUNTS);
  const bank = page.optional("bank name");
  const type = page.optional("transaction type");
  if (bank !== null) {
    const institution = namedInstitution("mpesa", bank, type, ownTypes);
    return { institution, name, account: account ?? phone };
  }
  const shown = phone ?? account;
  // The payer's own text may hold another number under the label that the receipt does not print.
  const isAgreed = phone === null || account === null || phone === account;
  const isInternal = isInternalType("mpesa", type, ownTypes);
  const institution = isInternal && isAgreed ? walletInstitution("mpesa", shown) : null;
  return { institution, name, account: shown };
}
