import type { Party, Receiver } from "../../domain/receipt.ts";
import type { Adapter, Lookup, LookupResult, ProviderResponse } from "../adapter.ts";
import { lookupOf, requestTo } from "../input/links.ts";
import { recognizer } from "../input/recognizer.ts";
import { institutionByName, isInternalType } from "../institutions.ts";
import { parseTime, type ShownTime } from "../reading/dates.ts";
import {
  amountIn,
  type JsonObject,
  jsonObject,
  optionalScalar,
  optionalText,
  requireObject,
  requireScalar,
  requireText,
  statusIn,
} from "../reading/json-body.ts";
import { receiptOf, requireOk, requireRequested } from "../reading/receipt-of.ts";
import { safely, Unreadable } from "../reading/unreadable.ts";
import { amharaFacts } from "./facts.ts";

const VERSION = "amhara/1";

export const amhara: Adapter = {
  id: "amhara",
  parserVersion: VERSION,
  hosts: amharaFacts.hosts,
  recognize: recognizer(amharaFacts, (parts) => lookupOf(amharaFacts, parts)),
  requests: ({ reference }) => [requestTo(amharaFacts, "receipts", { reference })],
  read: safely(read),
  canary: () => lookupOf(amharaFacts, amharaFacts.canary ?? {}),
};

function read(
  response: ProviderResponse,
  lookup: Lookup,
  ownTypes?: readonly string[],
): LookupResult {
  requireOk(response);
  const answer = jsonObject(response);
  if (answer.status === false) {
    if (hasReference(answer.data)) throw new Unreadable("status: false with a receipt");
    return { kind: "not_found" };
  }
  if (answer.status !== true) throw new Unreadable("status: not true or false");
  const data = requireObject(answer.data ?? {});
  // Values without a reference are a changed page, not a missing receipt.
  if (Object.values(data).every((value) => value === null || value === "")) {
    return { kind: "not_found" };
  }
  const reference = requireRequested(requireText(data, "transactionReference"), lookup);
  const paid = timeOf(data);
  return receiptOf(response, VERSION, {
    provider: "amhara",
    reference,
    aliases: [],
    status: statusIn(data, amharaFacts, optionalText(data, "status")),
    ...amountIn(data, "amount", "currencyId"),
    receiver: receiverOf(data, ownTypes),
    payer: payerOf(data),
    paidAt: paid.at,
    dateOnly: paid.dateOnly,
  });
}

/** Outgoing payments name the receiver and the other bank; all others credit an account at Amhara. */
function receiverOf(data: JsonObject, ownTypes?: readonly string[]): Receiver {
  const type = optionalText(data, "transactionDesc");
  const otherBank = optionalText(data, "otherBankName");
  if (type?.toLowerCase() === "ips outgoing txn") {
    const institution = institutionByName(otherBank);
    return {
      institution: institution === "amhara" ? null : institution,
      name: optionalText(data, "receiverName"),
      // The bank's own spelling.
      account: optionalText(data, "reveiverAccount"),
    };
  }
  return {
    institution: isInternalType("amhara", type, ownTypes) ? "amhara" : null,
    name: optionalText(data, "creditorName"),
    account: optionalText(data, "creditAccountId"),
  };
}

function payerOf(data: JsonObject): Party {
  return {
    name: optionalText(data, "debitorName") ?? optionalText(data, "sendorName"),
    account: optionalText(data, "debitAccount") ?? optionalText(data, "sendorAccount"),
  };
}

/** `dateTime` is YYMMDDHHMM in Addis Ababa; without it, only the day of booking is known. */
function timeOf(data: JsonObject): ShownTime {
  const dateTime = optionalScalar(data, "dateTime");
  const time =
    dateTime === null
      ? parseTime(requireScalar(data, "bookingDate"), ["yyyyMMdd"])
      : parseTime(dateTime, ["yyMMddHHmm"]);
  if (time === null) throw new Unreadable("dateTime: not a known date format");
  return time;
}

function hasReference(data: unknown): boolean {
  const { transactionReference = null } = { ...(data as { transactionReference?: unknown }) };
  return transactionReference !== null && transactionReference !== "";
}
