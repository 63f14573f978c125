// What is different about the service's own configuration when it runs here: every bank is the
// simulator, Telegram is an issuer of our own, an SMS goes through SNS into the local inbox, webhooks
// may go to this machine, and no distribution stands in front.
import { type ServiceConfig, serviceConfigSchema } from "../contract/service-config.ts";
import { BANK_PROVIDERS } from "./bank/transfer.ts";
import { LOCAL_TELEGRAM_CLIENT_ID } from "./telegram-issuer.ts";

/** `url` is the stack's own; `config` wins over the template's and ours. */
export function serviceEnvironment(
  url: string,
  template: Readonly<Record<string, string>>,
  config: Partial<ServiceConfig>,
): Readonly<Record<string, string>> {
  const banks = BANK_PROVIDERS.map((id) => [
    `PROVIDER_${id.toUpperCase()}_BASE_URL`,
    `${url}/_local/bank/${id}`,
  ]);
  const given = template.SERVICE_CONFIG;
  return {
    ...Object.fromEntries(banks),
    ...(given !== undefined && { SERVICE_CONFIG: JSON.stringify(localConfig(url, given, config)) }),
  };
}

function localConfig(url: string, given: string, config: Partial<ServiceConfig>): ServiceConfig {
  const base = serviceConfigSchema.parse(JSON.parse(given));
  return serviceConfigSchema.parse({
    ...base,
    smsSender: "sns",
    webhookAllowLoopbackHttp: true,
    trustedProxy: false,
    telegram: { clientId: LOCAL_TELEGRAM_CLIENT_ID, issuer: `${url}/_local/telegram` },
    ...config,
    providers: {
      ...base.providers,
      // The configurable bank exists only where it has an address.
      http: { ...base.providers.http, baseUrl: `${url}/_local/bank/http` },
      ...config.providers,
    },
  });
}
