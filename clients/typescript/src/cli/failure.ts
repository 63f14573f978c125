/** Exit codes. Documented, so scripts rely on them. */
export const EXIT_CODES = { ok: 0, failed: 1, usage: 2, setup: 3, unreachable: 4 } as const;

/** Ends the command with a message and an exit code, without a stack trace. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly kind: Exclude<keyof typeof EXIT_CODES, "ok">;

  constructor(kind: Failure["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
