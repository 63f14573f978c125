import type { Access } from "../contract/access.ts";
import { queueVariable, secretVariable } from "./names.ts";
import type { ServiceResources } from "./service-resources.ts";
import { type StageConfig, serviceConfigText } from "./stage-config.ts";

/** The variables of a function: the common ones, and those of what it may touch. Lambda takes 4 KB. */
export function environmentOf(
  access: Access,
  config: StageConfig,
  publicBaseUrl: string,
  resources: ServiceResources,
): Readonly<Record<string, string>> {
  const { queues = [], secrets = [], writesSecrets = [] } = access;
  const touchesTable = Object.keys(access.table ?? {}).length > 0;
  return {
    STAGE: config.stage,
    PUBLIC_BASE_URL: publicBaseUrl,
    DEFAULT_CURRENCY: config.defaultCurrency,
    PHONE_REGION: config.phoneRegion,
    SERVICE_CONFIG: serviceConfigText(config),
    ...(touchesTable ? { TABLE_NAME: resources.table.ref } : {}),
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
