import { type EndpointMiddleware, eachResponse } from "./request.ts";

/** Answers HEAD like GET, without the body. */
export function head(): EndpointMiddleware {
  return eachResponse((event, response) =>
    event.httpMethod === "HEAD" ? { ...response, body: "" } : response,
  );
}
