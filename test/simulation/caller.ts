import type { Route } from "../../lib/contract/route.ts";
import { receiveNotice } from "../../lib/contract/routes/public-notices.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { readPrincipal, type UserPrincipal } from "../../lib/pipeline/principal.ts";
import { sessionProofWrite } from "../../lib/store/sessions.ts";
import { transact } from "../../lib/store/transact.ts";
import {
  type Invocation,
  type InvocationAnswer,
  invoke,
  proxyEvent,
} from "../support/function-calls.ts";
import { type FunctionPath, functions } from "./functions.ts";
import type { Prng } from "./prng.ts";
import { Crash, type FaultPlan, NO_FAULTS, type Scheduler } from "./scheduler.ts";
import type { Shop, Simulation } from "./simulation.ts";
import { time } from "./virtual-time.ts";

/** What one step does to every invocation that it makes. */
export interface Weather {
  readonly crash: number;
  readonly error: number;
  /** ms that clocks are off by at most. */
  readonly skewMs: number;
}

const LARGEST_SKEW_MS = 60_000;

/** A revoked key or a closed account is refused everywhere after this. */
export const REFUSED_AFTER_MS = 61_000;

/**
 * Functions that read the key of stored secrets: who dies while reading it takes along those that wait for the same
 * reading, because here they share a process.
 */
const SHARES_READINGS: ReadonlySet<FunctionPath> = new Set([
  "public/receive-notice",
  "platform/create-notice-source",
  "platform/rotate-notice-source",
  "platform/create-webhook",
  "platform/rotate-webhook-secret",
]);

/** Calls the service as its clients do: shops by key and dashboard, customers by pay page. */
export class Caller {
  readonly simulation: Simulation;
  readonly scheduler: Scheduler;
  readonly weather: Weather;
  readonly #random: Prng;
  readonly #stall: FaultPlan["stall"];
  /** Whose token the dashboard's calls carry; the shop's owner's, unless given. */
  #member: UserPrincipal | null = null;

  /** @param stall of each function that it calls */
  constructor(
    simulation: Simulation,
    scheduler: Scheduler,
    weather: Weather,
    random: Prng,
    stall?: FaultPlan["stall"],
  ) {
    this.simulation = simulation;
    this.scheduler = scheduler;
    this.weather = weather;
    this.#random = random;
    this.#stall = stall;
  }

  /** The same caller, whose calls stand still for a while. */
  stalling(stall: FaultPlan["stall"]): Caller {
    return new Caller(this.simulation, this.scheduler, this.weather, this.#random, stall);
  }

  /** The same caller with a member's token. */
  as(member: UserPrincipal): Caller {
    const other = new Caller(
      this.simulation,
      this.scheduler,
      this.weather,
      this.#random,
      this.#stall,
    );
    other.#member = member;
    return other;
  }

  plan(): FaultPlan {
    const { crash, error, skewMs } = this.weather;
    const skew = skewMs > 0 && this.#random.chance(0.2);
    return {
      faults: { crash, error },
      skewMs: skew ? Math.round((this.#random.unit() * 2 - 1) * skewMs) : 0,
      stall: this.#stall,
    };
  }

  /** A call with the shop's key, through the authorizer. Null if no answer arrived. */
  async byKey(
    shop: Shop,
    path: FunctionPath,
    route: Route,
    invocation: Invocation,
    key = shop.key.secret,
  ): Promise<InvocationAnswer | null> {
    const since = shop.closedAt;
    const judged = await this.#attempt("authorizer", () =>
      functions.authorizer(
        {
          resource: route.path,
          headers: { authorization: `Bearer ${key}` },
          multiValueQueryStringParameters: {},
          methodArn: "arn:aws:execute-api:local:1:api/test/POST/api/v1/",
        },
        {},
      ),
    );
    const context = (judged as { context?: { principal?: string } } | null)?.context;
    const principal = readPrincipal(context?.principal);
    if (principal === null) return null;
    if (principal.accountId !== shop.accountId) {
      this.simulation.monitor.report(`a key of ${shop.accountId} opens ${principal.accountId}`);
    }
    if (since !== null && time.now > since + REFUSED_AFTER_MS) {
      this.simulation.monitor.report(`a key of the closed account ${shop.accountId} was accepted`);
    }
    return this.#call(shop, path, route, { ...invocation, principal });
  }

  /** A call from the shop's dashboard, which asks for another code where that is needed. */
  async byUser(shop: Shop, path: FunctionPath, route: Route, invocation: Invocation) {
    const principal: UserPrincipal = this.#member ?? {
      kind: "user",
      userId: shop.userId,
      accountId: shop.accountId,
      sessionId: shop.sessionId,
      role: "owner",
      apps: null,
    };
    const since = shop.closedAt;
    const call = () => this.#call(shop, path, route, { ...invocation, principal });
    let answer = await call();
    if (answer?.body?.code === "second_factor_required") {
      await this.#prove(principal.sessionId);
      answer = await call();
    }
    if (since !== null && answer !== null && answer.status < 300) {
      this.simulation.monitor.report(
        `the closed account ${shop.accountId} could ${route.operation}`,
      );
    }
    return answer;
  }

  /** The member enters another code, a little earlier than any clock says. */
  async #prove(sessionId: string): Promise<void> {
    const proof = sessionProofWrite(sessionId, time.now - LARGEST_SKEW_MS);
    await this.scheduler.task("prove", NO_FAULTS, () => transact(table(), [proof]));
  }

