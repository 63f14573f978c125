import type { Method } from "../contract/route.ts";

/** Request headers that a script of another origin may send. */
const REQUEST_HEADERS = "authorization,content-type,idempotency-key";
/** Seconds for which a browser may remember the answer; two hours is the most that Chromium takes. */
const MAX_AGE_SECONDS = 7200;

/**
 * `OPTIONS` of one path, answered by the gateway itself. A fixed header serves one origin; for several
 * the template compares the request's `Origin` with each of them, whole and exact, and names the one
 * that it equals. Whatever is not in the list gets an answer without any CORS header. There is no such
 * method at all where no origin is configured, which is the normal case: the dashboard is same-origin.
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
