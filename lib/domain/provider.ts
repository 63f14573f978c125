/** Where a payment can be made. `http` is any bank that answers JSON, set up by configuration. */
export const PROVIDERS = [
  "telebirr",
  "cbe",
  "boa",
  "dashen",
  "awash",
  "cbe_birr",
  "mpesa",
  "manual",
  "sandbox",
  "http",
] as const;

export type ProviderId = (typeof PROVIDERS)[number];
