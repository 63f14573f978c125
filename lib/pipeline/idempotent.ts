import type { APIGatewayProxyEvent } from "aws-lambda";
import type { Route } from "../contract/route.ts";
import { invalidField } from "../domain/errors.ts";
import {
  beginIdempotent,
  completeIdempotent,
  completionWrite,
  type IdempotencyClaim,
  releaseIdempotent,
} from "../store/idempotency.ts";
import type { Write } from "../store/transact.ts";
import { table } from "./deps.ts";
import {
  activeSession,
  type EndpointReply,
  type EndpointRequest,
  httpHandler,
  readRequest,
  toResponse,
} from "./endpoint.ts";
import { COMMON_HEADERS, type HttpResponse, type Reply } from "./http.ts";
import { errorFields, log } from "./log.ts";
import { recordFailure } from "./middleware/log-request.ts";
import { limitToApps, type Principal } from "./principal.ts";

/** JSON text of a parsed body. Equal bodies have equal texts, in whatever order a client sends their fields. */
export function canonicalJson(body: unknown): string {
  return JSON.stringify(body ?? null, (_name, value: unknown) =>
    isObject(value) ? sorted(value) : value,
  );
}

function sorted(object: object): object {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * One request's lock on its `Idempotency-Key`. Without the header all methods do nothing, so that handlers need no
 * special case.
 */
export class Idempotency {
  /** The first response, if this request is a repetition. */
  readonly replay: HttpResponse | null;
  readonly #claim: IdempotencyClaim | null;
  #settled = false;

  private constructor(claim: IdempotencyClaim | null, replay: HttpResponse | null) {
    this.#claim = claim;
    this.replay = replay;
  }

  /** Locks nothing. */
  static none(): Idempotency {
    return new Idempotency(null, null);
  }

  static async begin(
    route: Route,
    principal: Principal | null,
    event: APIGatewayProxyEvent,
    body: unknown,
    now: number,
  ): Promise<Idempotency> {
    const key = event.headers["idempotency-key"];
    if (!route.idempotent || key === undefined || principal === null) return Idempotency.none();
    if (!KEY.test(key)) {
      throw invalidField("Idempotency-Key", "must be 1 to 255 printable ASCII characters");
    }
    // Operation and parameters instead of the raw path: with and without a trailing slash is the same request.
    const target = [route.method, event.resource, JSON.stringify(event.pathParameters ?? {})];
    const begun = await beginIdempotent(
      table(),
      [...scopeOf(principal), ...target, key],
      canonicalJson(body),
      now,
      (route.timeoutSeconds + 5) * 1000,
    );
    if ("lease" in begun) return new Idempotency(begun, null);
    return new Idempotency(null, {
      statusCode: begun.status,
      headers: {
        ...COMMON_HEADERS,
        "content-type": "application/json; charset=utf-8",
        "x-request-id": event.requestContext.requestId,
        "idempotent-replayed": "true",
      },
      body: begun.body,
    });
  }

  /** Writes for the transaction of the change, so that both are committed or neither. */
  completes(status: number, body: unknown): readonly Write[] {
    if (this.#claim === null) return [];
    this.#settled = true;
    return [completionWrite(this.#claim, { status, body: JSON.stringify(body) })];
  }

  /** Stores the response of an operation without its own transaction. */
  async settle(result: Reply): Promise<void> {
    if (this.#claim === null || this.#settled) return;
    this.#settled = true;
    await completeIdempotent(table(), this.#claim, {
      status: result.status,
      body: JSON.stringify(result.body),
    });
  }

  /**
   * Unlocks the key after an error, because nothing was changed. A committed response stays. Never rejects: the caller
   * needs that error, and the lock ends by itself.
   */
  async release(): Promise<void> {
    if (this.#claim === null) return;
    await releaseIdempotent(table(), this.#claim).catch((error: unknown) =>
      log("warn", "idempotency key not released", errorFields(error)),
    );
  }
}

/** A member gets no other member's response, which may be about what they may not see. */
function scopeOf(principal: Principal): string[] {
  return principal.kind === "key"
    ? [principal.accountId, String(principal.appId ?? "*"), principal.mode]
    : [principal.accountId, principal.userId, "dashboard"];
}

/** A request of an operation that honors `Idempotency-Key`. */
export type IdempotentRequest<R extends Route> = EndpointRequest<R> & {
  /** Provides the writes that make a retry replay this response. */
  readonly idempotency: Idempotency;
};

/** As `endpoint`, for operations that honor `Idempotency-Key`. */
export function idempotentEndpoint<R extends Route & { readonly idempotent: true }>(
  route: R,
  handle: (request: IdempotentRequest<R>) => Promise<EndpointReply<R>>,
) {
  const checks = route.auth === "jwt" ? [activeSession(route)] : [];
  const observers = route.auth === "api-key" ? [recordFailure()] : [];
  return httpHandler(
    route,
    async (event, context) => {
      const request = readRequest(route, event, context);
      const { principal, body, requestId, now } = request;
      if (principal?.kind === "user") limitToApps(route, principal, request);
      const idempotency = await Idempotency.begin(route, principal, event, body, now);
      if (idempotency.replay) return idempotency.replay;
      try {
        const result = await handle({ ...request, idempotency });
        await idempotency.settle(result as Reply);
        return toResponse(result as Reply, requestId);
      } catch (error) {
        await idempotency.release();
        throw error;
      }
    },
    { checks, observers },
  );
}
