import type { APIGatewayProxyEvent } from "aws-lambda";
import { PROBLEMS } from "../../contract/problems.ts";
import type { ServiceError } from "../../domain/errors.ts";
import type { HttpResponse } from "../../pipeline/http.ts";
import type { RenderError } from "../../pipeline/middleware/problems.ts";
import { COMMON_HEADERS } from "../../pipeline/problem.ts";
import type { RenderedPage } from "./document.ts";
import { wantsPage } from "./page-reply.ts";
import { renderErrorPage } from "./render-error.ts";
import type { Message, Texts } from "./texts/shape.ts";
import { readerLanguage, textsIn } from "./texts/texts.ts";

/** Renders an error of a page, such as an unknown link, as a page. */
export const payPageProblem: RenderError = async (error, event) => problemPage(error, event);

/** As `payPageProblem`, for an operation that also answers with JSON. */
export const receiptProblem: RenderError = async (error, event) =>
  wantsPage(event.headers as Record<string, string>) ? problemPage(error, event) : null;

/** An error as a page, whatever the caller accepts. */
export async function problemPage(
  error: ServiceError,
  event: APIGatewayProxyEvent,
): Promise<HttpResponse> {
  const lang = event.queryStringParameters?.lang;
  const language = await readerLanguage(lang, null, event.headers["accept-language"]);
  const texts = textsIn(language);
  const unknown = unknownOf(event.resource, texts);
  const isUnknown = error.code === "not_found";
  const page = renderErrorPage({
    message: isUnknown ? unknown : texts.brokenPage,
    path: event.requestContext.path,
    requestId: isUnknown ? null : event.requestContext.requestId,
    language,
  });
  return problemReply(error, event, page);
}

function unknownOf(resource: string, texts: Texts): Message {
  if (resource.startsWith("/p/")) return texts.unknownLink;
  return resource.includes("/verify/") ? texts.unknownReceipt : texts.unknownCheckout;
}

/** A page with the status and headers of an error. */
export function problemReply(
  error: ServiceError,
  event: APIGatewayProxyEvent,
  { body, headers }: RenderedPage,
): HttpResponse {
  const { retryAfterSeconds } = error.extras;
  return {
    statusCode: PROBLEMS[error.code].status,
    headers: {
      ...COMMON_HEADERS,
      ...error.extras.headers,
      ...headers,
      "x-request-id": event.requestContext.requestId,
      ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
    },
    body,
  };
}
