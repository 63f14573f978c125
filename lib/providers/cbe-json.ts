import { isCurrency } from "../domain/money.ts";
import type { ProviderResponse, Reading } from "./adapter.ts";
import { requireAmount } from "./amounts.ts";
import { bodyText } from "./body-text.ts";
import { cbeInstitution } from "./cbe-pdf.ts";
import { requireInstant } from "./dates.ts";
import { jsonObject, optionalText, requireText } from "./json-body.ts";
import { receiptOf } from "./receipt-of.ts";
import { busyReading } from "./response-state.ts";
import { Unreadable } from "./unreadable.ts";

const REFERENCE = /^FT[A-Z0-9]{10}$/;
const TAMPERED = "Security Alert: Invalid or tampered legacy token!";

/** Reads the JSON of CBE's new receipt link; the token is not part of it, so only `id` is believed. */
export function readCbeJson(response: ProviderResponse): Reading {
  if (response.status === 500 && detailOf(response) === TAMPERED) return { kind: "not_found" };
  const busy = busyReading(response);
  if (busy !== null) return busy;
  if (response.status === 404) return unknownToken(response);
  if (response.status === 400) return { kind: "unavailable", why: "the provider answered 400" };
  if (response.status !== 200) throw new Unreadable("unexpected status");

  const body = jsonObject(response);
  const reference = requireText(body, "id").toUpperCase();
  if (!REFERENCE.test(reference)) throw new Unreadable("reference not understood");
  const currency = requireText(body, "creditCurrency");
  if (!isCurrency(currency)) throw new Unreadable("currency not understood");
  const amount = requireAmount(requireText(body, "amountCredited"), currency);
  if (amount.currency !== currency) throw new Unreadable("two currencies");
  const paid = requireInstant(firstTime(body.dateTimes));
  const account = optionalText(body, "creditAccountNo");
  return receiptOf(response, "cbe/1", {
    provider: "cbe",
    reference,
    aliases: [],
    status: "completed",
    ...amount,
    receiver: {
      institution: cbeInstitution(account),
      name: optionalText(body, "creditAccountHolder"),
      account,
    },
    payer: {
      name: optionalText(body, "debitAccountHolder"),
      account: optionalText(body, "debitAccountNo"),
    },
    paidAt: paid.at,
    dateOnly: paid.dateOnly,
  });
}

function firstTime(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : null;
  if (typeof first !== "string") throw new Unreadable("no date");
  return first;
}

function detailOf(response: ProviderResponse): unknown {
  try {
    return jsonObject(response).detail;
  } catch {
    return null;
  }
}

/** A gateway's HTML 404 says that the address is wrong, not that the receipt is not there. */
function unknownToken(response: ProviderResponse): Reading {
  if (bodyText(response).trim() !== "") jsonObject(response);
  return { kind: "not_found" };
}
