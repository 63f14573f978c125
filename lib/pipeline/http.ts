import type { APIGatewayProxyEvent } from "aws-lambda";

/** Response of a function to API Gateway. */
export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
  readonly body: string;
}

/** Reply of a handler: a status of its route and a body of that status's schema. */
export interface Reply<Status extends number = number, Body = unknown> {
  readonly status: Status;
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
  /** Each becomes a `set-cookie` header of its own. */
  readonly cookies?: readonly string[];
}

export function reply<const Status extends number, Body>(
  status: Status,
  body: Body,
  more: Pick<Reply, "headers" | "cookies"> = {},
): Reply<Status, Body> {
  return { status, body, ...more };
}

/** Header names in lower case, as HTTP/2 has them; the last value of a repeated one. */
export function lowerCaseHeaders(event: APIGatewayProxyEvent): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(event.headers ?? {})) {
    if (value !== undefined) headers[name.toLowerCase()] = value;
  }
  return headers;
}
