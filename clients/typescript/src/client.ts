import * as operations from "./generated/operations.ts";
import type { AnyOperation, Input, Output } from "./operation.ts";
import { unexpected } from "./problem.ts";
import { type CallInput, createRequest, type RequestOptions } from "./request.ts";
import { everyItem, type WaitOptions, waitForOutcome } from "./wait-for-outcome.ts";

export interface ClientOptions extends Omit<RequestOptions, "baseUrl"> {
  /** The service's address, for example `https://checkout.example`. `http://` only on this machine. */
  readonly baseUrl: string | undefined;
  /** `pk_test_…` or `pk_live_…`: a secret of your server. Needed for checkouts, events and credits. */
  readonly apiKey?: string | undefined;
  /** The access token of a login, or a function that returns it. Needed for webhook endpoints only. */
  readonly accessToken?: string | (() => string | Promise<string>) | undefined;
}

/** Idempotency key and abort signal of one call, and a reader of the response headers. */
export type CallOptions = Pick<CallInput, "idempotencyKey" | "signal" | "onHeaders">;

export type Checkout = Output<typeof operations.v1ReadCheckout>;
export type CreateCheckout = Input<typeof operations.v1CreateCheckout>["body"];
export type Verification = Output<typeof operations.v1VerifyCheckout>;
export type VerifyInput = Input<typeof operations.v1VerifyCheckout>["body"];
export type Credits = Output<typeof operations.v1GetCredits>;
export type Attempt = Output<typeof operations.v1ListAttempts>["data"][number];
export type ApiEvent = Output<typeof operations.v1ListEvents>["data"][number];
export type Client = ReturnType<typeof createClient>;

type Query<O> = NonNullable<Input<O> extends { readonly query?: infer Q } ? Q : never>;
type Body<O> = Input<O> extends { readonly body?: infer B } ? B : never;

/** Hosts of this machine: over plain http to any other, the credential could be read on the way. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** @throws TypeError unless it is an address without a query and without a password, https except on this machine */
export function checkedBaseUrl(text = ""): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || /\s/.test(text)) {
    throw new TypeError("baseUrl must be an address such as https://checkout.example.");
  }
  if (url.username || url.password) {
    throw new TypeError("baseUrl must not contain a user name or password.");
  }
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname)) {
    throw new TypeError(
      "baseUrl must begin with https://. Only a service on this machine can use http://.",
    );
  }
  return text.replace(/\/+$/, "");
}

/** A header's own error would show the credential. */
function checkedCredential(name: string, text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new TypeError(`${name} is empty, or has white space or non-ASCII letters.`);
}

/**
 * The global `fetch` of the moment, which Next.js and tests replace after a client was made, for a response that nothing has
 * stored: Next.js would freeze checkouts as they were when a page was built. Edge runtimes that refuse `cache` do not know it.
 */
const freshly: typeof fetch = (input, init) => {
  const isKnown = "cache" in Object(globalThis.Request?.prototype);
  return fetch(input, isKnown ? { cache: "no-store", ...init } : init);
};

