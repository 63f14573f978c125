import type { Access } from "../contract/access.ts";
import { serviceConfigChecksum } from "../contract/service-config-text.ts";
import { queueVariable, secretVariable } from "./names.ts";
import type { ServiceResources } from "./service-resources.ts";
import { dueShardsOf, type StageConfig, serviceConfigText } from "./stage-config.ts";

/** A function's variables: common ones, and those of the resources in its `access`. Lambda allows 4 KB. */
export function environmentOf(
  access: Access,
  config: StageConfig,
  publicBaseUrl: string,
  resources: ServiceResources,
): Readonly<Record<string, string>> {
  const { queues = [], secrets = [], writesSecrets = [] } = access;
  const serviceConfig = serviceConfigText(config);
  const touchesTable = Object.keys(access.table ?? {}).length > 0;
  return {
    STAGE: config.stage,
    PUBLIC_BASE_URL: publicBaseUrl,
    DEFAULT_CURRENCY: config.defaultCurrency,
    PHONE_REGION: config.phoneRegion,
    SERVICE_CONFIG: serviceConfig,
    SERVICE_CONFIG_CHECKSUM: serviceConfigChecksum(serviceConfig),
    ...(touchesTable
      ? { TABLE_NAME: resources.table.ref, DUE_SHARDS: String(dueShardsOf(config)) }
      : {}),
    ...(access.bus ? { BUS_NAME: resources.bus.ref } : {}),
    ...Object.fromEntries(
      queues.map((name) => [queueVariable(name), resources.queue(name).queue.queueUrl]),
    ),
    ...Object.fromEntries(
      [...secrets, ...writesSecrets].map((name) => [
        secretVariable(name),
        resources.secrets[name].ref,
      ]),
    ),
  };
}
