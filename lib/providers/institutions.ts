import { isWallet, PROVIDERS, type ProviderId } from "../domain/provider.ts";
import { FACTS } from "./facts.ts";

const LEGAL_FORM = /(?:sharecompany|sc)$/;

const BY_NAME: ReadonlyMap<string, ProviderId> = new Map(
  PROVIDERS.flatMap((id) => FACTS[id].printedNames.map((name) => [lettersOf(name), id] as const)),
);

/**
 * The provider that an institution's printed name means; null for any name not listed, so that a customer
 * whose name contains a bank's name is never mistaken for the bank.
 */
export function institutionByName(name: string | null): ProviderId | null {
  if (name === null || name.length > 80) return null;
  const letters = lettersOf(name);
  return BY_NAME.get(letters) ?? BY_NAME.get(letters.replace(LEGAL_FORM, "")) ?? null;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}

const PHONE_OR_SHORT_CODE = /^(?:\+?251|0)?[79][0-9*]{8}$|^[0-9]{4,8}$/;

/**
 * The wallet itself where the account is a phone or a short code. Null where the number is missing or may
 * be an account at a bank.
 */
export function walletInstitution(wallet: ProviderId, account: string | null): ProviderId | null {
  return account !== null && PHONE_OR_SHORT_CODE.test(account) ? wallet : null;
}

/** Providers that issue references of this form; several providers share some forms. */
export function issuersByForm(reference: string): readonly ProviderId[] {
  return PROVIDERS.filter(
    (id) =>
      FACTS[id].kind !== "other" &&
      !FACTS[id].reviewOnly &&
      FACTS[id].reference.shape.test(reference),
  );
}

/**
 * Whether a service type, as printed, means that the receiver's account is at this provider.
 *
 * @param ownTypes in lower case; types that the operator has proven, beside those of the facts
 */
export function isInternalType(
  provider: ProviderId,
  type: string | null,
  ownTypes?: readonly string[],
): boolean {
  const word = wordOf(type);
  if (word === "") return false;
  return [FACTS[provider].internalTypes, ownTypes].some((types) => types?.includes(word));
}

/** The bank that a receipt names; null where the service type is not one of transfers to it. */
export function namedInstitution(
  provider: ProviderId,
  bank: string | null,
  type: string | null,
  ownTypes?: readonly string[],
): ProviderId | null {
  const named = institutionByName(bank);
  const isKnown =
    named === provider
      ? isInternalType(provider, type, ownTypes)
      : FACTS[provider].interbankTypes?.includes(wordOf(type));
  return isKnown ? named : null;
}

/** The wallet that a service type, as printed, sends to; null for any other type. */
export function walletByType(provider: ProviderId, type: string | null): ProviderId | null {
  return new Map(Object.entries(FACTS[provider].walletTypes ?? {})).get(wordOf(type)) ?? null;
}

function wordOf(type: string | null): string {
  return (type ?? "").replace(/\s+/g, " ").trim().toLowerCase();
}

/** Wallets print a phone where banks print an account. */
export function holdsPhones(institution: ProviderId | null): boolean {
  return institution !== null && isWallet(institution);
}
