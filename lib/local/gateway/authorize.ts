// The REQUEST authorizer of API Gateway: its identity sources, its cache and its policies.
import * as z from "zod";
import type { DeployedApi } from "../assembly/api.ts";
import type { Place } from "../assembly/intrinsics.ts";
import { matchesWildcard } from "../aws/policy.ts";
import type { InvocationResult } from "../lambda/function-thread.ts";
import type { LambdaRuntime } from "../lambda/runtime.ts";
import { type Exchange, headerOf } from "./exchange.ts";
import { type Authorize, type Authorized, authorizerEvent, methodArn } from "./integrate.ts";
import type { RefusalType } from "./refusal.ts";

const texts = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const answerSchema = z.looseObject({
  principalId: z.coerce.string(),
  policyDocument: z.looseObject({
    Statement: z.array(
      z.looseObject({ Effect: z.enum(["Allow", "Deny"]), Action: texts, Resource: texts }),
    ),
  }),
  context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
});
type Answer = z.infer<typeof answerSchema>;

const MAX_CACHED = 10_000;

/** `now` in ms on the moved clock. */
export function createAuthorize(options: {
  readonly api: DeployedApi;
  readonly place: Place;
  readonly runtime: LambdaRuntime;
  readonly now: () => number;
}): Authorize {
  const { api, place, runtime, now } = options;
  const cache = new Map<string, { answer: Answer; until: number }>();

  return async (authorizer, exchange, match) => {
    const identity = authorizer.identitySources.map((source) => identityValue(source, exchange));
    if (identity.some((value) => value === undefined || value === ""))
      return refused("UNAUTHORIZED");
    const caches = authorizer.ttlSeconds > 0 && identity.length > 0;
    const key = JSON.stringify([authorizer.name, ...identity]);
    const kept = caches ? cache.get(key) : undefined;
    if (kept !== undefined && kept.until > now())
      return judge(kept.answer, methodArn(api, place, exchange));

    const event = JSON.stringify(authorizerEvent(api, place, exchange, match));
    const answer = readResult(await runtime.invoke(authorizer.function, event));
    if (typeof answer === "string") return refused(answer);
    if (caches) {
      if (cache.size >= MAX_CACHED) cache.clear();
      cache.set(key, { answer, until: now() + authorizer.ttlSeconds * 1000 });
    }
    return judge(answer, methodArn(api, place, exchange));
  };
}

function readResult(result: InvocationResult): Answer | RefusalType {
  if (!result.ok) {
    return result.error.errorMessage === "Unauthorized" ? "UNAUTHORIZED" : "AUTHORIZER_FAILURE";
  }
  const answer = answerSchema.safeParse(JSON.parse(result.payload));
  return answer.success ? answer.data : "AUTHORIZER_CONFIGURATION_ERROR";
}

function judge(answer: Answer, arn: string): Authorized {
  const context: Record<string, string> = { principalId: answer.principalId };
  // API Gateway passes everything on as text.
  for (const [name, value] of Object.entries(answer.context ?? {})) context[name] = String(value);
  const invokes = (action: string) => matchesWildcard(action.toLowerCase(), "execute-api:invoke");
  const applying = answer.policyDocument.Statement.filter(
    ({ Action, Resource }) =>
      Action.some(invokes) && Resource.some((resource) => matchesWildcard(resource, arn)),
  );
  const allowed = applying.length > 0 && applying.every(({ Effect }) => Effect === "Allow");
  return allowed ? { allowed, context } : { allowed: false, refusal: "ACCESS_DENIED", context };
}

function refused(refusal: RefusalType): Authorized {
  return { allowed: false, refusal, context: {} };
}

function identityValue(source: string, exchange: Exchange): string | undefined {
  const [, kind, name = ""] =
    /^(?:method\.request\.(header|querystring)|context)\.(.+)$/.exec(source) ?? [];
  if (kind === "header") return headerOf(exchange, name);
  if (kind === "querystring") return exchange.query.get(name) ?? undefined;
  if (name === "identity.sourceIp") return exchange.sourceIp;
  if (name === "httpMethod") return exchange.method;
  if (name === "path") return exchange.path;
  throw new Error(`the identity source ${source} is not supported by the local stack`);
}