/** Creates a client of the API. Every method rejects with an `ApiProblem` if the call fails. */
export function createClient(options: ClientOptions) {
  const { apiKey, accessToken, baseUrl } = options;
  const request = createRequest({ fetch: freshly, ...options, baseUrl: checkedBaseUrl(baseUrl) });
  if (apiKey) checkedCredential("apiKey", apiKey);

  async function bearer({ auth }: AnyOperation): Promise<Record<string, string>> {
    if (auth === "none") return {};
    const name = auth === "api-key" ? "apiKey" : "accessToken";
    const token =
      auth === "api-key"
        ? apiKey
        : typeof accessToken === "function"
          ? await accessToken()
          : accessToken;
    if (token) return { authorization: `Bearer ${checkedCredential(name, token)}` };
    throw new TypeError(`This call needs ${name}.`);
  }

  /** Calls any operation of the API, including those without a method below. Joins the parts of a long CSV file. */
  async function call<O extends AnyOperation>(
    operation: O,
    input?: Input<O> & CallOptions,
  ): Promise<Output<O>> {
    const headers = await bearer(operation);
    const { query, onHeaders, ...given } = (input ?? {}) as CallInput;
    const parts = everyItem(async (cursor = query?.cursor) => {
      let next: string | undefined;
      const readLink = (received: Headers) => {
        next = /[?&]cursor=([^&>]+)/.exec(received.get("link") ?? "")?.[1];
        onHeaders?.(received);
      };
      const part = { ...given, query: { ...query, cursor }, onHeaders: readLink };
      const answer = await request(operation, part, headers);
      if (answer === undefined && !operation.empty) throw unexpected(204, "it is empty");
      const isCsv = typeof answer === "string";
      const data = [answer as string];
      return { data, has_more: isCsv, next_cursor: next ? decodeURIComponent(next) : null };
    });
    let whole: string | undefined;
    for await (const part of parts) {
      // Each part begins with the header row.
      whole = whole ? whole + part.slice(part.indexOf("\n") + 1) : part;
    }
    return whole as Output<O>;
  }

  const get = (id: string, more: CallOptions = {}) =>
    call(operations.v1ReadCheckout, { params: { id }, ...more });
  const listCheckouts = (query: Query<typeof operations.v1ListCheckouts> = {}) =>
    call(operations.v1ListCheckouts, { query });
  const listEvents = (query: Query<typeof operations.v1ListEvents> = {}) =>
    call(operations.v1ListEvents, { query });
  const listDeliveries = (
    id: string,
    query: Query<typeof operations.platformListDeliveries> = {},
  ) => call(operations.platformListDeliveries, { params: { id }, query });

  return {
    call,
    checkouts: {
      create: (body: CreateCheckout, more: CallOptions = {}) =>
        call(operations.v1CreateCheckout, { body, ...more }),
      get,
      list: listCheckouts,
      /** Iterates over all matching checkouts, page by page. */
      all: (query: Parameters<typeof listCheckouts>[0] = {}) =>
        everyItem((cursor) => listCheckouts({ ...query, ...(cursor && { cursor }) })),
      /** Changes the reference, description or metadata of an open checkout. */
      update: (id: string, body: Body<typeof operations.v1UpdateCheckout>) =>
        call(operations.v1UpdateCheckout, { params: { id }, body }),
      cancel: (id: string, more: CallOptions = {}) =>
        call(operations.v1CancelCheckout, { params: { id }, body: {}, ...more }),
      /** Verifies a payment by its reference, receipt link or SMS. */
      verify: (id: string, body: VerifyInput, more: CallOptions = {}) =>
        call(operations.v1VerifyCheckout, { params: { id }, body, ...more }),
      attempts: (id: string, query: Query<typeof operations.v1ListAttempts> = {}) =>
        call(operations.v1ListAttempts, { params: { id }, query }),
      /** Polls until the checkout is verified, in review, expired, canceled or rejected. */
      waitForOutcome: (id: string, wait: WaitOptions = {}) =>
        waitForOutcome((signal) => get(id, signal ? { signal } : {}), wait),
    },
    events: {
      get: (id: string) => call(operations.v1ReadEvent, { params: { id } }),
      list: listEvents,
      /** Iterates over all matching events of the last 30 days, page by page. */
      all: (query: Parameters<typeof listEvents>[0] = {}) =>
        everyItem((cursor) => listEvents({ ...query, ...(cursor && { cursor }) })),
    },
    credits: { get: () => call(operations.v1GetCredits) },
    webhooks: {
      create: (body: Body<typeof operations.platformCreateWebhook>, more: CallOptions = {}) =>
        call(operations.platformCreateWebhook, { body, ...more }),
      get: (id: string) => call(operations.platformReadWebhook, { params: { id } }),
      list: (query: Query<typeof operations.platformListWebhooks> = {}) =>
        call(operations.platformListWebhooks, { query }),
      update: (id: string, body: Body<typeof operations.platformUpdateWebhook>) =>
        call(operations.platformUpdateWebhook, { params: { id }, body }),
      delete: (id: string) => call(operations.platformDeleteWebhook, { params: { id } }),
      secret: (id: string) => call(operations.platformRevealWebhookSecret, { params: { id } }),
      rotateSecret: (
        id: string,
        body: Body<typeof operations.platformRotateWebhookSecret> = {},
        more: CallOptions = {},
      ) => call(operations.platformRotateWebhookSecret, { params: { id }, body, ...more }),
      test: (id: string, more: CallOptions = {}) =>
        call(operations.platformTestWebhook, { params: { id }, body: {}, ...more }),
      deliveries: listDeliveries,
      /** Iterates over all matching deliveries, page by page. */
      allDeliveries: (id: string, query: Parameters<typeof listDeliveries>[1] = {}) =>
        everyItem((cursor) => listDeliveries(id, { ...query, ...(cursor && { cursor }) })),
      retryDelivery: (id: string, deliveryId: string, more: CallOptions = {}) =>
        call(operations.platformRetryDelivery, {
          params: { id, delivery_id: deliveryId },
          body: {},
          ...more,
        }),
    },
  };
}
