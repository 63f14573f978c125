const JSON_TYPE = { "content-type": "application/json" };

/** What the outside answers to one HTTP request; status 0: the connection breaks. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly takesMs: number;
}

export function reply(status: number, body: string, takesMs = 40): Answer {
  return { status, headers: JSON_TYPE, body, takesMs };
}
