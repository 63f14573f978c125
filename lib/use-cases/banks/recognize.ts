import type { VerifyBody } from "../../contract/schemas/verification.ts";
import type { Lookup } from "../../domain/attempt.ts";
import type { Checkout } from "../../domain/checkout.ts";
import { invalidField, type ServiceError } from "../../domain/errors.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { FACTS } from "../../providers/facts.ts";
import type { RecognizedInput } from "../../providers/input/recognize-input.ts";
import { MOST_WITHIN, referencesWithin } from "../../providers/references-within.ts";
import { recognizeInput } from "../../providers/registry.ts";
import { isAskable } from "./lookup.ts";
import { providerAdapters, providersOf } from "./providers.ts";

/** What a payer gave beside the reference. */
type PayerDetails = Pick<VerifyBody, "payer_phone" | "payer_account_suffix">;

/**
 * Finds out which receipt the input of a verify call means, without asking a bank.
 *
 * @throws ServiceError `invalid_request` naming `input`, `provider` or `payer_account_suffix`
 */
export async function recognizeReference(checkout: Checkout, body: VerifyBody): Promise<Lookup> {
  const found = await recognizeFor(checkout, body.input, body.provider);
  switch (found.kind) {
    case "lookup":
      return completeLookup(checkout, found.lookup, body);
    case "ambiguous":
      throw invalidField("provider", `is needed; it could be ${found.providers.join(" or ")}`);
    case "several_references":
      throw invalidField(
        "input",
        `holds several references: ${found.references.join(", ")}; send one`,
      );
    case "provider_not_enabled":
      if (found.provider === "sandbox" && body.provider !== "sandbox") {
        throw invalidField("input", "is a test reference, which only test mode accepts");
      }
      throw invalidField("provider", `${found.provider} is not accepted here`);
    case "unrecognized":
      throw invalidField("input", "is not a reference, receipt link or SMS that we know");
  }
}

/**
 * Recognizes an input without asking a bank. If several banks issue references of this form, the bank at which the
 * shop has an account is meant. If the shop has accounts at several of them, the result lists these; if at none,
 * it lists all of them. Nothing is guessed where the text itself names several banks: its receipt may be at either.
 *
 * @param named the provider that the payer or the shop's page chose
 */
export async function recognizeFor(
  checkout: Checkout,
  input: string,
  named: ProviderId | undefined,
): Promise<RecognizedInput> {
  const accepted = providersOf(checkout);
  const adapters = await providerAdapters();
  const found = recognizeInput(input, accepted, named, adapters);
  if (found.kind === "lookup" && found.lookup.provider === "manual") return asOnePayment(found);
  if (found.kind !== "ambiguous" || found.isNamed) return found;
  const held = found.providers.filter((id) => checkout.methods.some((m) => m.provider === id));
  const [only, ...others] = held;
  if (only === undefined) return found;
  if (others.length > 0) return { ...found, providers: held };
  return recognizeInput(input, accepted, only, adapters);
}

/** A manual reference is one payment: a text that holds many references is none. */
function asOnePayment(found: RecognizedInput & { readonly kind: "lookup" }): RecognizedInput {
  const references = referencesWithin(found.lookup.reference).map(({ reference }) => reference);
  if (references.length <= MOST_WITHIN) return found;
  return { kind: "several_references", references: [...new Set(references)] };
}

/** Adds the payer's details. @throws ServiceError `invalid_request` naming the field, if the bank needs more than that */
export async function completeLookup(
  checkout: Checkout,
  recognized: Lookup,
  { payer_phone, payer_account_suffix }: PayerDetails,
): Promise<Lookup> {
  const lookup = withPayerDigits(recognized, payer_account_suffix);
  if (await isAskable(lookup, checkout, payer_phone ?? null)) return lookup;
  throw notEnough(lookup);
}

/** Adds the digits of the payer's account unless the link or text had them. */
function withPayerDigits(lookup: Lookup, suffix: string | undefined): Lookup {
  const isAsked = FACTS[lookup.provider].inputs.some(({ id }) => id === "payer_account_suffix");
  if (suffix === undefined || !isAsked || lookup.parts.suffix !== undefined) return lookup;
  return { ...lookup, parts: { ...lookup.parts, suffix } };
}

function notEnough({ provider }: Lookup): ServiceError {
  const inputs = FACTS[provider].inputs.map(({ id }) => id);
  return inputs.includes("payer_account_suffix")
    ? invalidField(
        "payer_account_suffix",
        "is needed with a bare reference: the last 5 digits of the account that paid, or send the receipt's link",
      )
    : invalidField("input", "is not enough by itself; send the receipt's link or its SMS");
}
