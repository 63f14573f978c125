import { PROBLEMS } from "../contract/problems.ts";
import { gatewayProblem } from "./gateway-responses.ts";

/** Velocity variable that holds the character `#`. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: API Gateway fills it in
const HASH = "${hash}";
const CODE = "method_not_allowed";
const STATUS = String(PROBLEMS[CODE].status);

/** A mock integration answers 415 to a body of any other type. */
const REQUEST_TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "text/plain",
];

/**
 * Every method that a path does not support: 405 with `Allow`, answered by the gateway itself.
 *
 * @param allowed upper-case methods of the path, e.g. `["GET", "HEAD"]`
 */
export function wrongMethod(allowed: readonly string[]): object {
  const headers: Readonly<Record<string, string>> = {
    Allow: `'${allowed.toSorted().join(", ")}'`,
    "Content-Type": "'application/problem+json'",
    "Cache-Control": "'no-store'",
    "Referrer-Policy": "'no-referrer'",
    "Strict-Transport-Security": "'max-age=63072000; includeSubDomains'",
    "X-Content-Type-Options": "'nosniff'",
    "x-request-id": "context.requestId",
  };
  return {
    responses: {
      [STATUS]: {
        description: "Method not allowed",
        headers: Object.fromEntries(
          Object.keys(headers).map((name) => [name, { schema: { type: "string" } }]),
        ),
      },
    },
    "x-amazon-apigateway-integration": {
      type: "mock",
      passthroughBehavior: "when_no_templates",
      requestTemplates: Object.fromEntries(
        REQUEST_TYPES.map((type) => [type, `{"statusCode": ${STATUS}}`]),
      ),
      responses: {
        default: {
          statusCode: STATUS,
          responseParameters: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [
              `method.response.header.${name}`,
              value,
            ]),
          ),
          responseTemplates: { "application/json": template() },
        },
      },
    },
  };
}

/** Velocity would read `#` as the beginning of a directive, so the anchor comes from a variable. */
function template(): string {
  const problem = gatewayProblem(CODE, "Use one of the methods in the header `Allow`.");
  return `#set($hash = '#')\n${JSON.stringify(problem).split("#").join(HASH)}`;
}
