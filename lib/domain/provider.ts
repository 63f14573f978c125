/** All provider ids, in display order. Everything else about a provider is in `lib/providers`. */
export const PROVIDERS = [
  "telebirr",
  "cbe",
  "boa",
  "dashen",
  "awash",
  "cbe_birr",
  "mpesa",
  "wegagen",
  "amhara",
  "zemen",
  "ebirr",
  "manual",
  "sandbox",
  "http",
] as const;

export type ProviderId = (typeof PROVIDERS)[number];

/** Providers whose accounts are Ethiopian mobile numbers (or a merchant's short code). */
const WALLETS = ["telebirr", "cbe_birr", "mpesa", "ebirr"] as const satisfies readonly ProviderId[];

export type WalletId = (typeof WALLETS)[number];

export function isWallet(provider: ProviderId): provider is WalletId {
  return (WALLETS as readonly ProviderId[]).includes(provider);
}
