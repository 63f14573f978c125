import { type ServiceConfig, serviceConfigSchema } from "./service-config.ts";

/** @throws Error naming each wrong field of `SERVICE_CONFIG` */
export function parseServiceConfig(text: string): ServiceConfig {
  const result = serviceConfigSchema.safeParse(json(text), { jitless: true });
  if (result.success) return result.data;
  const wrong = result.error.issues.map(
    (issue) => `${["SERVICE_CONFIG", ...issue.path].join(".")}: ${issue.message}`,
  );
  throw new Error(wrong.join("; "));
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("SERVICE_CONFIG: is not JSON");
  }
}
