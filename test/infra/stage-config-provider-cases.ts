export type WrongCase = readonly [field: string, message: string, change: object];
export type RightCase = readonly [what: string, change: object];

const PIN = `${"A".repeat(43)}=`;
const COMMON = "enabled, baseUrl, relayUrl, secondRelayUrl, pins, hasSecret, headers";
const HTTP = {
  path: "/{reference}",
  reference: { minLength: 8, maxLength: 8, alphabet: "digits" },
  fields: { reference: "/ref", amount: "/amount", status: "/status", paidAt: "/at" },
  amountFormat: "decimal",
  dateFormat: "rfc3339",
  statuses: { completed: ["PAID"] },
  notFound: [{ status: 404 }],
};

const provider = (id: string, entry: object) => ({ providers: { [id]: entry } });
const http = (settings: object) =>
  provider("http", { baseUrl: "https://bank.example", settings: { ...HTTP, ...settings } });

/** Entries of `providers`, each with the line that refuses it. */
export const WRONG_PROVIDERS: readonly WrongCase[] = [
  [
    "providers",
    "has no provider telebir; there are telebirr, cbe, boa, dashen, awash, cbe_birr, mpesa, wegagen, amhara, zemen, ebirr, manual, sandbox, http",
    provider("telebir", {}),
  ],
  ["providers.boa.baseUrl", "must be https", provider("boa", { baseUrl: "ftp://a.example" })],
  ["providers.boa.baseUrl", "must be https", provider("boa", { baseUrl: "http://a.example" })],
  ["providers.boa.baseUrl", "must be https", provider("boa", { baseUrl: "http://127.0.0.1:1" })],
  [
    "providers.boa.baseUrl",
    "must have no user, password, query or fragment",
    provider("boa", { baseUrl: "https://a.example/?a=1" }),
  ],
  [
    "providers.telebirr.relayUrl",
    "must have no user, password, query or fragment",
    provider("telebirr", { relayUrl: "https://user:pass@a.example" }),
  ],
  [
    "providers.cbe.secondRelayUrl",
    "needs `relayUrl` beside it",
    provider("cbe", { secondRelayUrl: "https://b.example" }),
  ],
  [
    "providers.cbe.pins.0",
    "must be a base64 SHA-256",
    provider("cbe", { pins: [PIN.replace("A=", "B=")] }),
  ],
  [
    "providers.boa.headers.Transfer-Encoding",
    "must be a header that configuration may set",
    provider("boa", { headers: { "Transfer-Encoding": "chunked" } }),
  ],
  [
    "providers.cbe.app.id",
    "must be printable ASCII characters",
    provider("cbe", { app: { id: "a\nb", version: "1" } }),
  ],
  [
    "providers.boa.app",
    `has no effect; there are ${COMMON}, internalTypes, noticeSenders`,
    provider("boa", {
      app: { id: "a", version: "1" },
    }),
  ],
  [
    "providers.cbe.settings",
    `has no effect; there are ${COMMON}, noticeSenders, app`,
    provider("cbe", {
      settings: HTTP,
    }),
  ],
  [
    "providers.cbe.internalTypes",
    `has no effect; there are ${COMMON}, noticeSenders, app`,
    provider("cbe", {
      internalTypes: ["a2a"],
    }),
  ],
  [
    "providers.wegagen.noticeSenders",
    `has no effect; there are ${COMMON}, internalTypes`,
    provider("wegagen", { noticeSenders: ["Wegagen"] }),
  ],
  [
    "providers.cbe.noticeSenders.0",
    "must not be a phone number",
    provider("cbe", { noticeSenders: ["0911000000"] }),
  ],
  [
    "providers.zemen.baseUrl",
    "has no effect; there are enabled",
    provider("zemen", {
      baseUrl: "https://a.example",
    }),
  ],
  ["providers.sandbox", "has no settings", provider("sandbox", { enabled: false })],
  ["providers.boa.internalTypes.0", "must not be blank", provider("boa", { internalTypes: [" "] })],
  [
    "providers.http.settings",
    "is needed, or `enabled: false`",
    provider("http", { baseUrl: "https://a.example" }),
  ],
  [
    "providers.http.baseUrl",
    "is needed, or `enabled: false`",
    provider("http", { settings: HTTP }),
  ],
  [
    "providers.http.settings",
    'Unrecognized key: "baseUrl"',
    http({ baseUrl: "https://a.example" }),
  ],
  [
    "providers.http.settings.path",
    "must be a path with {reference} once",
    http({ path: "/receipts" }),
  ],
  [
    "providers.http.settings.reference.maxLength",
    "must be at least `minLength`",
    http({ reference: { minLength: 9, maxLength: 8, alphabet: "digits" } }),
  ],
  [
    "providers.http.settings.statuses",
    "must not name a word twice",
    http({ statuses: { completed: ["DONE"], failed: ["DONE"] } }),
  ],
];

/** Entries of `providers` that stay possible. */
export const RIGHT_PROVIDERS: readonly RightCase[] = [
  ["a relay", provider("telebirr", { relayUrl: "https://relay.example/fetch" })],
  ["a bank that is switched off", provider("zemen", { enabled: false })],
  [
    "a sender id of a bank whose messages are read",
    provider("boa", { noticeSenders: ["Abyssinia"] }),
  ],
  ["a type of service in any case", provider("boa", { internalTypes: [" Within  BOA "] })],
  ["the configurable provider", http({})],
  ["the configurable provider, switched off", provider("http", { enabled: false })],
];
