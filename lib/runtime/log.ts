/** The only fields that a log line may carry: none of them can hold a secret or a person's data. */
export interface LogFields {
  readonly request_id?: string | undefined;
  readonly operation?: string | undefined;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly duration_ms?: number | undefined;
  readonly account_id?: string | undefined;
  readonly app_id?: number | undefined;
  readonly checkout_id?: string | undefined;
  readonly attempt_id?: string | undefined;
  readonly event_id?: string | undefined;
  readonly event_type?: string | undefined;
  readonly endpoint_id?: string | undefined;
  readonly delivery_id?: string | undefined;
  readonly provider?: string | undefined;
  readonly outcome?: string | undefined;
  readonly count?: number | undefined;
  readonly error_name?: string | undefined;
  /** Frames only; the message may quote input. */
  readonly error_stack?: string | undefined;
}

const ALLOWED: Readonly<Record<keyof LogFields, true>> = {
  request_id: true,
  operation: true,
  code: true,
  status: true,
  duration_ms: true,
  account_id: true,
  app_id: true,
  checkout_id: true,
  attempt_id: true,
  event_id: true,
  event_type: true,
  endpoint_id: true,
  delivery_id: true,
  provider: true,
  outcome: true,
  count: true,
  error_name: true,
  error_stack: true,
};

type Level = "info" | "warn" | "error";

/** Writes one JSON line. A field that is not on the list is dropped, even if a cast let it through. */
export function log(level: Level, message: string, fields: LogFields = {}): void {
  const allowed = Object.entries(fields).filter(
    ([name, value]) => Object.hasOwn(ALLOWED, name) && value !== undefined,
  );
  const line = { level, time: new Date().toISOString(), message, ...Object.fromEntries(allowed) };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** What may be said of an unexpected error: its class and where it came from, never its message. */
export function errorFields(error: unknown): Pick<LogFields, "error_name" | "error_stack"> {
  if (!(error instanceof Error)) return { error_name: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  return {
    error_name: error.name,
    error_stack: frames
      .slice(0, 8)
      .map((line) => line.trim())
      .join(" < "),
  };
}
