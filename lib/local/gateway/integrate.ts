// From a matched route to a response: authorizer, function, and the function's answer.
import * as z from "zod";
import { type DeployedApi, type DeployedIntegration, mockHeaders } from "../assembly/api.ts";
import type { LambdaRuntime } from "../lambda/runtime.ts";
import type { Authorize } from "./authorize.ts";
import { type Exchange, headerOf } from "./exchange.ts";
import { isBinary, type Match, proxyEvent, routeMatcher } from "./proxy-event.ts";
import { type Answer, refuse, renderTemplate, requestValues } from "./refusal.ts";

const headerValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const proxyAnswer = z.looseObject({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), headerValue).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerValue)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

export type Gateway = (exchange: Exchange, body: Buffer) => Promise<Answer>;

export function createGateway(
  api: DeployedApi,
  runtime: LambdaRuntime,
  authorize: Authorize,
): Gateway {
  const matchRoute = routeMatcher(api.routes);
  return async (exchange, body) => {
    const match = matchRoute(exchange.method, exchange.path);
    if (match === null) return refuse(api, exchange, "MISSING_AUTHENTICATION_TOKEN");
    const { authorizer, integration } = match.route;
    if (authorizer === null) return integrate(integration, exchange, match, body, null);
    const verdict = await authorize(authorizer, exchange, match);
    if (!verdict.allowed) return refuse(api, exchange, verdict.refusal, verdict.context);
    return integrate(integration, exchange, match, body, verdict.context);
  };

  async function integrate(
    integration: DeployedIntegration,
    exchange: Exchange,
    match: Match,
    body: Buffer,
    context: Readonly<Record<string, string>> | null,
  ): Promise<Answer> {
    if (integration.kind === "mock") {
      const values = requestValues(api, exchange);
      return {
        status: integration.statusCode,
        headers: mockHeaders(integration.headers, exchange).map(
          ([name, value]) => [name, values[value] ?? value] as const,
        ),
        body: renderTemplate(integration.template, values),
      };
    }
    const event = JSON.stringify(proxyEvent(api, exchange, match, body, context));
    const invocation = runtime.invoke(integration.function, event);
    const result = await within(invocation, integration.timeoutMilliseconds);
    if (result === null) return refuse(api, exchange, "INTEGRATION_TIMEOUT", context ?? {});
    if (!result.ok) return refuse(api, exchange, "DEFAULT_5XX", context ?? {});
    const answer = proxyAnswer.safeParse(JSON.parse(result.payload));
    if (!answer.success) {
      console.error(
        `${integration.function.id} gave a malformed answer: ${z.prettifyError(answer.error)}`,
      );
      return refuse(api, exchange, "DEFAULT_5XX", context ?? {});
    }
    return toAnswer(answer.data, exchange);
  }

  function toAnswer(answer: z.infer<typeof proxyAnswer>, exchange: Exchange): Answer {
    const multiple = Object.entries(answer.multiValueHeaders ?? {});
    const named = new Set(multiple.map(([name]) => name.toLowerCase()));
    const single = Object.entries(answer.headers ?? {}).filter(
      ([name]) => !named.has(name.toLowerCase()),
    );
    const headers: [string, string][] = [
      ...single,
      ...multiple.flatMap(([name, values]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    ];
    if (!headers.some(([name]) => name.toLowerCase() === "content-type")) {
      headers.push(["Content-Type", "application/json"]);
    }
    // Without a binary media type that fits, API Gateway sends the base64 text as it is.
    const decodes =
      answer.isBase64Encoded === true &&
      (isBinary(api.binaryMediaTypes, headerOf(exchange, "accept")?.split(",")[0]) ||
        isBinary(
          api.binaryMediaTypes,
          headers.find(([name]) => name.toLowerCase() === "content-type")?.[1],
        ));
    const body = answer.body ?? "";
    return {
      status: answer.statusCode,
      headers,
      body: decodes ? Buffer.from(body, "base64") : body,
    };
  }
}

async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  const outcome = await Promise.race([work, late]);
  clearTimeout(timer);
  return outcome;
}
