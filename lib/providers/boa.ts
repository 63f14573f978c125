import { isCurrency } from "../domain/money.ts";
import { accountSuffixes } from "./account-suffixes.ts";
import type { Adapter, Lookup, ProviderResponse, Reading } from "./adapter.ts";
import { requireAmount, type ShownAmount } from "./amounts.ts";
import { requireTime } from "./dates.ts";
import {
  type JsonObject,
  jsonObject,
  optionalText,
  requireObject,
  requireText,
} from "./json-body.ts";
import { bareReference, type Recognition, smsReference } from "./pasted-text.ts";
import { receiptOf, requireAsked } from "./receipt-of.ts";
import { ordinalReferenceDate } from "./reference-date.ts";
import { busyReading } from "./response-state.ts";
import { readSafely, Unreadable } from "./unreadable.ts";

const VERSION = "boa/1";
const SHAPE = /^(?:FT|TT)[A-Z0-9]{10}$/;
const SUFFIXED = /^(?:FT|TT)[A-Z0-9]{10}[0-9]{5}$/;
const LINK =
  /^(?:https?:\/\/)?cs\.bankofabyssinia\.com\/(?:slip\/?\?trx|api\/onlineSlip\/getDetails\/?\?id)=((?:FT|TT)[A-Z0-9]{10})([0-9]{5})?$/i;
const NAMES = /abyssinia|\bboa\b|አቢሲ[ኒን]ያ/i;
const OTHER_BANK = /other bank|inter-?bank|rtgs|eth ?switch/i;
const FORMATS = ["dd/MM/yy HH:mm", "dd/MM/yy HH:mm:ss", "dd/MM/yyyy HH:mm", "dd/MM/yyyy HH:mm:ss"];

/** Bank of Abyssinia: JSON under the reference and five digits of an account. */
export const boa: Adapter = {
  id: "boa",
  parserVersion: VERSION,
  hosts: { slips: { baseUrl: "https://cs.bankofabyssinia.com", timeoutMs: 15_000 } },
  recognise,
  requests: (lookup, context) =>
    accountSuffixes(lookup, context, "boa", 5).map((suffix) => ({
      host: "slips",
      path: `/api/onlineSlip/getDetails/?id=${encodeURIComponent(lookup.reference + suffix)}`,
    })),
  read: (response, lookup) => readSafely(() => read(response, lookup)),
  canary: () => lookupOf("FT99999ZZZZZ", "00000"),
};

function recognise(input: string): Recognition {
  const [, linked, suffix] = LINK.exec(input) ?? [];
  if (linked !== undefined) {
    return { lookup: lookupOf(linked.toUpperCase(), suffix ?? null), certainty: "exact" };
  }
  const named = smsReference(input, NAMES, SHAPE);
  if (named !== null) return { lookup: lookupOf(named, null), certainty: "exact" };
  const suffixed = bareReference(input, SUFFIXED);
  if (suffixed !== null) {
    return { lookup: lookupOf(suffixed.slice(0, 12), suffixed.slice(12)), certainty: "shape" };
  }
  const bare = bareReference(input, SHAPE);
  return bare === null ? null : { lookup: lookupOf(bare, null), certainty: "shape" };
}

function lookupOf(reference: string, suffix: string | null): Lookup {
  const parts: Record<string, string> = suffix === null ? {} : { suffix };
  const datedOn = ordinalReferenceDate(reference, 2);
  return { provider: "boa", reference, variant: "slip", parts, datedOn };
}

function read(response: ProviderResponse, lookup: Lookup): Reading {
  const busy = busyReading(response);
  if (busy !== null) return busy;
  if (response.status !== 200) throw new Unreadable("unexpected status");
  const answer = jsonObject(response);
  const { body } = answer;
  if (!Array.isArray(body) || body.length !== 1) throw new Unreadable("not one slip");
  const slip = requireObject(body[0]);
  if (optionalText(slip, "Payer's Name") === "Invalid reference number") {
    return { kind: "not_found" };
  }
  const status = optionalText(requireObject(answer.header), "status");
  if (status !== "success") throw new Unreadable("no success");
  const reference = requireAsked(requireText(slip, "Transaction Reference"), lookup);
  const paid = requireTime(requireText(slip, "Transaction Date"), FORMATS);
  const toOtherBank = OTHER_BANK.test(optionalText(slip, "Transaction Type") ?? "");
  return receiptOf(response, VERSION, {
    provider: "boa",
    reference,
    aliases: [],
    status: "completed",
    ...amountOf(slip),
    receiver: {
      institution: toOtherBank ? null : "boa",
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

/** The currency may stand in a field of its own as well; both must agree. */
function amountOf(slip: JsonObject): ShownAmount {
  const currency = optionalText(slip, "currency");
  if (currency !== null && !isCurrency(currency)) throw new Unreadable("currency not understood");
  const amount = requireAmount(requireText(slip, "Transferred Amount"), currency ?? undefined);
  if (currency !== null && amount.currency !== currency) throw new Unreadable("two currencies");
  return amount;
}
