import type { Receiver } from "../../domain/receipt.ts";
import type { Lookup, LookupResult, ProviderResponse } from "../adapter.ts";
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
import { bodyText, receiptOf, requireOk, requireRequested } from "../reading/receipt-of.ts";
import { Unreadable } from "../reading/unreadable.ts";
import { cbeFacts } from "./facts.ts";

/**
 * Whether a receipt's account is at CBE: 13 digits that begin with 1000, or one of the two recorded masks, `1****6789`
 * (PDF) and `1********6789` (JSON). Receipts of transfers to another bank show a collective account, `E********0000`.
 */
export function isCbeAccount(account: string | null): boolean {
  return (
    account !== null && (/^1000[0-9]{9}$/.test(account) || /^1(\*{4}|\*{8})[0-9]{4}$/.test(account))
  );
}

const TAMPERED = "Security Alert: Invalid or tampered legacy token!";
const ACCOUNT = /^[0-9]{6,20}$/;

/** Whether the answer says that the link's token is none. Its status alone would say that the bank is down. */
export function isTampered(response: ProviderResponse): boolean {
  return response.status === 500 && detailOf(response) === TAMPERED;
}

/**
 * Reads the JSON of CBE's receipt link. An opaque token is not part of it, so only `id` is the reference. The token is used
 * up with it: a person may have approved the link while nobody could read it.
 */
export function readCbeJson(response: ProviderResponse, lookup: Lookup): LookupResult {
  if (response.status === 404) return unknownToken(response);
  if (response.status === 400) return { kind: "unavailable", why: "the provider answered 400" };
  requireOk(response);

  const body = jsonObject(response);
  const reference = requireText(body, "id").toUpperCase();
  if (!cbeFacts.reference.shape.test(reference)) throw new Unreadable("id: not a reference");
  if (lookup.parts.digits !== undefined) requireRequested(reference, lookup);
  const paid = requireInstant(firstTime(body.dateTimes));
  return receiptOf(response, "cbe/2", {
    provider: "cbe",
    reference,
    aliases:
      reference === lookup.reference ? [] : [{ provider: "cbe", reference: lookup.reference }],
    status: statusIn(body, cbeFacts, optionalText(body, "status")),
    ...amountIn(body, "amountCredited", "creditCurrency"),
    receiver: receiverOf(body),
    payer: {
      name: optionalText(body, "debitAccountHolder"),
      account: optionalText(body, "debitAccountNo"),
    },
    paidAt: paid.at,
    reason: reasonIn(body.paymentDetails),
    dateOnly: paid.dateOnly,
  });
}

/** The details are what the payer wrote, and for other banks the receiving account. */
function reasonIn(details: unknown): string | null {
  if (!Array.isArray(details)) return null;
  const texts = details.filter((one): one is string => typeof one === "string");
  return texts.length === 0 ? null : texts.join(" ").slice(0, 200);
}

/**
 * An interbank receipt shows CBE's collective account as the credited one, and the receiving account among
 * the payment details; at which bank it is, the receipt does not say.
 */
function receiverOf(body: JsonObject): Receiver {
  const { isOtherBank } = body;
  if (isOtherBank !== undefined && isOtherBank !== null && typeof isOtherBank !== "boolean") {
    throw new Unreadable("isOtherBank: not true or false");
  }
  const account = optionalText(body, "creditAccountNo");
  const name = optionalText(body, "creditAccountHolder");
  if (isOtherBank === true) {
    return { institution: null, name: null, account: accountInDetails(body.paymentDetails) };
  }
  const isInternal =
    isOtherBank === false &&
    isInternalType("cbe", optionalText(body, "platformTransactionType")) &&
    isCbeAccount(account);
  return { institution: isInternal ? "cbe" : null, name, account };
}

/** The one account number among the payment details, which also hold what the payer wrote. */
function accountInDetails(details: unknown): string | null {
  if (!Array.isArray(details)) return null;
  const numbers = details.filter((text) => typeof text === "string" && ACCOUNT.test(text.trim()));
  return numbers.length === 1 ? String(numbers[0]).trim() : null;
}

function firstTime(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : null;
  if (typeof first !== "string") throw new Unreadable("no dateTimes");
  return first;
}

function detailOf(response: ProviderResponse): unknown {
  try {
    return jsonObject(response).detail;
  } catch {
    return null;
  }
}

/** A gateway's HTML 404 says that the address is wrong, not that no such receipt exists. */
function unknownToken(response: ProviderResponse): LookupResult {
  if (bodyText(response).trim() !== "") jsonObject(response);
  return { kind: "not_found" };
}
