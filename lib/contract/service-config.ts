import * as z from "zod";
import { isId } from "../domain/ids.ts";
import { HEADER_NAME, HEADER_VALUE } from "../domain/keys.ts";
import { PROVIDERS } from "../domain/provider.ts";
import { isLoopbackHttp } from "../domain/webhook-endpoint.ts";

/** Whether nobody on the network can read or change what is sent to this URL. */
export function isHttpsOrLoopback(url: string): boolean {
  return /^https:/i.test(url) || isLoopbackHttp(url);
}

/** An address that requests go to. The path of a request is appended to it. */
const address = z
  .url()
  .refine(isHttpsOrLoopback, { error: "must be https", abort: true })
  .refine(
    (value) => /^[a-z]+:\/\/[^/?#@\\]+(?:\/[^?#]*)?$/i.test(value),
    "must have no user, password, query or fragment",
  );

/** How one bank is queried. A provider that is not listed is enabled with its built-in address. */
export const providerConfigSchema = z.strictObject({
  enabled: z.boolean().default(true),
  /** Overrides the adapter's own address; http to this machine only. */
  baseUrl: address.optional(),
  /** Where requests go through for banks that answer inside the country only; http to this machine only. */
  relayUrl: address.optional(),
  /** Another relay, for when that one fails or stalls. */
  secondRelayUrl: address.optional(),
  /** Base64 SHA-256 of public keys that the bank's certificate chain must contain one of. */
  pins: z
    // The last character holds four bits, so that 16 of the 64 are possible.
    .array(z.string().regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/, "must be a base64 SHA-256"))
    .optional(),
  /** The secret `providers` holds CA certificates or headers for it. */
  hasSecret: z.boolean().optional(),
  /** Request headers that are no secret. They replace the browser's and the adapter's own. */
  headers: z
    .record(
      z.string().regex(HEADER_NAME, "must be a header that configuration may set"),
      z.string().regex(HEADER_VALUE, "must be 1 to 500 printable ASCII characters"),
    )
    .optional(),
  /** `cbe` only: the id and version that its receipt page sends; without them the link is refused. */
  app: z.strictObject({ id: headerText(200), version: headerText(40) }).optional(),
  /**
   * Service types of transfers that stay within this bank, as its receipts print them, beside the recorded
   * ones in the facts. List a type only after a receipt proved it: an unlisted one goes to review.
   */
  internalTypes: z
    .array(
      z
        .string()
        .max(80)
        .regex(/\S/, "must not be blank")
        .transform((type) => type.replace(/\s+/g, " ").trim().toLowerCase()),
    )
    .max(20)
    .optional(),
  /** Sender ids of this bank's SMS to merchants, beside those of the facts. A phone number is never a bank. */
  noticeSenders: z
    .array(
      z
        .string()
        .regex(/^[A-Za-z0-9][A-Za-z0-9 _.-]{1,10}$/, "must be a sender id of 2 to 11 characters")
        .refine((sender) => !/^[0-9 .-]{6,}$/.test(sender), "must not be a phone number"),
    )
    .max(10)
    .optional(),
  /** `http` only: how to ask and read it, see `docs/providers/http.md`; needs `baseUrl`. */
  settings: z.record(z.string(), z.unknown()).optional(),
});

export type ProviderConfig = z.output<typeof providerConfigSchema>;

function headerText(longest: number) {
  return z.string().max(longest).regex(HEADER_VALUE, "must be printable ASCII characters");
}

/**
 * Settings that an operator may change without touching code; none is secret. They reach every function as
 * one JSON text in `SERVICE_CONFIG`; each field has a default, so `{}` is a valid configuration.
 */

const NO_ORIGIN = "must be an origin such as https://a.example";

/**
 * An exact web origin: scheme, host and port, nothing after them. Anyone on the network can send scripts as an http
 * origin, so only the developer's own machine may be one. The gateway's template quotes the origin, and a URL's host
 * may contain quotes, so the host is limited to letters, digits, dots and hyphens.
 */
export const originSchema = z
  .url({ hostname: /^[a-z0-9.-]+$/, error: NO_ORIGIN, abort: true })
  .refine((value) => URL.parse(value)?.origin === value, { error: NO_ORIGIN, abort: true })
  .refine(isHttpsOrLoopback, "must be https");

export const SMS_SENDERS = ["sns", "afromessage", "http", "console"] as const;

