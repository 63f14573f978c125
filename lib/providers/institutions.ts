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
  if (type === null) return false;
  const word = type.replace(/\s+/g, " ").trim().toLowerCase();
  if (word === "") return false;
  return [FACTS[provider].internalTypes, ownTypes].some((types) => types?.includes(word));
}

/** Wallets print a phone where banks print an account. */
export function holdsPhones(institution: ProviderId | null): boolean {
  return institution !== null && isWallet(institution);
}
