import { awashLayout } from "./layouts/awash.ts";
import { boaLayout } from "./layouts/boa.ts";
import { cbeLayout } from "./layouts/cbe.ts";
import { cbeBirrLayout } from "./layouts/cbe-birr.ts";
import { dashenLayout } from "./layouts/dashen.ts";
import { httpJsonLayout } from "./layouts/http-json.ts";
import { mpesaLayout } from "./layouts/mpesa.ts";
import { telebirrLayout } from "./layouts/telebirr.ts";
import { amharaLayout, wegagenLayout } from "./layouts/wegagen.ts";
import type { Layout, Variant } from "./sheet.ts";
import type { BankProvider } from "./transfer.ts";

/** How each provider prints. */
const LAYOUTS: Readonly<Record<BankProvider, Layout>> = {
  telebirr: telebirrLayout,
  cbe: cbeLayout,
  boa: boaLayout,
  dashen: dashenLayout,
  awash: awashLayout,
  cbe_birr: cbeBirrLayout,
  mpesa: mpesaLayout,
  wegagen: wegagenLayout,
  amhara: amharaLayout,
  http: httpJsonLayout,
};

export class UnknownVariant extends Error {}

export function layoutOf(provider: BankProvider): Layout {
  return LAYOUTS[provider];
}

/** The variants a provider's receipts come in, the usual one first. */
export function variantsOf(provider: BankProvider): readonly Variant[] {
  return layoutOf(provider).variants;
}

/** Throws `UnknownVariant` for a name or index the provider does not have. */
export function variantName(provider: BankProvider, wanted: string | number): string {
  const variants = variantsOf(provider);
  const found = variants.find((variant, index) => variant.name === wanted || index === wanted);
  if (found === undefined) {
    const names = variants.map((variant) => variant.name).join(", ");
    throw new UnknownVariant(`${provider} has no variant ${wanted}; it has ${names}`);
  }
  return found.name;
}
