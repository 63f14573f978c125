import * as z from "zod";
import type { Access } from "../contract/access.ts";
import { type ServiceConfig, serviceConfigSchema } from "../contract/service-config.ts";

/** What every function knows about where it runs. */
export interface Environment {
  readonly stage: string;
  /** Without a trailing slash. */
  readonly publicBaseUrl: string;
  /** ISO 4217. */
  readonly defaultCurrency: string;
  /** ISO 3166-1 alpha-2, for phone numbers without a country code. */
  readonly phoneRegion: string;
  readonly config: ServiceConfig;
}

const common = z.object({
  STAGE: z.string().min(1),
  PUBLIC_BASE_URL: z.url(),
  DEFAULT_CURRENCY: z.string().regex(/^[A-Z]{3}$/),
  PHONE_REGION: z.string().regex(/^[A-Z]{2}$/),
  SERVICE_CONFIG: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: "is not JSON" });
        return z.NEVER;
      }
    })
    .pipe(serviceConfigSchema),
});

/** Raised while a function starts, so that it never takes a request; the message names the variables. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
}

let parsed: Environment | undefined;

/** The environment, parsed once. Throws `EnvironmentError` that says which variable is wrong. */
export function environment(): Environment {
  parsed ??= parseEnvironment(process.env);
  return parsed;
}

function parseEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const result = common.safeParse(variables);
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new EnvironmentError(`The environment is not usable. ${wrong.join("; ")}`);
  }
  const { data } = result;
  return {
    stage: data.STAGE,
    publicBaseUrl: data.PUBLIC_BASE_URL.replace(/\/$/, ""),
    defaultCurrency: data.DEFAULT_CURRENCY,
    phoneRegion: data.PHONE_REGION,
    config: data.SERVICE_CONFIG,
  };
}

/** Refuses to start a function whose environment lacks something that its entry says it needs. */
export function requireEnvironment(access: Access): void {
  environment();
  const { queues = [], secrets = [], writesSecrets = [] } = access;
  const names = [
    ...(access.table && Object.keys(access.table).length > 0 ? ["TABLE_NAME"] : []),
    ...(access.bus ? ["BUS_NAME"] : []),
    ...queues.map((queue) => `QUEUE_URL_${variable(queue)}`),
    ...[...secrets, ...writesSecrets].map((secret) => `SECRET_${variable(secret)}`),
  ];
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length > 0) {
    throw new EnvironmentError(`The environment lacks ${missing.join(", ")}.`);
  }
}

/** A variable that `requireEnvironment` has seen; throws if it was not declared in the entry's access. */
export function variableOf(kind: "TABLE_NAME" | "BUS_NAME" | "QUEUE_URL" | "SECRET", name = "") {
  const key = name === "" ? kind : `${kind}_${variable(name)}`;
  const value = process.env[key];
  if (!value) throw new EnvironmentError(`The environment lacks ${key}.`);
  return value;
}

function variable(name: string): string {
  return name.toUpperCase().replaceAll("-", "_");
}
