import { lowerCaseHeaders } from "../http.ts";
import type { EndpointMiddleware } from "./request.ts";

/** Gives every later step the header names in lower case. */
export function headerNames(): EndpointMiddleware {
  return {
    before: ({ event }) => {
      event.headers = lowerCaseHeaders(event);
    },
  };
}
