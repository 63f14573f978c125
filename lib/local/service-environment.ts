import * as z from "zod";
import { type ServiceConfig, serviceConfigSchema } from "../contract/service-config.ts";
import { serviceConfigChecksum } from "../contract/service-config-text.ts";
import { SIMULATED_INTERNAL_TYPES } from "./bank/simulator.ts";
import { BANK_PROVIDERS } from "./bank/transfer.ts";
import type { SeenAnswer } from "./log-sink.ts";
import type { Receivers } from "./receiver.ts";
import { LOCAL_TELEGRAM_CLIENT_ID } from "./telegram.ts";

// What is different about the service's own configuration when it runs here: every bank is the
// simulator, a local issuer stands in for Telegram, SMS go through SNS into the local inbox, webhooks
// may go to this machine, and there is no CloudFront.

/** How the configurable provider asks and reads the simulator's invented bank. */
const LOCAL_HTTP_PROVIDER = {
  path: "/transactions/{reference}",
  reference: { prefix: "GW", minLength: 10, maxLength: 10, alphabet: "upper_alphanumeric" },
  fields: {
    reference: "/transaction/reference",
    amount: "/transaction/amount",
    currency: "/transaction/currency",
    status: "/transaction/status",
    paidAt: "/transaction/paid_at",
    receiverName: "/transaction/receiver_name",
    receiverAccount: "/transaction/receiver_account",
    payerName: "/transaction/sender_name",
    payerAccount: "/transaction/sender_account",
  },
  amountFormat: "decimal",
  dateFormat: "rfc3339",
  statuses: {
    completed: ["SUCCESS"],
    pending: ["PENDING"],
    reversed: ["REVERSED"],
    failed: ["FAILED"],
  },
  notFound: [{ status: 404, pointer: "/error/code", equals: "NOT_FOUND" }],
  canaryReference: "GW0000000000",
};

/** Settings that win over those of the template and of local runs. */
export interface LocalConfig extends Partial<Omit<ServiceConfig, "telegram">> {
  readonly telegram?: Partial<ServiceConfig["telegram"]>;
}

/** `url` is the stack's own; `config` wins over the template's and ours. */
export function serviceEnvironment(
  url: string,
  template: Readonly<Record<string, string>>,
  config: LocalConfig,
): Readonly<Record<string, string>> {
  const banks = BANK_PROVIDERS.map((id) => [
    `PROVIDER_${id.toUpperCase()}_BASE_URL`,
    `${url}/_local/bank/${id}`,
  ]);
  const given = template.SERVICE_CONFIG;
  return {
    ...Object.fromEntries(banks),
    ...(given !== undefined && configVariables(localConfig(url, given, config))),
  };
}

/** With the checksum, functions don't parse it again. */
function configVariables(config: ServiceConfig) {
  const text = JSON.stringify(config);
  return { SERVICE_CONFIG: text, SERVICE_CONFIG_CHECKSUM: serviceConfigChecksum(text) };
}

function localConfig(url: string, given: string, config: LocalConfig): ServiceConfig {
  const base = serviceConfigSchema.parse(JSON.parse(given));
  return serviceConfigSchema.parse({
    ...base,
    smsSender: "sns",
    webhookAllowLoopbackHttp: true,
    trustedProxy: false,
    telegramBotApi: `${url}/_local/telegram`,
    ...config,
    telegram: {
      clientId: LOCAL_TELEGRAM_CLIENT_ID,
      issuer: `${url}/_local/telegram`,
      ...config.telegram,
    },
    providers: withSimulatedTypes({
      ...base.providers,
      // The configurable bank exists only where it has an address.
      cbe: { app: { id: "local", version: "1.0" }, ...base.providers.cbe },
      http: {
        settings: LOCAL_HTTP_PROVIDER,
        ...base.providers.http,
        baseUrl: `${url}/_local/bank/http`,
      },
      ...config.providers,
    }),
  });
}

type ProvidersInput = NonNullable<z.input<typeof serviceConfigSchema>["providers"]>;

/** Lists the simulator's types of internal transfers for every bank that has none of its own. */
function withSimulatedTypes(providers: ProvidersInput): ProvidersInput {
  const simulated = Object.entries(SIMULATED_INTERNAL_TYPES).map(([id, types]) => [
    id,
    { internalTypes: [...types], ...providers[id as keyof ProvidersInput] },
  ]);
  return { ...providers, ...Object.fromEntries(simulated) };
}

// Lets the webhook receivers verify endpoints that were created through the API: their secrets pass by in
// the API's own answers.

const PATH = /^\/api\/platform\/webhooks\//;
const RECEIVER = /\/_local\/receiver\/([\w-]{1,64})\/?$/;
const endpoint = z.object({
  id: z.string(),
  url: z.string().optional(),
  secret: z.string().nullish(),
});

/** Watches answers of the API, and tells the receivers the secrets of endpoints that lead to them. */
export function learnSecrets(receivers: Receivers): (seen: SeenAnswer) => void {
  const names = new Map<string, string>();
  return ({ path, status, body }) => {
    if (!PATH.test(path) || status >= 300 || body === "") return;
    const { success, data } = endpoint.safeParse(JSON.parse(body));
    if (!success) return;
    const name = RECEIVER.exec(data.url ?? "")?.[1] ?? names.get(data.id);
    if (name === undefined) return;
    names.set(data.id, name);
    if (data.secret) receivers.trust(name, data.secret);
  };
}
