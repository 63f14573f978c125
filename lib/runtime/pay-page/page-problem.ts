import type { APIGatewayProxyEvent } from "aws-lambda";
import { PROBLEMS } from "../../contract/problems.ts";
import type { ServiceError } from "../../domain/errors.ts";
import type { RenderError } from "../endpoint.ts";
import type { HttpResponse } from "../http.ts";
import { COMMON_HEADERS } from "../problem.ts";
import type { RenderedPage } from "./document.ts";
import { wantsPage } from "./page-reply.ts";
import { renderErrorPage } from "./render-error.ts";
import { chooseLanguage, TEXTS } from "./texts/texts.ts";

/** Refusals of a page whose object does not exist or that broke, in words. */
export const payPageProblem: RenderError = async (error, event) => problemPage(error, event);

/** As `payPageProblem`, for an operation that speaks JSON to programs. */
export const receiptProblem: RenderError = async (error, event) =>
  wantsPage(event.headers as Record<string, string>) ? problemPage(error, event) : null;

/** In words, whatever the caller prefers. */
export function problemPage(error: ServiceError, event: APIGatewayProxyEvent): HttpResponse {
  const lang = event.queryStringParameters?.lang;
  const language = chooseLanguage(lang, null, event.headers["accept-language"]);
  const texts = TEXTS[language];
  const isReceipt = event.resource.includes("/verify/");
  const unknown = isReceipt ? texts.unknownReceipt : texts.unknownCheckout;
  const isUnknown = error.code === "not_found";
  const page = renderErrorPage({
    message: isUnknown ? unknown : texts.brokenPage,
    path: event.requestContext.path,
    requestId: isUnknown ? null : event.requestContext.requestId,
    language,
  });
  return problemReply(error, event, page);
}

/** A page that says what was refused, with the status and headers of the refusal. */
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
