/** Small and free of imports that do anything: the pay page and the dashboard ship it to browsers. */
import type { ProviderId } from "../domain/provider.ts";

/** One thing that a customer types. `pattern` is for a hint while typing; the server decides. */
export interface ProviderInput {
  readonly id: "input" | "payer_phone";
  readonly label: { readonly en: string; readonly am: string };
  readonly example: string;
  readonly placeholder: string;
  /** Source of a regular expression for the bare form, as in the HTML attribute `pattern`; null for free text. */
  readonly pattern: string | null;
}

const WALLET_SHAPE = "[A-Za-z0-9]{10}";
const CORE_SHAPE = "[A-Za-z]{2}[A-Za-z0-9]{10}";

/** What each provider's customer must type; a whole SMS or the receipt's link does as well everywhere. */
export const PROVIDER_INPUTS: Readonly<Record<ProviderId, readonly ProviderInput[]>> = {
  telebirr: [input("Transaction number", "የግብይት ቁጥር", "DEK1AB2CD3", WALLET_SHAPE)],
  cbe: [input("Receipt link or FT number", "የደረሰኝ ሊንክ ወይም የFT ቁጥር", "FT26140AB1C2", CORE_SHAPE)],
  boa: [input("Transaction reference", "የግብይት ማጣቀሻ", "FT26140AB1C2", CORE_SHAPE)],
  dashen: [input("Transaction reference", "የግብይት ማጣቀሻ", "123ABCD261400001", "[A-Za-z0-9]{16}")],
  awash: [input("Receipt link", "የደረሰኝ ሊንክ", "-2ABC10D0EF-1G02H3", "-?[A-Za-z0-9-]{8,40}")],
  cbe_birr: [
    input("Transaction ID", "የግብይት መለያ", "DEK1AB2CD3", "[A-Za-z0-9]{10,11}"),
    {
      id: "payer_phone",
      label: { en: "Phone you paid from", am: "የከፈሉበት ስልክ" },
      example: "0911000000",
      placeholder: "09…",
      pattern: "(\\+?251|0)?[79][0-9]{8}",
    },
  ],
  mpesa: [input("Transaction ID", "የግብይት መለያ", "DEK1AB2CD3", WALLET_SHAPE)],
  manual: [input("Payment reference", "የክፍያ ማጣቀሻ", "TRX-000123", "[A-Za-z0-9][A-Za-z0-9 -]{2,63}")],
  sandbox: [input("Test reference", "የሙከራ ማጣቀሻ", "TESTOK1", "[Tt][Ee][Ss][Tt][A-Za-z0-9]{2,46}")],
  http: [input("Transaction reference", "የግብይት ማጣቀሻ", "ABC123", null)],
};

function input(en: string, am: string, example: string, pattern: string | null): ProviderInput {
  return { id: "input", label: { en, am }, example, placeholder: example, pattern };
}
