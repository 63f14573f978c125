/**
 * One line of the gateway's access log, as JSON. Omits the query, which may contain an API key, and the path, which may
 * contain the token of a pay page. Omits what the entry's own time and the functions' logs say. API Gateway writes `-` for
 * what a request does not have.
 */
export const ACCESS_LOG_FORMAT = JSON.stringify({
  requestId: "$context.requestId",
  method: "$context.httpMethod",
  resource: "$context.resourcePath",
  status: "$context.status",
  error: "$context.error.responseType",
  authorizerError: "$context.authorizer.error",
  principal: "$context.authorizer.principalId",
  latencyMs: "$context.responseLatency",
});