export const serviceConfigSchema = z.strictObject({
  /** Other web origins whose scripts may call the API. The dashboard needs none: it is same-origin. */
  corsOrigins: z.array(originSchema).default([]),
  /** Credits that a new account starts with, once per phone. */
  signUpCredits: z.int().min(0).max(1_000_000).default(100),
  /** `credits.low` is sent when the balance falls to this. */
  lowCreditsThreshold: z.int().min(0).max(1_000_000).default(10),
  verifyPerAddressPerMinute: z.int().min(1).max(100_000).default(60),
  verifyPerCheckoutPerMinute: z.int().min(1).max(10_000).default(6),
  failedAttemptsPerCheckout: z.int().min(1).max(10_000).default(20),
  providers: z
    .partialRecord(z.enum(PROVIDERS), providerConfigSchema, { error: namesProviders })
    .default({}),
  smsSender: z.enum(SMS_SENDERS).default("sns"),
  /** Countries (ISO 3166-1 alpha-2) that login codes are sent to; empty: that of `PHONE_REGION` only. */
  smsCountries: z.array(z.string().regex(/^[A-Z]{2}$/, "must be two capital letters")).default([]),
  otpPerPhonePerDay: z.int().min(1).max(1000).default(10),
  otpPerAddressPerHour: z.int().min(1).max(100_000).default(30),
  otpPerCountryPerDay: z.int().min(1).max(10_000_000).default(10_000),
  telegram: z
    .strictObject({
      /** The bot's id; null switches the login by Telegram off. */
      clientId: z
        .string()
        // It is public, so the bot's token in its place would be a leak.
        .regex(/^[1-9]\d{0,15}$/, "must be the bot's id: the digits before the colon of its token")
        .nullable()
        .default(null),
      /** The bot's user name, for the link to its chat; null: the dashboard shows none. */
      botUsername: z
        .string()
        .regex(/^[A-Za-z]\w{4,31}$/, "must be the bot's user name without @")
        .nullable()
        .default(null),
      /** Local runs only: http to the literal hosts `127.0.0.1` and `localhost`. */
      issuer: z
        .url()
        .refine(isHttpsOrLoopback, "must be https")
        // Tokens name their issuer exactly.
        .refine((value) => !value.endsWith("/"), "must not end with a slash")
        .default("https://oauth.telegram.org"),
    })
    .prefault({}),
  /** Where the bot sends messages to members. Local runs only: http to this machine. */
  telegramBotApi: address.default("https://api.telegram.org"),
  /** The app that sells the service's credits; null: none are sold. */
  operatorAppId: z.int().min(1).nullable().default(null),
  /** The account that owns `operatorAppId`. */
  operatorAccountId: z
    .string()
    .refine((text) => isId("acc_", text), "must be the id of an account, acc_…")
    .nullable()
    .default(null),
  /** Accounts whose owners may use the operator's console; empty: nobody may. */
  consoleAccounts: z
    .array(z.string().refine((text) => isId("acc_", text), "must be the id of an account, acc_…"))
    .max(10)
    .default([]),
  /** Other members of these accounts who may use it, by their users. */
  consoleMembers: z
    .array(z.string().refine((text) => isId("usr_", text), "must be the id of a user, usr_…"))
    .max(20)
    .default([]),
  /** Price of one part of an SMS in minor units of the default currency, for the console; null: unknown. */
  smsPrice: z.int().min(0).max(1_000_000).nullable().default(null),
  /** Price of one credit in minor units of the default currency. */
  creditPrice: z.int().min(1).max(1_000_000).default(200),
  /**
   * The data of customers and payers is deleted this many days after a checkout's creation. Events keep it for 90 days,
   * and with them the payloads of webhooks.
   */
  customerDataRetentionDays: z.int().min(90).max(3650).default(400),
  webhookAllowedPorts: z.array(z.int().min(1).max(65535)).min(1).default([443]),
  /** Local runs only: http to the literal hosts `127.0.0.1` and `localhost`. */
  webhookAllowLoopbackHttp: z.boolean().default(false),
  /**
   * Requests come through our own distribution: where they carry its secret (the firewall refuses
   * those that do not), the client's address is read from `VIEWER_ADDRESS_HEADER`. Otherwise it is the
   * one in the gateway's request context.
   */
  trustedProxy: z.boolean().default(false),
});

/** Replaces the message for an unknown provider by one that names them all. */
function namesProviders(issue: { readonly code?: string; readonly keys?: unknown }) {
  if (issue.code !== "unrecognized_keys") return undefined;
  return `has no provider ${String(issue.keys)}; there are ${PROVIDERS.join(", ")}`;
}

export type ServiceConfig = z.output<typeof serviceConfigSchema>;
