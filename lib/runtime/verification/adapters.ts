import type { ServiceConfig } from "../../contract/service-config.ts";
import { type HttpProviderConfig, httpProviderSchema } from "../../providers/http-config.ts";
import { type Adapters, createAdapters } from "../../providers/registry.ts";
import { EnvironmentError, environment } from "../environment.ts";

/** Never asked: the address comes from the configuration's own `baseUrl`. */
const UNUSED_ADDRESS = "https://unset.invalid";

let built: Adapters | undefined;

/** Every adapter as this stage configures it. Throws `EnvironmentError` for settings that are none. */
export async function providerAdapters(): Promise<Adapters> {
  built ??= adaptersFor(environment().config.providers);
  return built;
}

function adaptersFor({ cbe, http }: ServiceConfig["providers"]): Adapters {
  return createAdapters({
    ...(cbe?.app ? { cbe: { appId: cbe.app.id, appVersion: cbe.app.version } } : {}),
    ...(http?.settings ? { http: httpSettings(http.settings) } : {}),
  });
}

function httpSettings(settings: Readonly<Record<string, unknown>>): HttpProviderConfig {
  const result = httpProviderSchema.safeParse({ ...settings, baseUrl: UNUSED_ADDRESS });
  if (result.success) return result.data;
  const wrong = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new EnvironmentError(`The settings of provider http are not usable. ${wrong.join("; ")}`);
}
