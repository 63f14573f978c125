import { EnvironmentError, environment } from "../../pipeline/environment.ts";
import { once } from "../../pipeline/once.ts";
import { type HttpProviderConfig, httpProviderSchema } from "../../providers/http/config.ts";
import { type Adapters, createAdapters } from "../../providers/registry.ts";

/** Never requested: the configuration's `baseUrl` replaces it. */
const UNUSED_ADDRESS = "https://unset.invalid";

/** All adapters with the settings of this stage. @throws EnvironmentError for invalid settings */
export const providerAdapters = /* @__PURE__ */ once(async (): Promise<Adapters> => {
  const { cbe, http } = environment().config.providers;
  return createAdapters({
    ...(cbe?.app ? { cbe: { appId: cbe.app.id, appVersion: cbe.app.version } } : {}),
    ...(http?.settings ? { http: httpSettings(http.settings) } : {}),
  });
});

function httpSettings(settings: Readonly<Record<string, unknown>>): HttpProviderConfig {
  const result = httpProviderSchema.safeParse({ ...settings, baseUrl: UNUSED_ADDRESS });
  if (result.success) return result.data;
  const wrong = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new EnvironmentError(`The settings of provider http are not usable. ${wrong.join("; ")}`);
}
