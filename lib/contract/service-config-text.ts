import { crc32 } from "../domain/ids.ts";
import { PROVIDERS, type ProviderId } from "../domain/provider.ts";
import { parseServiceConfig } from "./parse-service-config.ts";
import type { ServiceConfig } from "./service-config.ts";

/** The fields of this release. A text of another release has another checksum, and is parsed in full. */
const FIELDS: Readonly<Record<keyof ServiceConfig, true>> = {
  corsOrigins: true,
  signUpCredits: true,
  lowCreditsThreshold: true,
  verifyPerAddressPerMinute: true,
  verifyPerCheckoutPerMinute: true,
  failedAttemptsPerCheckout: true,
  providers: true,
  smsSender: true,
  smsCountries: true,
  otpPerPhonePerDay: true,
  otpPerAddressPerHour: true,
  otpPerCountryPerDay: true,
  telegram: true,
  telegramBotApi: true,
  operatorAppId: true,
  operatorAccountId: true,
  consoleAccounts: true,
  consoleMembers: true,
  smsPrice: true,
  creditPrice: true,
  customerDataRetentionDays: true,
  webhookAllowedPorts: true,
  webhookAllowLoopbackHttp: true,
  trustedProxy: true,
};

/** Marks a text that `serviceConfigSchema` produced and that was not edited since. */
export function serviceConfigChecksum(text: string): string {
  return crc32(`${Object.keys(FIELDS).join()}=${text}`).toString(16);
}

/**
 * Reads `SERVICE_CONFIG`. The deployment has parsed the text already; where the checksum proves that it
 * is still the same, building the schema is saved, which would be a fifth of a cold start.
 *
 * @throws Error naming each wrong field
 */
export function readServiceConfig(text: string, checksum: string | undefined): ServiceConfig {
  return checksum === serviceConfigChecksum(text)
    ? (JSON.parse(text) as ServiceConfig)
    : parseServiceConfig(text);
}

/** Providers that are enabled and asked over the network. Kept apart from the schema, so that functions can call it without building that. */
export function enabledBanks(providers: ServiceConfig["providers"]): readonly ProviderId[] {
  return PROVIDERS.filter((id) => id !== "manual" && id !== "sandbox")
    .filter(
      (id) =>
        id !== "http" ||
        (providers.http?.baseUrl !== undefined && providers.http.settings !== undefined),
    )
    .filter((id) => providers[id]?.enabled !== false);
}
