import { isCurrency } from "../../domain/money.ts";
import type { ProviderId } from "../../domain/provider.ts";
import type { Adapter, Lookup, LookupResult, ProviderResponse } from "../adapter.ts";
import { lookupOf, requestTo } from "../input/links.ts";
import { recognizer } from "../input/recognizer.ts";
import { isInternalType, namedInstitution } from "../institutions.ts";
import { parseAmount, type ShownAmount } from "../reading/amounts.ts";
import { parseTime } from "../reading/dates.ts";
import {
  agreedText,
  type JsonObject,
  jsonObject,
  optionalText,
  requireObject,
  requireScalar,
  requireText,
  statusIn,
} from "../reading/json-body.ts";
import { receiptOf, requireOk, requireRequested } from "../reading/receipt-of.ts";
import { safely, Unreadable } from "../reading/unreadable.ts";
import { boaFacts } from "./facts.ts";

const VERSION = "boa/2";
const FORMATS = ["dd/MM/yy HH:mm", "dd/MM/yy HH:mm:ss", "dd/MM/yyyy HH:mm", "dd/MM/yyyy HH:mm:ss"];

export const boa: Adapter = {
  id: "boa",
  parserVersion: VERSION,
  hosts: boaFacts.hosts,
  recognize: recognizer(boaFacts, (parts) => lookupOf(boaFacts, parts, "slip")),
  // The bank wants digits of the payer's account. The merchant's own find nothing, which would look like
  // a receipt that does not exist.
  requests: ({ reference, parts: { suffix } }) =>
    suffix === undefined ? [] : [requestTo(boaFacts, "slips", { reference, suffix })],
  read: safely(read),
  canary: () => lookupOf(boaFacts, boaFacts.canary ?? {}, "slip"),
};

function read(
  response: ProviderResponse,
  lookup: Lookup,
  ownTypes?: readonly string[],
): LookupResult {
  requireOk(response);
  const answer = jsonObject(response);
  const { body } = answer;
  if (!Array.isArray(body) || body.length !== 1) throw new Unreadable("body: not one slip");
  const slip = requireObject(body[0]);
  if (optionalText(slip, "Payer's Name") === "Invalid reference number") {
    return { kind: "not_found" };
  }
  const result = optionalText(requireObject(answer.header), "status");
  if (result !== "success") throw new Unreadable("header.status: not success");
  const reference = requireRequested(requireText(slip, "Transaction Reference"), lookup);
  const paid = parseTime(requireText(slip, "Transaction Date"), FORMATS);
  if (paid === null) throw new Unreadable("Transaction Date: not a known date format");
  const keys = Object.keys(slip).filter((key) => /stat(?:us|e)$/i.test(key));
  const status = agreedText(slip, ...keys);
  if (status === null && keys.length > 0) throw new Unreadable("status: blank");
  return receiptOf(response, VERSION, {
    provider: "boa",
    reference,
    aliases: [],
    status: statusIn(slip, boaFacts, status),
    ...amountOf(slip),
    receiver: {
      institution: institutionOf(slip, ownTypes),
      name: optionalText(slip, "Receiver's Name"),
      account: optionalText(slip, "Receiver's Account"),
    },
    payer: {
      name: optionalText(slip, "Payer's Name") ?? optionalText(slip, "Source Account Name"),
      account: optionalText(slip, "Source Account"),
    },
    paidAt: paid.at,
    dateOnly: paid.dateOnly,
  });
}

/** The named bank, if the type is one of transfers to it. Without a name, the type has to be an internal one. */
function institutionOf(slip: JsonObject, ownTypes?: readonly string[]): ProviderId | null {
  const bank = agreedText(slip, "Receiver's Bank", "Beneficiary Bank", "Receiver Bank");
  const type = optionalText(slip, "Transaction Type");
  if (bank !== null) return namedInstitution("boa", bank, type, ownTypes);
  return isInternalType("boa", type, ownTypes) ? "boa" : null;
}

/** The amount is text with a unit, or a number; a `currency` of its own must agree. */
function amountOf(slip: JsonObject): ShownAmount {
  const currency = optionalText(slip, "currency");
  if (currency !== null && !isCurrency(currency)) throw new Unreadable("currency: not a currency");
  const amount = parseAmount(requireScalar(slip, "Transferred Amount"), currency ?? undefined);
  if (amount === null) throw new Unreadable("Transferred Amount: not an amount");
  if (currency !== null && amount.currency !== currency) {
    throw new Unreadable("currency: differs from Transferred Amount");
  }
  return amount;
}
