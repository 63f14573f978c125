/** As long as the service's deliveries wait. */
export const RESPONSE_TIMEOUT_MS = 15_000;

/** The response to a webhook, or why there is none, e.g. `ECONNREFUSED` or `timeout`. */
export type WebhookResponse =
  | { readonly status: number; readonly error: null }
  | { readonly status: null; readonly error: string };

/** POSTs a webhook as the service does: follows no redirect. Never throws. */
export async function postWebhook(
  target: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  timeoutMs: number = RESPONSE_TIMEOUT_MS,
): Promise<WebhookResponse> {
  try {
    const response = await fetch(target, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.arrayBuffer();
    return { status: response.status, error: null };
  } catch (error) {
    return { status: null, error: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  // Its `code` is the number of an old standard.
  if (error instanceof DOMException && error.name === "TimeoutError") return "timeout";
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause as { code?: string }).code ?? String(cause);
}
