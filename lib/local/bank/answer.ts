/** An HTTP response of the simulator. Status 0 closes the connection without one. */
export interface BankAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export function textAnswer(status: number, contentType: string, text: string): BankAnswer {
  return bytesAnswer(status, contentType, new TextEncoder().encode(text));
}

export function bytesAnswer(status: number, contentType: string, body: Uint8Array): BankAnswer {
  return { status, headers: { "content-type": contentType }, body };
}

export function jsonAnswer(
  status: number,
  value: unknown,
  contentType = "application/json; charset=utf-8",
): BankAnswer {
  return textAnswer(status, contentType, JSON.stringify(value));
}

/** A refusal of the simulator itself, in the shape of the API's own problems. */
export function problemAnswer(
  status: number,
  detail: string,
  errors: readonly { readonly path: string; readonly message: string }[] = [],
): BankAnswer {
  const found = status === 404 ? "not_found" : "invalid_request";
  return jsonAnswer(
    status,
    {
      type: "about:blank",
      title: status === 404 ? "Not found" : "Bad request",
      status,
      detail,
      code: found,
      ...(errors.length > 0 ? { errors } : {}),
    },
    "application/problem+json",
  );
}