  /** A customer's call: no credential. */
  byCustomer(shop: Shop, path: FunctionPath, route: Route, invocation: Invocation) {
    return this.#call(shop, path, route, invocation);
  }

  /** A customer's form, without a credential. Returns where it leads; null if it leads nowhere or no answer arrived. */
  async byForm(
    path: FunctionPath,
    route: Route,
    params: Readonly<Record<string, string>>,
    body: string,
  ): Promise<string | null> {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const event = {
      ...proxyEvent(route, { params, headers, requestId: this.simulation.nextRequestId() }),
      body,
    };
    const context = { getRemainingTimeInMillis: () => 10_000 };
    const answer = await this.#attempt(path, () => functions[path](event, context));
    if (answer === null) return null;
    const { statusCode, headers: answered } = answer as {
      readonly statusCode: number;
      readonly headers: Readonly<Record<string, string>>;
    };
    this.#check(path, statusCode);
    return answered.location ?? null;
  }

  /** What a phone's app sends. Returns the status; null if no answer arrived. */
  async byPhone(
    sourceId: string,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<number | null> {
    const requestId = this.simulation.nextRequestId();
    const event = {
      ...proxyEvent(receiveNotice, { params: { source: sourceId }, headers, requestId }),
      body,
    };
    const context = { getRemainingTimeInMillis: () => 10_000 };
    const path = "public/receive-notice";
    const answer = await this.#attempt(path, () => functions[path](event, context));
    if (answer === null) return null;
    const { statusCode } = answer as { readonly statusCode: number };
    this.#check(path, statusCode);
    return statusCode;
  }

  #check(path: FunctionPath, status: number): void {
    const isExcused = this.weather.crash > 0 && SHARES_READINGS.has(path);
    if (status === 500 && !isExcused) this.simulation.monitor.report(`${path} answered 500`);
  }

  async #call(shop: Shop, path: FunctionPath, route: Route, invocation: Invocation) {
    const answer = await this.#attempt(path, () =>
      invoke(functions[path], route, { ...invocation, requestId: this.simulation.nextRequestId() }),
    );
    if (answer === null) return null;
    this.simulation.monitor.checkAnswer(shop.accountId, answer.body);
    this.#check(path, answer.status);
    return answer;
  }

  /** Null if the function's process died; a broken contract is a violation. */
  async #attempt<T>(name: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await this.scheduler.task(name, this.plan(), work);
    } catch (error) {
      // The authorizer lets failures of the table pass: the gateway makes a 500 of them, and clients retry.
      if (error instanceof Crash || name === "authorizer") return null;
      this.simulation.monitor.report(`${name} broke its contract: ${String(error)}`);
      return null;
    }
  }
}
