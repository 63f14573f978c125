import { type VerifyBody, verifyBody } from "../../contract/schemas/verification.ts";
import type { Lookup } from "../../domain/attempt.ts";
import type { Checkout } from "../../domain/checkout.ts";
import { invalidField } from "../../domain/errors.ts";
import { PROVIDERS, type ProviderId } from "../../domain/provider.ts";
import type { RecognizedInput } from "../../providers/input/recognize-input.ts";
import { recognizeFor } from "../../use-cases/banks/lookup.ts";
import { providersOf } from "../../use-cases/banks/providers.ts";
import { type FormState, formOf, type Typed } from "./form.ts";
import type { InputProblem } from "./situation.ts";
import type { PageContext } from "./words.ts";

/** A question to the payer before any lookup. */
export interface Question {
  readonly situation: InputProblem;
  readonly context: Partial<PageContext>;
  readonly form: FormState;
}

const DAY_MS = 86_400_000;
const ODD_DAYS = 2;

/** What may be looked up, and the form as it was sent. */
interface Accepted {
  readonly lookup: Lookup;
  readonly form: FormState;
}

/**
 * Recognizes the payer's input without asking a bank. It asks back which bank the reference is from, or whether
 * the reference is right if its own date is more than two days off. Where a reference fits several banks, it
 * is taken for one of the bank that the payer named, else of the bank that they chose to pay with, unless the text
 * itself names several. A bank that they named stays one of the form's candidates, so that they can change it.
 */
export async function checkInput(
  checkout: Checkout,
  typed: Typed,
  now: number,
): Promise<{ readonly question: Question } | Accepted> {
  const chosen = chosenProvider(checkout, typed.method);
  const named = PROVIDERS.find((id) => id === typed.provider);
  let found = await recognizeFor(checkout, typed.input, undefined);
  const choices = await choicesOf(checkout, typed.input, found, { chosen, named });
  const usual = found.kind === "ambiguous" && found.isNamed ? undefined : chosen;
  const bank = [named, usual].find((id) => id !== undefined && choices.includes(id));
  const candidates = named !== undefined && bank === named ? choices : [];
  const form = { ...formOf(typed), candidates };
  if (choices.length > 0 && bank === undefined) {
    return question("which_bank", { candidates: choices });
  }
  const hint = bank ?? named;
  if (hint !== undefined && !identifiesBank(found, hint)) {
    found = await recognizeFor(checkout, typed.input, hint);
  }
  if (found.kind === "provider_not_enabled") {
    return question("bank_not_accepted", {}, { provider: found.provider });
  }
  if (found.kind !== "lookup") {
    return question("not_a_reference", {}, { several: found.kind === "several_references" });
  }
  const { reference, datedOn } = found.lookup;
  if (isOdd(datedOn, checkout.createdAt, now) && typed.confirmed !== reference) {
    return question("odd_date", { confirm: reference }, { reference, datedOn });
  }
  return { lookup: found.lookup, form };

  function question(
    situation: InputProblem,
    more: Partial<FormState>,
    context: Partial<PageContext> = {},
  ) {
    return { question: { situation, context, form: { ...form, ...more } } };
  }
}

/** The provider of the chosen method, or of all methods; undefined if a page without accounts let nobody choose. */
function chosenProvider({ methods }: Checkout, id: string | undefined): ProviderId | undefined {
  const [only, ...others] = new Set(methods.map(({ provider }) => provider));
  const method = methods.find((one) => one.id === id);
  return method?.provider ?? (others.length === 0 ? only : undefined);
}

/**
 * The providers that may have issued the input, where that is not certain. References that the merchant looks up have
 * no fixed form, so almost any input may be one, unless the payer chose to pay with a bank.
 */
async function choicesOf(
  checkout: Checkout,
  input: string,
  found: RecognizedInput,
  { chosen, named }: Readonly<Record<"chosen" | "named", ProviderId | undefined>>,
): Promise<readonly ProviderId[]> {
  const banks = found.kind === "ambiguous" ? found.providers : [];
  const isBankChosen = chosen !== undefined && chosen !== "manual" && named !== "manual";
  if (isBankChosen || !providersOf(checkout).includes("manual")) return banks;
  if (identifiesBank(found, "manual")) return banks;
  const slip = await recognizeFor(checkout, input, "manual");
  if (slip.kind === "unrecognized" || found.kind === "several_references") return banks;
  if (found.kind === "lookup") return [found.lookup.provider, "manual"];
  if (found.kind === "ambiguous") return [...banks, "manual"];
  return [...new Set(checkout.methods.map(({ provider }) => provider))];
}

/**
 * Whether the input identifies its bank, whatever the form says: a bank that was asked about an earlier number is
 * still selected there. A merchant's own references may look like a bank's, so only a link or an SMS that names the
 * bank counts then.
 */
function identifiesBank(found: RecognizedInput, hint: ProviderId): boolean {
  if (hint === "manual") return found.kind === "lookup" && found.isNamed;
  if (found.kind === "ambiguous") return !found.providers.includes(hint);
  return found.kind === "lookup" || found.kind === "provider_not_enabled";
}

/** `datedOn` is the start of a day: more than two whole days before the checkout, or after now. */
function isOdd(datedOn: number | null, createdAt: number, now: number): boolean {
  if (datedOn === null) return false;
  const endOfDay = datedOn + DAY_MS;
  return endOfDay < createdAt - ODD_DAYS * DAY_MS || datedOn > now + ODD_DAYS * DAY_MS;
}

const details = verifyBody.pick({ payer_phone: true, payer_account_suffix: true });

/** Validates what the payer typed beside the reference. @throws ServiceError `invalid_request` naming the field */
export function payerDetailsOf(
  typed: Typed,
): Pick<VerifyBody, "payer_phone" | "payer_account_suffix"> {
  const result = details.safeParse({
    payer_phone: withoutMarks(typed.payer_phone),
    payer_account_suffix: withoutMarks(typed.payer_account_suffix),
  });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidField(issue?.path.join(".") ?? "payer_phone", issue?.message ?? "is not valid");
}

/** A number without what people put between its digits, and without the stars of a masked account. */
function withoutMarks(typed: string | undefined): string | undefined {
  return typed?.replaceAll(/[\s().*\u2010-\u2015-]/g, "") || undefined;
}
