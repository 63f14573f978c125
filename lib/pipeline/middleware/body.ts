import { isUtf8 } from "node:buffer";
import type * as z from "zod";
import type { Route } from "../../contract/route.ts";
import { invalidField, ServiceError } from "../../domain/errors.ts";
import { lowerCaseHeaders } from "../http.ts";
import { type EndpointMiddleware, eachResponse } from "./request.ts";

/**
 * Prepares the body for middy's JSON parser: a missing body becomes `{}` if the operation needs none, and a compressed
 * one and invalid UTF-8 are rejected instead of becoming replacement characters.
 */
export function bodyText(schema: z.ZodType): EndpointMiddleware {
  const isOptional = schema.safeParse(undefined).success;
  return {
    before: ({ event }) => {
      if (event.body) {
        assertUncompressed(event.headers["content-encoding"]);
        assertUtf8(event.body, event.isBase64Encoded);
        return assertJson(event.headers["content-type"]);
      }
      if (!isOptional) throw new ServiceError("invalid_request", "The request needs a JSON body.");
      event.body = "{}";
      event.isBase64Encoded = false;
      event.headers["content-type"] = "application/json";
    },
  };
}

/** @throws ServiceError also for `application/*+json`, whose bodies mean something else, and which the parser accepts */
function assertJson(type = ""): void {
  if (/^application\/json\s*(;|$)/i.test(type.trim())) return;
  throw new ServiceError("unsupported_media_type", "Send the body as application/json.");
}

/** @throws ServiceError with the encoding that is accepted (RFC 9110, 12.5.3) */
function assertUncompressed(encoding: string | undefined): void {
  if (encoding === undefined || /^(identity)?$/i.test(encoding.trim())) return;
  throw new ServiceError("unsupported_media_type", "Send the body uncompressed.", {
    headers: { "accept-encoding": "identity" },
  });
}

/**
 * API Gateway decodes bodies itself, because the API declares no binary media types: an invalid sequence arrives as
 * U+FFFD, and a U+FFFD that the client sent looks the same. Text that may be damaged is refused.
 */
function assertUtf8(body: string, isBase64Encoded: boolean): void {
  if (isBase64Encoded) {
    if (isUtf8(Buffer.from(body, "base64"))) return;
    throw new ServiceError("invalid_request", "The body is not valid UTF-8.");
  }
  if (!body.includes("\ufffd")) return;
  throw new ServiceError(
    "invalid_request",
    "The body is not valid UTF-8, or contains U+FFFD, which must be escaped as \\ufffd.",
  );
}

/** Default limit, in bytes as sent. */
const MAX_BODY_BYTES = 64 * 1024;

/** Rejects a body over the route's limit before anything parses it. The guide to `payload_too_large` names every limit. */
export function bodySize(route: Route): EndpointMiddleware {
  const limit = route.request.maxBodyBytes ?? MAX_BODY_BYTES;
  return {
    before: ({ event: { body, isBase64Encoded } }) => {
      if (!body) return;
      const bytes = isBase64Encoded ? Math.floor((body.length * 3) / 4) : Buffer.byteLength(body);
      if (bytes > limit) {
        throw new ServiceError("payload_too_large", `The body is larger than ${sizeText(limit)}.`);
      }
    },
  };
}

function sizeText(bytes: number): string {
  const kib = bytes / 1024;
  return kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`;
}

/** Headers that decide what a request does. Proxies disagree about which of two values counts. */
const DECIDING = ["Authorization", "Content-Type", "Idempotency-Key", "X-Signature", "X-Timestamp"];

/**
 * Gives every later step the header names in lower case. Rejects two different values of a header that decides something;
 * public pages, which read none of them, answer as without them.
 */
export function headerNames({ auth, request }: Route): EndpointMiddleware {
  const decide = auth !== "none" || request.body !== undefined;
  return {
    before: ({ event }) => {
      event.headers = lowerCaseHeaders(event);
      if (!decide) return;
      const given = Object.entries(event.multiValueHeaders ?? {});
      for (const header of DECIDING) {
        const values = given.flatMap(([name, all]) =>
          name.toLowerCase() === header.toLowerCase() ? (all ?? []) : [],
        );
        if (new Set(values).size > 1) {
          throw invalidField(header, "is given more than once, with different values");
        }
      }
    },
  };
}

/** Answers HEAD like GET, without the body. */
export function head(): EndpointMiddleware {
  return eachResponse((event, response) =>
    event.httpMethod === "HEAD" ? { ...response, body: "" } : response,
  );
}
