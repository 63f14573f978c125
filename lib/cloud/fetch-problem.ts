import type { NetworkErrorCode } from "./network-error.ts";

/**
 * Why a provider gave no answer. `redirect`: to another host, or too often. `too_large`: over 1 MB.
 * `aborted`: the caller's own deadline. `bad_address`: a fault of the configuration.
 * `relay_error`: a failure of the relay, not of the bank.
 */
export type FetchErrorCode =
  | NetworkErrorCode
  | "redirect"
  | "too_large"
  | "aborted"
  | "bad_address"
  | "relay_error";

/** Problems that are not network errors. */
export class FetchProblem extends Error {
  override readonly name = "FetchProblem";
  readonly code: FetchErrorCode;

  constructor(code: FetchErrorCode) {
    super(code);
    this.code = code;
  }
}
