import type { Receiver } from "../../domain/receipt.ts";
import type { Adapter, Lookup, LookupResult, ProviderResponse } from "../adapter.ts";
import { lookupOf, requestTo } from "../input/links.ts";
import { recognizer } from "../input/recognizer.ts";
import { isInternalType } from "../institutions.ts";
import { requireInstant } from "../reading/dates.ts";
import {
  amountIn,
  type JsonObject,
  jsonObject,
  optionalText,
  requireText,
  statusIn,
} from "../reading/json-body.ts";
import { receiptOf, requireOk } from "../reading/receipt-of.ts";
import { safely, Unreadable } from "../reading/unreadable.ts";
import { wegagenFacts } from "./facts.ts";

const VERSION = "wegagen/1";
const REFERENCE = /^[A-Z0-9]{12,20}$/;

export const wegagen: Adapter = {
  id: "wegagen",
  parserVersion: VERSION,
  hosts: wegagenFacts.hosts,
  recognize: recognizer(wegagenFacts, (parts) => lookupOf(wegagenFacts, parts)),
  requests: ({ reference }) => [requestTo(wegagenFacts, "receipts", { reference })],
  read: safely(read),
  canary: () => lookupOf(wegagenFacts, wegagenFacts.canary ?? {}),
};

function read(
  response: ProviderResponse,
  lookup: Lookup,
  ownTypes?: readonly string[],
): LookupResult {
  requireOk(response);
  const body = jsonObject(response);
  if (body.master_id === "---" && optionalText(body, "trnRefNo") === null) {
    return { kind: "not_found" };
  }
  const reference = requireText(body, "trnRefNo").toUpperCase();
  if (!REFERENCE.test(reference)) throw new Unreadable("trnRefNo: not a reference");
  // The token is the reference, followed by account digits and letters.
  if (!lookup.reference.startsWith(reference)) {
    throw new Unreadable("another reference than the requested one");
  }
  const paid = requireInstant(requireText(body, "txnTimestamp"));
  return receiptOf(response, VERSION, {
    provider: "wegagen",
    reference,
    aliases:
      reference === lookup.reference ? [] : [{ provider: "wegagen", reference: lookup.reference }],
    status: statusOf(body),
    ...amountIn(body, "txnAmount", "currency"),
    receiver: receiverOf(body, ownTypes),
    payer: {
      name: optionalText(body, "sender_name"),
      account: optionalText(body, "sender_account"),
    },
    paidAt: paid.at,
    dateOnly: paid.dateOnly,
  });
}

/**
 * `messageStatus` is the only status, and its words are not all known: an unlisted one is unreadable, so
 * that a genuine payment is not refused for it.
 */
function statusOf(body: JsonObject) {
  const status = statusIn(body, wegagenFacts, optionalText(body, "messageStatus"));
  if (status === "unknown") throw new Unreadable("messageStatus: not a known word");
  return status;
}

/**
 * The bank is not printed: only a listed kind of transfer out of the sender's account stays at Wegagen. The
 * narrative does not count, since the payer writes it.
 */
function receiverOf(body: JsonObject, ownTypes?: readonly string[]): Receiver {
  const isInternal =
    optionalText(body, "drCr") === "D" &&
    isInternalType("wegagen", optionalText(body, "module"), ownTypes);
  return {
    institution: isInternal ? "wegagen" : null,
    name: optionalText(body, "receiver_name"),
    account: optionalText(body, "receiver_account"),
  };
}
