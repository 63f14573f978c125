import type { Method } from "../contract/route.ts";

/** Request headers that scripts of other origins may send. */
const REQUEST_HEADERS = "authorization,content-type,idempotency-key";
/** Seconds for which a browser may cache the answer; Chromium caps it at two hours. */
const MAX_AGE_SECONDS = 7200;

/**
 * `OPTIONS` of one path, answered by API Gateway itself. A single origin gets a fixed header. With several,
 * the template compares the request's `Origin` with each, exactly, and allows the one that matches. Any other
 * origin gets no CORS header. Only for stages with `corsOrigins`: the dashboard is same-origin.
 */
export function preflight(corsOrigins: readonly string[], methods: readonly Method[]): object {
  return {
    responses: { "204": { description: "Preflight", headers: {} } },
    "x-amazon-apigateway-integration": {
      type: "mock",
      passthroughBehavior: "when_no_templates",
      requestTemplates: { "application/json": '{"statusCode": 204}' },
      responses: {
        default: {
          statusCode: "204",
          responseTemplates: { "application/json": template(corsOrigins, methods) },
        },
      },
    },
    "x-cors-origins": corsOrigins,
  };
}

function template(corsOrigins: readonly string[], methods: readonly Method[]): string {
  const known = corsOrigins.map((origin) => `$origin == "${origin}"`).join(" || ");
  const headers: Record<string, string> = {
    "Access-Control-Allow-Origin": "$origin",
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Allow-Methods": methods.toSorted().join(","),
    "Access-Control-Allow-Headers": REQUEST_HEADERS,
    "Access-Control-Max-Age": String(MAX_AGE_SECONDS),
  };
  return [
    '#set($origin = $input.params().header.get("Origin"))',
    '#if(!$origin || $origin == "") #set($origin = $input.params().header.get("origin")) #end',
    '#set($context.responseOverride.header["Vary"] = "Origin")',
    `#if(${known})`,
    ...Object.entries(headers).map(
      ([name, value]) => `#set($context.responseOverride.header["${name}"] = "${value}")`,
    ),
    "#end",
  ].join("\n");
}
