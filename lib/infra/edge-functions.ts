import { VIEWER_ADDRESS_HEADER, VIEWER_NETWORK_HEADER } from "../contract/edge-headers.ts";
import { PROBLEMS, type ProblemBody, problemType } from "../contract/problems.ts";

// CloudFront Functions, in that service's subset of JavaScript (runtime 2.0).

/**
 * Puts the client's address into a header and overwrites any that the client sent. A second header has the
 * /64 of an IPv6 address, which one customer owns: the firewall cannot shorten an address itself.
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

/** Paths are case-sensitive, so `/API/…` reaches the site and not the API. */
const MISSPELLED_API_PATH = {
  // The function runs before CloudFront replaces the viewer's Host header.
  type: problemType("not_found", "https://HOST"),
  title: PROBLEMS.not_found.title,
  status: PROBLEMS.not_found.status,
  detail: "There is nothing at this path. Paths of the API are lower-case.",
  code: "not_found",
  request_id: "edge",
} satisfies ProblemBody;

/**
 * Serves the dashboard's page for paths without a file extension. Custom error responses would also turn
 * the API's 404 into 200.
 */
export const SINGLE_PAGE_FUNCTION = `function handler(event) {
  var request = event.request;
  if (/^\\/api(\\/|$)/i.test(request.uri)) return notFound(request.headers.host.value);
  var last = request.uri.split("/").pop();
  if (last.indexOf(".") === -1) request.uri = "/index.html";
  return request;
}
function notFound(host) {
  return {
    statusCode: 404,
    headers: {
      "content-type": { value: "application/problem+json" },
      "cache-control": { value: "no-store" },
      "x-request-id": { value: "${MISSPELLED_API_PATH.request_id}" },
    },
    body: ${JSON.stringify(JSON.stringify(MISSPELLED_API_PATH))}.replace("HOST", host),
  };
}
`;
