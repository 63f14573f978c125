import { VIEWER_ADDRESS_HEADER } from "../contract/edge-headers.ts";

/**
 * Code that runs in CloudFront at the edge, in its own small JavaScript (runtime 2.0).
 */

/** Writes down who calls, over whatever a client may have put there itself. */
export const VIEWER_ADDRESS_FUNCTION = `function handler(event) {
  var request = event.request;
  request.headers["${VIEWER_ADDRESS_HEADER}"] = { value: event.viewer.ip };
  return request;
}
`;

/**
 * Paths of the dashboard without a file behind them get its page. Done here and not by custom error
 * responses, which would turn the API's 404s into 200s.
 */
export const SINGLE_PAGE_FUNCTION = `function handler(event) {
  var request = event.request;
  var last = request.uri.split("/").pop();
  if (last.indexOf(".") === -1) request.uri = "/index.html";
  return request;
}
`;
