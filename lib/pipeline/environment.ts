import * as z from "zod";
import type { Access } from "../contract/access.ts";
import type { ServiceConfig } from "../contract/service-config.ts";
import { readServiceConfig } from "../contract/service-config-text.ts";
import { isCurrency } from "../domain/money.ts";
import { once } from "./once.ts";

/** Settings of the stage. */
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
  DEFAULT_CURRENCY: z.string().refine(isCurrency, "is not a known currency"),
  PHONE_REGION: z.string().regex(/^[A-Z]{2}$/),
  SERVICE_CONFIG: z.string(),
  SERVICE_CONFIG_CHECKSUM: z.string().optional(),
});

/** Thrown while a function starts, so that it takes no request; the message names the variables. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
}

/** The environment, parsed once. @throws EnvironmentError that names the invalid variables */
export const environment = /* @__PURE__ */ once(() => parseEnvironment(process.env));

function parseEnvironment(variables: NodeJS.ProcessEnv): Environment {
  // Parsed once, so compiling the parser would cost more than it saves.
  const { success, data, error } = common.safeParse(variables, { jitless: true });
  if (!success) {
    const wrong = error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new EnvironmentError(`The environment is not usable. ${wrong.join("; ")}`);
  }
  return {
    stage: data.STAGE,
    publicBaseUrl: data.PUBLIC_BASE_URL.replace(/\/$/, ""),
    defaultCurrency: data.DEFAULT_CURRENCY,
    phoneRegion: data.PHONE_REGION,
    config: configOf(data.SERVICE_CONFIG, data.SERVICE_CONFIG_CHECKSUM),
  };
}

function configOf(text: string, checksum: string | undefined): ServiceConfig {
  try {
    return readServiceConfig(text, checksum);
  } catch (error) {
    throw new EnvironmentError(`The environment is not usable. ${(error as Error).message}`);
  }
}

/** Checks that all variables for an access entry are set. @throws EnvironmentError */
export function requireEnvironment(access: Access): void {
  environment();
  const { queues = [], secrets = [], writesSecrets = [] } = access;
  const names = [
    ...(access.table && Object.keys(access.table).length > 0 ? ["TABLE_NAME"] : []),
    ...(access.bus ? ["BUS_NAME"] : []),
    ...queues.map((queue) => `QUEUE_URL_${variable(queue)}`),
    ...[...secrets, ...writesSecrets].map((secret) => `SECRET_${variable(secret)}`),
  ];
  const missing = names.filter((name) => !process.env[name]).join(", ");
  if (missing !== "") throw new EnvironmentError(`The environment lacks ${missing}.`);
}

/** A variable that `requireEnvironment` has checked. @throws EnvironmentError if it is not set */
export function variableOf(kind: "TABLE_NAME" | "BUS_NAME" | "QUEUE_URL" | "SECRET", name = "") {
  const key = name === "" ? kind : `${kind}_${variable(name)}`;
  const value = process.env[key];
  if (!value) throw new EnvironmentError(`The environment lacks ${key}.`);
  return value;
}

function variable(name: string): string {
  return name.toUpperCase().replaceAll("-", "_");
}

/** Base of the pages and endpoints for payers, without a trailing slash. */
export function gatewayUrl(): string {
  return `${environment().publicBaseUrl}/api/public/gateway`;
}

/** The pay page of a checkout. */
export function payUrl(token: string): string {
  return `${gatewayUrl()}/pay/${token}/`;
}

/** The page that proves a payment by its receipt code. */
export function receiptUrl(code: string): string {
  return `${gatewayUrl()}/verify/${code}/`;
}
