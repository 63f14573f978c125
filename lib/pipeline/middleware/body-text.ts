import type * as z from "zod";
import { ServiceError } from "../../domain/errors.ts";
import type { EndpointMiddleware } from "./request.ts";

/**
 * Prepares the body for middy's JSON parser: a missing body becomes `{}` if the operation needs none, and invalid UTF-8
 * is rejected instead of becoming replacement characters.
 */
export function bodyText(schema: z.ZodType): EndpointMiddleware {
  const isOptional = schema.safeParse(undefined).success;
  return {
    before: ({ event }) => {
      if (event.body) return assertUtf8(event.body, event.isBase64Encoded);
      if (!isOptional) throw new ServiceError("invalid_request", "The request needs a JSON body.");
      event.body = "{}";
      event.isBase64Encoded = false;
      event.headers["content-type"] = "application/json";
    },
  };
}

function assertUtf8(body: string, isBase64Encoded: boolean): void {
  if (!isBase64Encoded) {
    if (body.includes("\ufffd")) throw notUtf8();
    return;
  }
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(body, "base64"));
  } catch {
    throw notUtf8();
  }
}

function notUtf8(): ServiceError {
  return new ServiceError("invalid_request", "The body is not valid UTF-8.");
}
