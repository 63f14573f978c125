// The templates of answers that the gateway gives itself: plain variables, and `#set` of a literal.
import type { DeployedApi } from "../assembly/api.ts";
import { type Exchange, headerOf } from "./exchange.ts";

/** Values by name, e.g. `context.requestId`, `stageVariables.publicBaseUrl`. */
export type TemplateValues = Readonly<Record<string, string>>;

const SET = /^#set\(\$(\w+) = '([^']*)'\)\n/gm;
const VARIABLE = /\$\{(\w+(?:\.\w+)*)\}|\$(\w+(?:\.\w+)*)/g;

/** What every template may use. */
export function requestValues(api: DeployedApi, exchange: Exchange): TemplateValues {
  return {
    "context.requestId": exchange.requestId,
    "context.extendedRequestId": exchange.extendedRequestId,
    "context.httpMethod": exchange.method,
    "context.path": exchange.path,
    "context.stage": api.stage,
    "context.identity.sourceIp": exchange.sourceIp,
    ...Object.fromEntries(
      Object.entries(api.stageVariables).map(([name, value]) => [`stageVariables.${name}`, value]),
    ),
  };
}

/** Fills in a template; a variable without a value is empty. */
export function renderTemplate(template: string, values: TemplateValues): string {
  const literals = [...template.matchAll(SET)].map(([, name = "", value = ""]) => [name, value]);
  const all: TemplateValues = { ...values, ...Object.fromEntries(literals) };
  return template
    .replace(SET, "")
    .replace(VARIABLE, (_whole, braced?: string, bare?: string) => all[braced ?? bare ?? ""] ?? "");
}

/** A mapped header: a quoted literal, a value, or a header of the request. */
export function renderHeader(
  expression: string,
  values: TemplateValues,
  exchange: Exchange,
): string {
  if (/^'.*'$/.test(expression)) return expression.slice(1, -1);
  const header = /^method\.request\.header\.(.+)$/.exec(expression)?.[1];
  return header === undefined ? (values[expression] ?? "") : (headerOf(exchange, header) ?? "");
}
