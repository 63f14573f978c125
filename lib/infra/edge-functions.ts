import { VIEWER_ADDRESS_HEADER, VIEWER_NETWORK_HEADER } from "../contract/edge-headers.ts";

/**
 * Code that runs in CloudFront at the edge, in its own small JavaScript (runtime 2.0).
 */

/**
 * Writes down who calls, over whatever a client may have put there itself. The firewall cannot cut an
 * address short, so its IPv6 /64, which is what one customer owns, is written down as well.
 */
export const VIEWER_ADDRESS_FUNCTION = `function handler(event) {
  var request = event.request;
  var address = event.viewer.ip;
  request.headers["${VIEWER_ADDRESS_HEADER}"] = { value: address };
  request.headers["${VIEWER_NETWORK_HEADER}"] = { value: networkOf(address) };
  return request;
}
function networkOf(address) {
  if (address.indexOf(":") === -1) return address;
  var halves = address.split("::");
  var head = halves[0] ? halves[0].split(":") : [];
  var tail = halves[1] ? halves[1].split(":") : [];
  while (head.length + tail.length < 8) head.push("0");
  return head.concat(tail).slice(0, 4).join(":");
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
