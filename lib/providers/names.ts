import type { ProviderId } from "../domain/provider.ts";

/** What people call each provider; null where the merchant's own label has to say it. */
export const PROVIDER_NAMES: Readonly<
  Record<ProviderId, { readonly en: string; readonly am: string } | null>
> = {
  telebirr: { en: "telebirr", am: "ቴሌብር" },
  cbe: { en: "Commercial Bank of Ethiopia (CBE)", am: "የኢትዮጵያ ንግድ ባንክ (CBE)" },
  boa: { en: "Bank of Abyssinia", am: "አቢሲንያ ባንክ" },
  dashen: { en: "Dashen Bank", am: "ዳሸን ባንክ" },
  awash: { en: "Awash Bank", am: "አዋሽ ባንክ" },
  cbe_birr: { en: "CBE Birr", am: "ሲቢኢ ብር (CBE Birr)" },
  mpesa: { en: "M-Pesa", am: "ኤም-ፔሳ (M-Pesa)" },
  manual: null,
  sandbox: { en: "Sandbox", am: "ሳንድቦክስ (ሙከራ)" },
  http: null,
};
