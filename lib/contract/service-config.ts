import * as z from "zod";
import { PROVIDERS, type ProviderId } from "../domain/provider.ts";

/**
 * Settings that an operator may change without touching code; none is secret. They reach every function as
 * one JSON text in `SERVICE_CONFIG`; each field has a default, so `{}` is a valid configuration.
 */

function isHttpsOrLoopback(value: string): boolean {
  // Also runs on text that is not a URL.
  const { protocol, hostname } = URL.parse(value) ?? {};
  if (protocol === "https:") return true;
  return protocol === "http:" && (hostname === "127.0.0.1" || hostname === "localhost");
}

/** How one bank is asked. A provider that is not listed is enabled with its built-in address. */
export const providerConfigSchema = z.strictObject({
  enabled: z.boolean().default(true),
  /** Overrides the adapter's own address. */
  baseUrl: z.url().optional(),
  /** Where requests go through for banks that answer inside the country only; http to this machine only. */
  relayUrl: z.url().refine(isHttpsOrLoopback, "must be https").optional(),
  /** Base64 SHA-256 of public keys that the bank's certificate chain must contain one of. */
  pins: z.array(z.string().regex(/^[A-Za-z0-9+/]{43}=$/, "must be a base64 SHA-256")).optional(),
  /** The secret `providers` holds CA certificates or headers for it. */
  hasSecret: z.boolean().optional(),
  /** Request headers that are no secret. They replace the browser's and the adapter's own. */
  headers: z
    .record(z.string().regex(/^[A-Za-z0-9-]{1,60}$/), z.string().regex(/^[\x20-\x7e]{1,500}$/))
    .optional(),
  /** `cbe` only: the id and version that its receipt page sends; without them the link is refused. */
  app: z
    .strictObject({ id: z.string().min(1).max(200), version: z.string().min(1).max(40) })
    .optional(),
  /**
   * Service types of transfers that stay within this bank, as its receipts print them, beside the recorded
   * ones in the facts. List a type only after a receipt proved it: an unlisted one goes to review.
   */
  internalTypes: z
    .array(
      z
        .string()
        .min(1)
        .max(80)
        .transform((type) => type.replace(/\s+/g, " ").trim().toLowerCase()),
    )
    .max(20)
    .optional(),
  /** `http` only: how to ask and read it, see `docs/providers/http.md`; needs `baseUrl`. */
  settings: z.record(z.string(), z.unknown()).optional(),
});

/** An exact web origin: scheme, host and port, nothing after them. */
export const originSchema = z
  .url({ protocol: /^https?$/ })
  .refine(
    (value) => URL.parse(value)?.origin === value,
    "must be an origin such as https://a.example",
  );

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
  providers: z.partialRecord(z.enum(PROVIDERS), providerConfigSchema).default({}),
  smsSender: z.enum(SMS_SENDERS).default("sns"),
  /** Countries (ISO 3166-1 alpha-2) that login codes are sent to; empty: that of `PHONE_REGION` only. */
  smsCountries: z.array(z.string().regex(/^[A-Z]{2}$/)).default([]),
  otpPerPhonePerDay: z.int().min(1).max(1000).default(10),
  otpPerAddressPerHour: z.int().min(1).max(100_000).default(30),
  otpPerCountryPerDay: z.int().min(1).max(10_000_000).default(10_000),
  telegram: z
    .strictObject({
      /** The bot's id; null switches the login by Telegram off. */
      clientId: z.string().min(1).nullable().default(null),
      /** Local runs only: http to the literal hosts `127.0.0.1` and `localhost`. */
      issuer: z
        .url()
        .refine(isHttpsOrLoopback, "must be https")
        .default("https://oauth.telegram.org"),
    })
    .prefault({}),
  /** The app through which the service sells its own credits, and whose it is; null: none are sold. */
  operatorAppId: z.int().min(1).nullable().default(null),
  operatorAccountId: z
    .string()
    .regex(/^acc_[0-9a-z]{26}$/)
    .nullable()
    .default(null),
  /** Price of one credit in minor units of the default currency. */
  creditPrice: z.int().min(1).max(1_000_000).default(200),
  /** Customers' and payers' names are dropped after this many days. */
  customerDataRetentionDays: z.int().min(1).max(3650).default(400),
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

/** Providers that are enabled and asked over the network. */
export function enabledBanks(providers: ServiceConfig["providers"]): readonly ProviderId[] {
  return PROVIDERS.filter((id) => id !== "manual" && id !== "sandbox")
    .filter(
      (id) =>
        id !== "http" ||
        (providers.http?.baseUrl !== undefined && providers.http.settings !== undefined),
    )
    .filter((id) => providers[id]?.enabled !== false);
}

export type ServiceConfig = z.output<typeof serviceConfigSchema>;
export type ProviderConfig = z.output<typeof providerConfigSchema>;
